package io.roundhouse.channel;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.internal.Thrown;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A channel that stores what was sent: in a buffer, without a bound, or the newest only.
 *
 * <p>Design. What goes on without waiting goes on in the {@link Store}, which knows nothing of
 * those who wait: one compare-and-set an element, or a batch. Then who sent reads whether a
 * receiver waits, and who received whether a sender does; that is the fast path. Who can not go on
 * says so, looks once more, and sleeps until it is <em>called</em> to look again.
 *
 * <pre>
 *   who waits:   line + 1   ; full fence ; does the store have it? ; sleep
 *   who changes: change the store (compare-and-set) ; read line ; if somebody waits: call one
 * </pre>
 *
 * All four are in one order, so they do not overlook each other, and a sleep has no naps. A call
 * hands nothing over: what happens is what the called one then does to the store. So a select at
 * such channels needs no agreement with anybody, and an interrupt or a timeout finds nothing in
 * flight. What they must not lose is the call: who was called and leaves calls the next, if there
 * is something for that one.
 *
 * <p>One call at a time is underway at an end (see {@link WaitLine}); who was called says that it
 * has come, does its work, and calls the next if there is more. So whoever takes from a full buffer
 * pays for one call, and not for one an element.
 */
final class StoringChannel<T> extends AnyChannel<T> {
    /** As much as makes it worth to go on, where there is room for so much. */
    private static final int RUN = 64;

    private final Store<T> store;
    private final Consumer<? super T> undelivered;
    private final Consumer<T> dropped;
    private final Supplier<@Nullable T> single;
    private final BooleanSupplier elements;
    private final BooleanSupplier room;
    private final Patience forElements = Patience.forRuns();
    private final Patience forRoom = Patience.forRuns();

    StoringChannel(
            @Nullable Scope scope, String name, Consumer<? super T> undelivered, Store<T> store) {
        super(scope, name, new ShortLock());
        this.undelivered = undelivered;
        this.store = store;
        this.dropped = this::drop;
        this.single = this::one;
        int run = Math.clamp(store.capacity() / 4, 1, RUN);
        int full = store.capacity() - run;
        this.elements = () -> store.size() >= run || store.isClosed();
        this.room = () -> store.size() <= full || store.isClosed();
    }

    /** Something had to go for another. The hook may throw, so receivers are called before. */
    private void drop(T element) {
        callReceiver();
        undelivered.accept(element);
    }

    @Override
    void goesToNobody(T element) {
        isLost();
        undelivered.accept(element);
    }

    // ---- sending

    @Override
    public boolean trySend(T element) {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        touched();
        while (!store.offer(element, dropped)) {
            if (store.isClosed()) {
                throw closedForSending();
            }
            if (!store.hasRoom()) {
                return false;
            }
        }
        callReceiver();
        return true;
    }

    @Override
    boolean send(T element, long deadline) throws InterruptedException {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        touched();
        if (!store.offer(element, dropped)) {
            return sendLater(element, deadline);
        }
        callReceiver();
        return true;
    }

    private boolean sendLater(T element, long deadline) throws InterruptedException {
        Place place = new Place(new Party(), this, true);
        try {
            while (true) {
                boolean over = !await(place, deadline);
                if (store.offer(element, dropped)) {
                    callReceiver();
                    return true;
                }
                if (store.isClosed()) {
                    throw endForSending();
                }
                if (over) {
                    throwIfInterrupted(place);
                    return false;
                }
            }
        } finally {
            passOn(place);
        }
    }

    @Override
    public int sendMany(List<? extends T> elements) throws InterruptedException {
        Needed.list(elements);
        touched();
        int size = elements.size();
        int count;
        try {
            count = store.offerMany(elements, 0, dropped);
        } finally {
            callReceiver(); // also if one of them was null
        }
        return count == size ? count : sendRest(elements, count, size);
    }

    private int sendRest(List<? extends T> elements, int sent, int size)
            throws InterruptedException {
        Place place = new Place(new Party(), this, true);
        int count = sent;
        try {
            while (count < size) {
                boolean over = !await(place, Long.MAX_VALUE);
                int more;
                try {
                    more = store.offerMany(elements, count, dropped);
                } finally {
                    callReceiver();
                }
                count += more;
                if (more == 0 && store.isClosed()) {
                    if (count == 0) {
                        throw endForSending();
                    }
                    return count;
                }
                if (over && count < size) {
                    if (count == 0) {
                        throwIfInterrupted(place);
                    }
                    return count;
                }
            }
            return count;
        } finally {
            passOn(place);
        }
    }

    // ---- receiving

    @Override
    public @Nullable T tryReceive() {
        touched();
        while (true) {
            boolean last = store.isClosed(); // before the look: what was sent before is found
            T element = store.poll();
            if (element != null) {
                callSender();
                return element;
            }
            if (last) {
                throw closedForReceiving();
            }
            if (!store.isClosed()) { // behind it: it was open while there was nothing
                return null;
            }
        }
    }

    @Override
    @Nullable T receive(long deadline) throws InterruptedException {
        touched();
        T element = store.poll();
        if (element == null) {
            return receiveLater(deadline, single);
        }
        callSender();
        return element;
    }

    private @Nullable T one() {
        T element = store.poll();
        if (element != null) {
            callSender();
        }
        return element;
    }

    @Override
    public int receiveMany(T[] batch) throws InterruptedException {
        Needed.batch(batch);
        if (batch.length == 0) {
            return 0;
        }
        touched();
        int count = store.pollMany(batch);
        if (count == 0) {
            count = awaited(() -> positive(store.pollMany(batch)));
        }
        callSender();
        return count;
    }

    private static @Nullable Integer positive(int count) {
        return count == 0 ? null : count;
    }

    @Override
    public List<T> receiveMany(int most) throws InterruptedException {
        checkMost(most);
        if (most == 0) {
            return List.of();
        }
        touched();
        List<T> elements = store.pollMany(most);
        if (elements.isEmpty()) {
            elements = awaited(() -> unlessEmpty(store.pollMany(most)));
        }
        callSender();
        return elements;
    }

    private static <E> @Nullable List<E> unlessEmpty(List<E> elements) {
        return elements.isEmpty() ? null : elements;
    }

    private <R> R awaited(Supplier<@Nullable R> look) throws InterruptedException {
        R found = receiveLater(Long.MAX_VALUE, look);
        if (found == null) {
            throw endForReceiving();
        }
        return found;
    }

    /** What is found in time; null if it was not, or the channel is closed and empty. */
    private <R> @Nullable R receiveLater(long deadline, Supplier<@Nullable R> look)
            throws InterruptedException {
        Place place = new Place(new Party(), this, false);
        try {
            while (true) {
                boolean over = !await(place, deadline);
                boolean last = store.isClosed();
                R found = look.get();
                if (found != null || last) {
                    return found;
                }
                if (over) {
                    throwIfInterrupted(place);
                    return null;
                }
            }
        } finally {
            passOn(place);
        }
    }

    @Override
    public int cancel() {
        close();
        int count = 0;
        Throwable first = null;
        for (T left = store.poll(); left != null; left = store.poll()) {
            count++;
            isLost();
            first = tell(left, first);
        }
        Thrown.again(first);
        return count;
    }

    /** Tells the hook; returns what it threw first, which suppresses what it throws later. */
    private @Nullable Throwable tell(T left, @Nullable Throwable first) {
        try {
            undelivered.accept(left);
            return first;
        } catch (Throwable e) { // checked ones, too: not all languages check
            if (first == null) {
                return e;
            }
            if (first != e) {
                first.addSuppressed(e);
            }
            return first;
        }
    }

    // ---- waiting

    /**
     * Waits until it may go on, or is called to look; false if the time is over or it is
     * interrupted.
     */
    private boolean await(Place place, long deadline) {
        if (place.sends ? forRoom.waitsFor(room) : forElements.waitsFor(elements)) {
            return true;
        }
        Party party = place.party;
        needsStackToLeave();
        party.begin();
        lock();
        try {
            line(place.sends).add(place);
        } finally {
            unlock();
        }
        try {
            return isReady(place.sends) || party.await(deadline) || !party.giveUp();
        } finally {
            leave(place);
        }
    }

    private void throwIfInterrupted(Place place) throws InterruptedException {
        if (Thread.interrupted()) {
            Cancellation.throwIfItInterrupted();
            throw interrupted(place.sends);
        }
    }

    /** Somebody else may wait for what is left, after a wait of the caller. */
    void passOn(Place place) {
        WaitLine line = line(place.sends);
        if (line.wantsCall() && isReady(place.sends)) {
            call(line);
        }
    }

    private void callReceiver() {
        if (receivers.wantsCall()) {
            call(receivers);
        }
    }

    private void callSender() {
        if (senders.wantsCall()) {
            call(senders);
        }
    }

    private void call(WaitLine line) {
        Party called;
        lock();
        try {
            called = line.call();
        } finally {
            unlock();
        }
        if (called != null) {
            called.wake();
        }
    }

    @Override
    boolean isReady(boolean sends) {
        return store.isClosed() || (sends ? store.hasRoom() : !store.isEmpty());
    }

    @Override
    boolean hasRun(boolean sends) {
        return (sends ? room : elements).getAsBoolean();
    }

    // ---- closing

    @Override
    void closeForSending() {
        store.close();
    }

    @Override
    public boolean isClosed() {
        return store.isClosed();
    }

    // ---- selecting

    @Override
    boolean meets() {
        return false;
    }

    @Override
    Outcome attempt(Place place) {
        return place.sends ? attemptToSend(place) : attemptToReceive(place);
    }

    private Outcome attemptToSend(Place place) {
        if (store.offer(cast(Objects.requireNonNull(place.element)), dropped)) {
            callReceiver();
            return Outcome.HAPPENED;
        }
        return store.isClosed() ? Outcome.CLOSED : Outcome.NOT_YET;
    }

    private Outcome attemptToReceive(Place place) {
        while (true) { // as tryReceive
            boolean last = store.isClosed();
            T element = store.poll();
            if (element != null) {
                callSender();
                place.element = element;
                return Outcome.HAPPENED;
            }
            if (last) {
                return Outcome.CLOSED;
            }
            if (!store.isClosed()) {
                return Outcome.NOT_YET;
            }
        }
    }

    @Override
    void attempted(Place place) {}

    // ---- inspection

    @Override
    public int size() {
        return store.size();
    }

    @Override
    public long undelivered() {
        return super.undelivered() + store.dropped();
    }

    /** Whether it is of a kind that loses elements while all goes well. */
    boolean losesByKind() {
        return store instanceof Lossy;
    }

    @SuppressWarnings("unchecked") // a clause of this channel has nothing else
    private T cast(Object element) {
        return (T) element;
    }
}
