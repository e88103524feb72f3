package io.roundhouse.channel;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Sender and receiver meet; nothing is ever in the channel.
 *
 * <p>Design. Two lines, of which one is empty: who comes takes the first of the other line, and
 * waits in its own if there is none. Both under one short lock, so nobody ever waits beside
 * somebody who could be met. The one who comes hands the element over, or takes it, on the spot,
 * and the one who waited is woken once.
 *
 * <pre>
 * Invariants
 *   I1  of the parties in the two lines that have not been met, all are senders or all are receivers,
 *       or those of one line are selects that the other's parties belong to
 *   I2  an element is in the hands of its sender until its party is met, and of the receiver from then on
 * </pre>
 *
 * <p>A party that has been met elsewhere may still be in a line, for a moment: it is passed over.
 *
 * <p>Roots. Hoare, "Communicating sequential processes" (1978); Go's runtime has the same two lines
 * and lock, and hands over in the same way. Why not the cells of Koval, Khalanskiy and Alistarh
 * (PPoPP 2023): docs/design/0012-who-meets-whom.md.
 */
final class RendezvousChannel<T> extends AnyChannel<T> {
    private static final AtomicLong NUMBERS = new AtomicLong();

    /** The order in which a select locks. */
    private final long number = NUMBERS.getAndIncrement();

    private final Patience forSenders = new Patience();
    private final Patience forReceivers = new Patience();

    /** Guarded by the lock. */
    private @Nullable Object handedOver;

    private volatile boolean closed;

    RendezvousChannel(@Nullable Scope scope, String name) {
        super(scope, name);
    }

    // ---- sending

    @Override
    public boolean trySend(T element) {
        return now(Objects.requireNonNull(element, "element"));
    }

    private boolean now(T element) {
        touched();
        if (receivers.waiting() == 0 && !closed) {
            return false;
        }
        Party partner;
        lock();
        try {
            if (closed) {
                throw closedForSending();
            }
            partner = meetReceiver(element);
        } finally {
            unlock();
        }
        if (partner == null) {
            return false;
        }
        partner.wake();
        return true;
    }

    @Override
    boolean send(T element, long deadline) throws InterruptedException {
        Objects.requireNonNull(element, "element");
        touched();
        Place place = null;
        Party partner;
        lock();
        try {
            if (closed) {
                throw closedForSending();
            }
            partner = meetReceiver(element);
            if (partner == null) {
                place = new Place(new Party(), this, true);
                place.element = element;
                waitIn(senders, place);
            }
        } finally {
            unlock();
        }
        if (place == null) {
            wake(partner);
            return true;
        }
        return isMet(place, deadline) && isSent(place);
    }

    private boolean isSent(Place place) {
        if (place.closed) {
            throw closedForSending();
        }
        return true;
    }

    /** Gives the element to the first receiver that still waits; null if there is none. */
    private @Nullable Party meetReceiver(Object element) {
        for (Place at = receivers.removeFirst(); at != null; at = receivers.removeFirst()) {
            at.element = element;
            if (at.party.meet(at)) {
                return at.party;
            }
            at.element = null;
        }
        return null;
    }

    @Override
    public int sendMany(List<? extends T> elements) throws InterruptedException {
        int count = 0;
        for (T element : elements) {
            try {
                send(element, Long.MAX_VALUE);
            } catch (InterruptedException e) {
                if (count == 0) {
                    throw e;
                }
                Thread.currentThread().interrupt();
                return count;
            } catch (ChannelClosedException e) {
                if (count == 0) {
                    throw e;
                }
                return count;
            }
            count++;
        }
        return count;
    }

    // ---- receiving

    @Override
    public @Nullable T tryReceive() {
        touched();
        T element = takeFromSender();
        if (element == null && closed) {
            throw closedForReceiving();
        }
        return element;
    }

    /** The element of a sender that waits; null if there is none, or the channel is closed. */
    private @Nullable T takeFromSender() {
        if (senders.waiting() == 0) {
            return null;
        }
        Party partner;
        Object element;
        lock();
        try {
            partner = closed ? null : meetSender();
            element = handedOver();
        } finally {
            unlock();
        }
        if (partner == null) {
            return null;
        }
        partner.wake();
        return cast(element);
    }

    @Override
    @Nullable T receive(long deadline) throws InterruptedException {
        touched();
        Place place = null;
        Party partner;
        Object element;
        lock();
        try {
            if (closed) {
                return null;
            }
            partner = meetSender();
            element = handedOver();
            if (partner == null) {
                place = new Place(new Party(), this, false);
                waitIn(receivers, place);
            }
        } finally {
            unlock();
        }
        if (place == null) {
            wake(partner);
            return cast(element);
        }
        return isMet(place, deadline) && !place.closed ? cast(place.element) : null;
    }

    /** Takes the element of the first sender that still waits; null if there is none. */
    private @Nullable Party meetSender() {
        for (Place at = senders.removeFirst(); at != null; at = senders.removeFirst()) {
            handedOver = at.element; // before: its place may be used again afterwards
            if (at.party.meet(at)) {
                return at.party;
            }
        }
        handedOver = null;
        return null;
    }

    /** What {@link #meetSender} has taken. */
    private @Nullable Object handedOver() {
        Object element = handedOver;
        handedOver = null;
        return element;
    }

    @Override
    public int receiveMany(T[] batch) throws InterruptedException {
        if (batch.length == 0) {
            return 0;
        }
        batch[0] = receive();
        int count = 1;
        while (count < batch.length && senders.waiting() != 0) {
            T element = takeFromSender();
            if (element == null) {
                break;
            }
            batch[count++] = element;
        }
        return count;
    }

    @Override
    public int cancel() {
        close();
        return 0;
    }

    // ---- waiting

    private static void waitIn(WaitLine line, Place place) {
        place.party.begin();
        line.add(place);
    }

    /** Whether it was met, or the channel closed, before the deadline. */
    private boolean isMet(Place place, long deadline) throws InterruptedException {
        Party party = place.party;
        boolean met = false;
        try {
            met =
                    (place.sends ? forReceivers : forSenders).waitsFor(party)
                            || party.await(deadline)
                            || !party.giveUp();
        } finally {
            if (!met) {
                leave(place);
            }
        }
        if (!met && Thread.interrupted()) {
            Scope.throwIfItInterrupted();
            throw interrupted(place.sends);
        }
        return met;
    }

    private static void wake(@Nullable Party partner) {
        if (partner != null) {
            partner.wake();
        }
    }

    // ---- closing

    @Override
    void closeForSending() {
        lock(); // who has looked before is in a line by now
        try {
            closed = true;
        } finally {
            unlock();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    // ---- selecting

    @Override
    boolean meets() {
        return true;
    }

    @Override
    Outcome attempt(Place place) {
        if (closed) {
            return Outcome.CLOSED;
        }
        if (place.sends) {
            place.partner = meetReceiver(Objects.requireNonNull(place.element));
        } else {
            place.partner = meetSender();
            place.element = handedOver();
        }
        return place.partner == null ? Outcome.NOT_YET : Outcome.HAPPENED;
    }

    @Override
    void attempted(Place place) {
        wake(place.partner);
        place.partner = null;
    }

    // ---- inspection

    long number() {
        return number;
    }

    /** What waits at the other end has been met, in which case this end's party has been, too. */
    @Override
    boolean isReady(boolean sends) {
        return closed;
    }

    @Override
    boolean hasRun(boolean sends) {
        return closed || line(!sends).waiting() > 0;
    }

    @Override
    public int size() {
        return 0;
    }

    @SuppressWarnings("unchecked") // nothing but a T is ever sent
    private @Nullable T cast(@Nullable Object element) {
        return (T) element;
    }
}
