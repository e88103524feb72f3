package io.roundhouse.channel;

import io.roundhouse.memory.Slots;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sender and receiver meet; nothing is ever in the channel.
 *
 * <p>Design. Who comes takes the first who waits at the other end, and waits at its own if there is
 * none: at the door or in line, see {@link MeetingPoint}. Both under one short lock, so nobody ever
 * waits beside somebody who could be met. The one who comes hands the element over, or takes it, on
 * the spot, and the one who waited is woken once. So an element is in the hands of its sender until
 * its party is met, and of the receiver from then on.
 *
 * <p>Roots. Hoare, "Communicating sequential processes" (1978); Go's runtime has the same two lines
 * and lock, and hands over in the same way. Why not the cells of Koval, Khalanskiy and Alistarh
 * (PPoPP 2023): docs/design/0012-who-meets-whom.md.
 */
final class RendezvousChannel<T> extends AnyChannel<T> {
    private static final AtomicLong NUMBERS = new AtomicLong();

    /** The order in which a select locks. */
    private final long number = NUMBERS.getAndIncrement();

    final Door door;

    /** Where those wait who find nobody. */
    final MeetingPoint meetings;

    private final Consumer<? super T> undelivered;

    private volatile boolean closed;

    RendezvousChannel(@Nullable Scope scope, String name, Consumer<? super T> undelivered) {
        this(scope, name, undelivered, new Door());
    }

    /** With that door; for proofs. */
    RendezvousChannel(@Nullable Scope scope, String name, Door door) {
        this(scope, name, _ -> {}, door);
    }

    private RendezvousChannel(
            @Nullable Scope scope, String name, Consumer<? super T> undelivered, Door door) {
        super(scope, name, door);
        this.undelivered = undelivered;
        this.door = door;
        this.meetings = new MeetingPoint(this, door);
    }

    // ---- sending

    @Override
    public boolean trySend(T element) {
        return now(Objects.requireNonNull(element, Slots.NULL_ELEMENT));
    }

    private boolean now(T element) {
        touched();
        if (!hasRun(true)) {
            return false;
        }
        needsStackToWake(receivers);
        Party partner;
        lock();
        try {
            if (closed) {
                throw closedForSending();
            }
            if (door.give(element)) {
                return true;
            }
            partner = meetings.meetReceiver(element);
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
        try {
            return sendOrBeInterrupted(element, deadline);
        } catch (InterruptedException e) {
            Cancellation.throwIfItInterrupted();
            throw e;
        } catch (ChannelClosedException e) {
            throwIfCanceled();
            throw e;
        }
    }

    private boolean sendOrBeInterrupted(T element, long deadline) throws InterruptedException {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        touched();
        needsStackToWake(receivers);
        Place place = null;
        Party partner;
        boolean atDoor = false;
        boolean givesWay = false;
        try {
            lock();
            try {
                if (closed) {
                    throw closedForSending();
                }
                if (door.give(element)) {
                    return true;
                }
                partner = meetings.meetReceiver(element);
                if (partner == null) {
                    place = meetings.waitAtDoorOrInLine(true, element, deadline);
                    atDoor = place == null;
                    givesWay = atDoor && door.isTimeToGiveWay();
                }
            } finally {
                try {
                    unlock();
                } catch (StackOverflowError e) { // see ShortLock
                    door.held = 0;
                }
            }
            if (atDoor) {
                place = meetings.waitsAtDoor(true) ? null : meetings.goToLine(true, element);
            }
        } catch (StackOverflowError e) {
            if (!atDoor) {
                throw e;
            }
            partner = null;
            if (door.sender == Door.WAITS) { // all without a call: see Door
                door.sender = Door.GONE;
            }
            while (door.held != 0) {}
            if (door.sender == Door.GONE && door.sent != null) {
                door.sent = null;
                door.sender = Door.FREE;
                throw e;
            }
            if (door.sender == Door.GONE) {
                door.sender = Door.MET; // before it went
            }
        }
        if (partner != null) {
            partner.wake();
            return true;
        }
        boolean refused;
        if (place != null) {
            if (!isMet(place, deadline)) {
                return false;
            }
            refused = place.closed;
        } else {
            refused = door.sent != null; // nobody has taken it
            try {
                door.free(true);
            } catch (StackOverflowError e) {
                door.sent = null;
                door.sender = Door.FREE;
            }
            if (givesWay) {
                try {
                    Door.giveWay();
                } catch (StackOverflowError e) { // both have met all the same
                }
            }
        }
        if (refused) {
            throw closedForSending();
        }
        return true;
    }

    @Override
    public int sendMany(List<? extends T> elements) throws InterruptedException {
        Needed.list(elements);
        int count = 0;
        for (T element : elements) {
            try {
                sendOrBeInterrupted(element, Long.MAX_VALUE);
            } catch (InterruptedException e) {
                if (count == 0) {
                    Cancellation.throwIfItInterrupted();
                    throw e;
                }
                Thread.currentThread().interrupt();
                return count;
            } catch (ChannelClosedException _) {
                if (count == 0) {
                    throw endForSending();
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
        if (!hasRun(false)) {
            return null;
        }
        needsStackToWake(senders);
        Party partner = null;
        Object element;
        lock();
        try {
            element = door.take();
            if (element == null && !closed) {
                partner = meetings.meetSender();
                element = meetings.handedOver();
            }
        } finally {
            unlock();
        }
        wake(partner);
        return cast(element);
    }

    @Override
    @SuppressWarnings("unchecked") // nothing but a T is ever sent
    @Nullable T receive(long deadline) throws InterruptedException {
        touched();
        needsStackToWake(senders);
        Place place = null;
        Party partner = null;
        Object element = null;
        boolean atDoor = false;
        boolean givesWay = false;
        try {
            lock();
            try {
                if (closed) {
                    return null;
                }
                element = door.take();
                if (element == null) {
                    partner = meetings.meetSender();
                    element = meetings.handedOver();
                    if (partner == null) {
                        place = meetings.waitAtDoorOrInLine(false, null, deadline);
                        atDoor = place == null;
                        givesWay = atDoor && door.isTimeToGiveWay();
                    }
                }
            } finally {
                try {
                    unlock();
                } catch (StackOverflowError e) { // what was taken has been
                    door.held = 0;
                }
            }
            if (atDoor) {
                place = meetings.waitsAtDoor(false) ? null : meetings.goToLine(false, null);
            }
        } catch (StackOverflowError e) {
            if (!atDoor) {
                throw e;
            }
            if (door.receiver == Door.WAITS) { // all without a call: see Door
                door.receiver = Door.GONE;
            }
            while (door.held != 0) {}
            if (door.receiver == Door.GONE && door.received == null) {
                door.receiver = Door.FREE;
                throw e;
            }
            if (door.receiver == Door.GONE) {
                door.receiver = Door.MET; // before it went
            }
        }
        if (partner != null) {
            partner.wake();
        } else if (place != null) {
            element = isMetToReceive(place, deadline) ? place.element : null;
        } else if (atDoor) {
            element = door.received;
            try {
                door.free(false);
            } catch (StackOverflowError e) {
                door.received = null;
                door.receiver = Door.FREE;
            }
            if (givesWay) {
                try {
                    Door.giveWay();
                } catch (StackOverflowError e) { // both have met all the same
                }
            }
        }
        return (T) element; // without a call: there may be no stack for one
    }

    private boolean isMetToReceive(Place place, long deadline) throws InterruptedException {
        try {
            return isMet(place, deadline) && !place.closed;
        } catch (InterruptedException e) {
            Cancellation.throwIfItInterrupted();
            throw e;
        }
    }

    @Override
    public int receiveMany(T[] batch) throws InterruptedException {
        Needed.batch(batch);
        if (batch.length == 0) {
            return 0;
        }
        Misfit.put(receive(), batch, 0, this::goesToNobody);
        int count = 1;
        while (count < batch.length) {
            T element = takeFromSender();
            if (element == null) {
                break;
            }
            Misfit.put(element, batch, count++, this::goesToNobody);
        }
        return count;
    }

    @Override
    public List<T> receiveMany(int most) throws InterruptedException {
        checkMost(most);
        List<T> elements = new ArrayList<>();
        if (most > 0) {
            T element = receive();
            do {
                elements.add(element);
                element = elements.size() < most ? takeFromSender() : null;
            } while (element != null);
        }
        return elements;
    }

    @Override
    void goesToNobody(T element) {
        isLost();
        undelivered.accept(element);
    }

    @Override
    public int cancel() {
        close();
        return 0;
    }

    // ---- waiting

    /** Whether it was met, or the channel closed, before the deadline. */
    private boolean isMet(Place place, long deadline) throws InterruptedException {
        Party party = place.party;
        boolean met = false;
        try {
            met = party.await(deadline) || !party.giveUp();
        } catch (Error e) {
            met = !party.giveUp(); // by somebody who goes on as if both had met
            if (!met) {
                throw e;
            }
        } finally {
            if (!met) {
                leave(place);
            }
        }
        if (!met && Thread.interrupted()) {
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
            door.close();
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
            Object element = Objects.requireNonNull(place.element);
            if (door.give(element)) {
                return Outcome.HAPPENED;
            }
            place.partner = meetings.meetReceiver(element);
        } else {
            place.element = door.take();
            if (place.element != null) {
                return Outcome.HAPPENED;
            }
            place.partner = meetings.meetSender();
            place.element = meetings.handedOver();
        }
        return place.partner == null ? Outcome.NOT_YET : Outcome.HAPPENED;
    }

    @Override
    void attempted(Place place) {
        wake(place.partner);
        place.partner = null;
    }

    /** Waits at the door, if nobody is there to be met. Under the lock. */
    boolean comesToDoor(Place place) {
        return !hasRun(place.sends) && meetings.comesToDoor(place.sends, place.element);
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
        return door.state(!sends) == Door.WAITS || line(!sends).waiting() > 0 || closed;
    }

    @Override
    public int waitingSenders() {
        return meetings.waiting(true);
    }

    @Override
    public int waitingReceivers() {
        return meetings.waiting(false);
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
