package io.roundhouse.channel;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.internal.NotTaken;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * What channels have in common: the lines of those who wait, closing, iterating, and what a select
 * needs.
 *
 * @param <T> the elements
 */
abstract sealed class AnyChannel<T> implements Channel<T>
        permits RendezvousChannel, StoringChannel {
    /** How a clause of a select stands. */
    enum Outcome {
        NOT_YET,
        HAPPENED,
        CLOSED
    }

    /** How a channel was closed. */
    private record Closing(@Nullable Throwable cause) {}

    /** More than it takes to leave a line; small ones. */
    private static final int FRAMES_TO_LEAVE = 32;

    /** More than an unpark of a virtual thread takes; small ones. */
    private static final int FRAMES_TO_WAKE = 128;

    private static final VarHandle CLOSING;
    private static final VarHandle LOST;

    static {
        try {
            LOST = MethodHandles.lookup().findVarHandle(AnyChannel.class, "lost", long.class);
            CLOSING =
                    MethodHandles.lookup()
                            .findVarHandle(AnyChannel.class, "closing", Closing.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Guards the lines. */
    private final ShortLock lock;

    final WaitLine senders = new WaitLine();
    final WaitLine receivers = new WaitLine();
    private final @Nullable Scope scope;
    private final String name;
    private volatile @Nullable Closing closing;
    private volatile boolean shared;

    /** How many came to nobody, besides those that a store has dropped. */
    @SuppressWarnings("unused") // through LOST
    private volatile long lost;

    AnyChannel(@Nullable Scope scope, String name, ShortLock lock) {
        this.lock = lock;
        this.scope = scope;
        this.name = name;
        this.shared = scope == null;
    }

    // ---- what kinds know

    /** Sends before the deadline, or not. */
    abstract boolean send(T element, long deadline) throws InterruptedException;

    /** Receives before the deadline, or null. */
    abstract @Nullable T receive(long deadline) throws InterruptedException;

    /** Closes, with what has been written to {@code closing}. */
    abstract void closeForSending();

    /** An element that was received comes to nobody: it is counted, and the hook is told. */
    abstract void goesToNobody(T element);

    /** Whether one that waits at that end could go on. */
    abstract boolean isReady(boolean sends);

    /** Whether one that comes to that end finds enough to go on for a while. */
    abstract boolean hasRun(boolean sends);

    // ---- what a select needs of a kind

    /** Whether parties meet here: a place may be added while {@link #attempt} fails only. */
    abstract boolean meets();

    /** Does what a place is for, if that needs no waiting. Under the lock where parties meet. */
    abstract Outcome attempt(Place place);

    /** Wakes whom a successful {@link #attempt} has met. After the lock. */
    abstract void attempted(Place place);

    // ---- sending

    @Override
    public final void send(T element) throws InterruptedException {
        send(element, Long.MAX_VALUE);
    }

    @Override
    public final boolean send(T element, Duration time) throws InterruptedException {
        return send(element, Sleep.deadline(Clock.nanos(time)));
    }

    @Override
    public final Clause whenSent(Supplier<? extends T> element, Runnable then) {
        return new Clause.Sending<>(
                this,
                Objects.requireNonNull(element, "a clause that sends needs to know where from"),
                Needed.then(then));
    }

    // ---- receiving

    @Override
    public final T receive() throws InterruptedException {
        T element = receive(Long.MAX_VALUE);
        if (element == null) {
            throw endForReceiving();
        }
        return element;
    }

    @Override
    public final @Nullable T receive(Duration time) throws InterruptedException {
        T element = receive(Sleep.deadline(Clock.nanos(time)));
        if (element == null && isDrained()) {
            throw endForReceiving();
        }
        return element;
    }

    @Override
    public final @Nullable T receiveOrNull() throws InterruptedException {
        T element = receive(Long.MAX_VALUE);
        if (element == null) {
            throwIfCanceled();
            if (cause() != null) {
                throw closedForReceiving();
            }
        }
        return element;
    }

    @Override
    public final Clause whenReceived(Consumer<? super T> then) {
        return new Clause.Receiving<>(this, Needed.taker(then));
    }

    /** Gives an element that was received to the action; if that has not taken it, to the hook. */
    final void give(T element, Consumer<? super T> action) {
        try {
            action.accept(element);
        } catch (RuntimeException e) {
            if (saysNotTaken(e)) {
                tellNotTaken(element, e);
            }
            throw e;
        }
    }

    private static boolean saysNotTaken(RuntimeException thrown) {
        return thrown instanceof WaitInterruptedException
                || thrown instanceof NotTaken
                || Process.mayBeToldInAWait(thrown);
    }

    private void tellNotTaken(T element, RuntimeException why) {
        try {
            goesToNobody(element);
        } catch (Throwable e) { // checked ones, too: not all languages check
            if (e != why) {
                why.addSuppressed(e);
            }
        }
    }

    /** Whether it is closed and nothing is left. */
    final boolean isDrained() {
        return isClosed() && size() == 0;
    }

    // ---- iterating

    @Override
    public final void forEach(Consumer<? super T> action) {
        Needed.action(action);
        for (T element = next(); element != null; element = next()) {
            give(element, action);
        }
    }

    @Override
    public final Iterator<T> iterator() {
        return new Iteration();
    }

    @Override
    public final Spliterator<T> spliterator() {
        return new Whole();
    }

    @Override
    public final Stream<T> stream() {
        return StreamSupport.stream(spliterator(), false);
    }

    private @Nullable T next() {
        try {
            return receiveOrNull();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            WaitInterruptedException unchecked = new WaitInterruptedException(new ForNext());
            unchecked.initCause(e);
            throw unchecked;
        }
    }

    /** What an iteration waits for. */
    private final class ForNext implements Wait {
        @Override
        public boolean met() {
            return isReady(false);
        }

        @Override
        public String toString() {
            return "receives from " + name;
        }
    }

    /**
     * Never splits: a part of its own would take elements that nobody has asked for yet, and a
     * stream that ends early would lose them.
     */
    private final class Whole implements Spliterator<T> {
        @Override
        public boolean tryAdvance(Consumer<? super T> action) {
            Needed.action(action);
            T element = AnyChannel.this.next();
            if (element == null) {
                return false;
            }
            give(element, action);
            return true;
        }

        @Override
        public @Nullable Spliterator<T> trySplit() {
            return null;
        }

        @Override
        public long estimateSize() {
            return Long.MAX_VALUE;
        }

        @Override
        public int characteristics() {
            return ORDERED | NONNULL;
        }
    }

    private final class Iteration implements Iterator<T> {
        private @Nullable T next;

        @Override
        public boolean hasNext() {
            if (next == null) {
                next = AnyChannel.this.next();
            }
            return next != null;
        }

        @Override
        public T next() {
            T element = hasNext() ? next : null;
            if (element == null) {
                throw new NoSuchElementException(name + " is closed, and nothing is left");
            }
            next = null;
            return element;
        }
    }

    // ---- closing

    @Override
    public final void close() {
        close(new Closing(null));
    }

    @Override
    public final void close(Throwable cause) {
        close(
                new Closing(
                        Objects.requireNonNull(
                                cause, "a cause is needed: close() is for an end without one")));
    }

    private void close(Closing how) {
        touched();
        CLOSING.compareAndSet(this, (Closing) null, how);
        closeForSending(); // also where another one has begun to: it is closed when this returns
        wakeAll(senders);
        wakeAll(receivers);
    }

    /** Lets all look again. Who comes later sees that it is closed before it sleeps. */
    private void wakeAll(WaitLine line) {
        while (true) {
            Place place;
            boolean met;
            lock();
            try {
                place = line.removeFirst();
                if (place == null) {
                    return;
                }
                place.closed = true;
                met = place.party.meet(meets() ? place : Party.LOOK_AGAIN);
            } finally {
                unlock();
            }
            if (met) {
                place.party.wake();
            }
        }
    }

    final @Nullable Throwable cause() {
        Closing how = closing;
        return how == null ? null : how.cause;
    }

    static void checkMost(int most) {
        if (most < 0) {
            throw new IllegalArgumentException("a number of elements cannot be negative: " + most);
        }
    }

    final ChannelClosedException closedForSending() {
        return new ChannelClosedException(name + " is closed: nothing can be sent", cause());
    }

    final ChannelClosedException closedForReceiving() {
        return new ChannelClosedException(name + " is closed, and nothing is left", cause());
    }

    /** For who would have waited: see {@link #throwIfCanceled}. */
    final ChannelClosedException endForSending() {
        throwIfCanceled();
        return closedForSending();
    }

    /** Likewise. */
    final ChannelClosedException endForReceiving() {
        throwIfCanceled();
        return closedForReceiving();
    }

    /**
     * It is closed, perhaps by a canceled process that has left out what was to come: the thread
     * that has opened its scope is told that instead, as if it had waited.
     */
    static void throwIfCanceled() {
        Cancellation.throwIfCanceled();
    }

    // ---- waiting

    final void lock() {
        lock.lock();
    }

    final void unlock() {
        lock.unlock();
    }

    final WaitLine line(boolean sends) {
        return sends ? senders : receivers;
    }

    /**
     * Before a line is joined: where there is no stack to leave it, it is not, and nobody meets or
     * calls who has gone.
     */
    static void needsStackToLeave() {
        StackRoom.needs(FRAMES_TO_LEAVE);
    }

    /**
     * Whoever is met has to be woken. Who runs out of stack on the way to that would leave it
     * asleep for ever; so it does before the meeting. Without a promise: somebody may come to the
     * line after this look.
     */
    static void needsStackToWake(WaitLine line) {
        if (line.waiting() > 0) {
            StackRoom.needs(FRAMES_TO_WAKE);
        }
    }

    /** The party of a place waits no longer, or looks again. */
    final void leave(Place place) {
        lock();
        try {
            line(place.sends).leave(place);
        } finally {
            unlock();
        }
    }

    final InterruptedException interrupted(boolean sends) {
        return new InterruptedException(
                "interrupted while it " + (sends ? "sends to " : "receives from ") + name);
    }

    // ---- whose it is

    /** Who uses a scope's channel without being of the scope shows that it is held outside. */
    final void touched() {
        if (!shared && scope != null && !scope.isInside()) {
            shared = true;
        }
    }

    /** Somebody outside its scope, which says so, may hold an end. */
    final void shareBy(Scope asked) {
        if (scope != asked) {
            throw new IllegalArgumentException(
                    name + " was not made by this scope, by scope.channel(…)");
        }
        shared = true;
    }

    /** Whether nobody but the processes of that scope, or of those inside, is known to use it. */
    final boolean isConfinedTo(Scope asked) {
        return !shared && scope != null && scope.isWithin(asked);
    }

    /** An element that was accepted comes to nobody. */
    final void isLost() {
        LOST.getAndAdd(this, 1L);
    }

    // ---- inspection: any thread

    @Override
    public long undelivered() {
        return lost;
    }

    @Override
    public int waitingSenders() {
        return senders.waiting();
    }

    @Override
    public int waitingReceivers() {
        return receivers.waiting();
    }

    /** Its name, as it was given; {@link Object#toString} for all others. */
    final String name() {
        return name;
    }

    @Override
    public final String toString() {
        return name;
    }
}
