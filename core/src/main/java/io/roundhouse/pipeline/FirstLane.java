package io.roundhouse.pipeline;

import io.roundhouse.pipeline.internal.Filling;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Thrown;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A line as its users hold it; and, in the same object, the lane of the thread that publishes
 * first, which most often is the only one. So what a user's loop publishes by is found from the
 * register in which it has the line, without a look at where the lane is: see {@code Cursor} for
 * what that is worth.
 */
final class FirstLane<T> extends Lane<T> implements Pipeline<T> {
    private final Publishers<T> publishers;
    private final Supplier<Filling> next = new Next();

    FirstLane(Line<T> line, Publishers<T> publishers, T[] events, Waiter waiter) {
        super(line, events, waiter, null);
        this.publishers = publishers;
    }

    // ---- hot path

    /** The lane of the calling thread; null if it has to share one. */
    @Nullable Lane<T> own() {
        Thread me = Thread.currentThread();
        return owner == me ? this : publishers.search(me);
    }

    @Override
    public void publish(Consumer<? super T> filler) {
        Objects.requireNonNull(filler, "filler");
        Lane<T> lane = own();
        if (lane == null) {
            publishShared(filler, Long.MAX_VALUE);
        } else {
            lane.publish(filler, Long.MAX_VALUE);
        }
    }

    @Override
    public boolean tryPublish(Consumer<? super T> filler) {
        return tryPublish(filler, 0);
    }

    @Override
    public boolean tryPublish(Consumer<? super T> filler, Duration time) {
        return tryPublish(filler, nanos(time));
    }

    private boolean tryPublish(Consumer<? super T> filler, long nanos) {
        Objects.requireNonNull(filler, "filler");
        Lane<T> lane = own();
        return lane == null ? publishShared(filler, nanos) : lane.publish(filler, nanos);
    }

    private boolean publishShared(Consumer<? super T> filler, long nanos) {
        Turn turn = publishers.turn;
        long deadline = deadline(nanos);
        if (!publishers.enterShared(nanos)) {
            return false;
        }
        try {
            return publishers.shared().publish(filler, left(nanos, deadline));
        } finally { // without a call until the turn is free, see there
            if (turn.within > 0) {
                turn.within--;
            } else {
                turn.holder = null;
                turn.passOn();
            }
        }
    }

    /** When the time is over for the turn and the room together, if it ever is. */
    private static long deadline(long nanos) {
        return isTimed(nanos) ? Sleep.deadline(nanos) : 0;
    }

    private static long left(long nanos, long deadline) {
        return isTimed(nanos) ? Sleep.left(deadline) : nanos;
    }

    private static boolean isTimed(long nanos) {
        return nanos > 0 && nanos != Long.MAX_VALUE;
    }

    @Override
    public int publishBatch(Batch.Filler<T> filler) {
        return publishBatch(filler, Long.MAX_VALUE);
    }

    @Override
    public int tryPublishBatch(Batch.Filler<T> filler) {
        return publishBatch(filler, 0);
    }

    @Override
    public int tryPublishBatch(Batch.Filler<T> filler, Duration time) {
        return publishBatch(filler, nanos(time));
    }

    private int publishBatch(Batch.Filler<T> filler, long nanos) {
        Objects.requireNonNull(filler, "filler");
        Lane<T> lane = own();
        return lane == null ? publishShared(filler, nanos) : lane.publish(filler, nanos);
    }

    private int publishShared(Batch.Filler<T> filler, long nanos) {
        Turn turn = publishers.turn;
        long deadline = deadline(nanos);
        if (!publishers.enterShared(nanos)) {
            return 0;
        }
        try {
            return publishers.shared().publish(filler, left(nanos, deadline));
        } finally { // likewise
            if (turn.within > 0) {
                turn.within--;
            } else {
                turn.holder = null;
                turn.passOn();
            }
        }
    }

    /** A time to wait; one below zero is over at once. */
    private static long nanos(Duration time) {
        return time != null && time.isNegative() ? 0 : Clock.nanos(time);
    }

    // ---- other ways in

    @Override
    public <E> E as(Class<E> type) {
        return as(type, null);
    }

    @Override
    public <E> E as(Class<E> type, @Nullable Lookup lookup) {
        Objects.requireNonNull(type, "type: the interface that the events implement");
        T event = event(0);
        E entry = Entries.make(type, lookup, next);
        if (!type.isInstance(event)) {
            throw new IllegalArgumentException(
                    "the events of this line, "
                            + event.getClass().getName()
                            + ", do not implement "
                            + type.getName()
                            + ": calls of it could not be made on them");
        }
        return entry;
    }

    /** The next event for whoever calls the line as an interface. */
    private final class Next implements Supplier<Filling> {
        @Override
        public Filling get() {
            Lane<T> lane = own();
            return lane == null ? publishers.nextShared() : lane.next();
        }

        @Override
        public String toString() {
            return FirstLane.this.toString();
        }
    }

    @Override
    public <S> Feed<S> feedFrom(
            BlockingQueue<? extends S> queue, BiConsumer<? super T, ? super S> fill) {
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(fill, "fill");
        return line.feeds.start(this, queue, fill);
    }

    // ---- the end

    @Override
    public void close() {
        close(Long.MAX_VALUE);
    }

    @Override
    public boolean close(Duration limit) {
        return close(nanos(limit));
    }

    private boolean close(long nanos) {
        line.checkNotClearing("close");
        long deadline = Sleep.deadline(nanos);
        List<Feed<?>> all = line.feeds.stop();
        WakeUps wakeUps = new WakeUps();
        wakeUps.by(line::close);
        if (line.isOwnThread()) {
            settle(nanos, wakeUps);
            wakeUps.throwFirst();
            return false;
        }
        boolean drained = drain(nanos, deadline, wakeUps);
        boolean ended = Feeds.join(all, deadline);
        wakeUps.add(line.ending.takeKept());
        if (line.failure() != null) {
            boolean isAll = drained && ended && line.outcome().isAllDelivered();
            throw wakeUps.suppressedBy(
                    line.closed(
                            isAll
                                    ? "all that was published has been delivered, but something was thrown"
                                    : line + " could not deliver everything"));
        }
        wakeUps.throwFirst();
        return drained && ended && line.outcome().isAllDelivered();
    }

    private boolean drain(long nanos, long deadline, WakeUps wakeUps) {
        try {
            line.awaitsEnd();
            if (settle(nanos, wakeUps) && line.join(Sleep.left(deadline))) {
                return true;
            }
        } catch (WaitInterruptedException interrupted) {
            wakeUps.by(line::stop);
            line.interrupt();
            throw wakeUps.suppressedBy(interrupted);
        }
        wakeUps.by(line::stop);
        line.interrupt();
        long second = Sleep.deadline(nanos);
        if (settle(nanos, wakeUps)) {
            line.join(Sleep.left(second));
        }
        return false;
    }

    /** Tells the stages where the order ends, and wakes them; returns whether it could in time. */
    private boolean settle(long nanos, WakeUps wakeUps) {
        boolean settled = line.settle(nanos);
        if (settled) {
            wakeUps.by(line::wakeAll);
        }
        return settled;
    }

    /** What wake-ups at one end throw: all that is to be done then is done first. One thread. */
    private static final class WakeUps {
        private @Nullable Throwable first;

        void by(Runnable call) {
            first = Thrown.by(call, first);
        }

        /** What has been thrown by threads of the line, if anything has. */
        void add(@Nullable Throwable thrown) {
            first = first == null ? thrown : first;
        }

        void throwFirst() {
            Thrown.again(first);
        }

        /** Where something else is thrown. */
        <X extends Throwable> X suppressedBy(X other) {
            if (first != null) {
                other.addSuppressed(first);
            }
            return other;
        }
    }

    @Override
    public void awaitDelivery() {
        line.awaitDelivery(Long.MAX_VALUE);
    }

    @Override
    public boolean awaitDelivery(Duration limit) {
        return line.awaitDelivery(nanos(limit));
    }

    @Override
    public List<T> closeNow() {
        return closeNow(Long.MAX_VALUE).orElseThrow();
    }

    @Override
    public Optional<List<T>> closeNow(Duration limit) {
        return closeNow(nanos(limit));
    }

    private Optional<List<T>> closeNow(long nanos) {
        line.checkNotClearing("close");
        if (line.isOwnThread()) {
            throw new IllegalStateException(
                    "a stage cannot wait for its own end: let it fail the line, or close() it");
        }
        long deadline = Sleep.deadline(nanos);
        boolean hadEnded = line.hasEnded();
        WakeUps wakeUps = new WakeUps();
        wakeUps.by(line::stop);
        List<Feed<?>> all = line.feeds.stop();
        line.awaitsEnd();
        try {
            boolean ended = settle(nanos, wakeUps) && line.join(Sleep.left(deadline));
            Feeds.join(all, deadline); // what one of them fills still is not published any more
            return ended ? Optional.of(line.outcome().left()) : Optional.empty();
        } finally {
            if (!hadEnded) { // else a line that has ended well stays so
                wakeUps.add(line.ending.takeKept());
                if (wakeUps.first != null) { // thrown here, it would take the place of what is left
                    line.failAtWaiter(wakeUps.first);
                }
            }
        }
    }

    @Override
    public void fail(Throwable cause) {
        fail(null, Objects.requireNonNull(cause, "cause"));
    }

    /** One of its feeds cannot go on. */
    void failAtFeed(Throwable cause) {
        fail("a feed", cause);
    }

    private void fail(@Nullable Object place, Throwable cause) {
        if (!line.hasEnded()) { // what comes later has kept nothing from being delivered
            line.fail(place, cause);
        }
    }

    // ---- inspection: any thread

    @Override
    public boolean isOpen() {
        return line.isOpen();
    }

    @Override
    public @Nullable Throwable failure() {
        return line.failure();
    }

    @Override
    public LineCounters counters() {
        return line.counters();
    }

    @Override
    public List<StageCounters> stages() {
        return line.stageCounters();
    }

    @Override
    public String explain() {
        return line.explain();
    }

    @Override
    public String toString() {
        return line.name()
                + " "
                + line.stages.stream().map(each -> each.name).toList()
                + " "
                + counters();
    }
}
