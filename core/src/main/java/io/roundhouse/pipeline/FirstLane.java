package io.roundhouse.pipeline;

import io.roundhouse.pipeline.internal.Filling;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Duration;
import java.util.ArrayList;
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
    private final List<Feed<?>> feeds = new ArrayList<>();
    private boolean feedsClosed; // guarded by feeds
    private int feedsMade; // guarded by feeds

    FirstLane(Line<T> line, Publishers<T> publishers, T[] events, Waiter waiter) {
        super(line, events, waiter, null);
        this.publishers = publishers;
    }

    // ---- hot path

    /** The lane of the calling thread; null if it has to share one. */
    private @Nullable Lane<T> own() {
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
        synchronized (feeds) {
            line.checkMayPublish();
            if (feedsClosed) {
                throw line.closed("nothing more can be fed");
            }
            Feed<S> feed = new Feed<>(line.name() + ": feed " + ++feedsMade, this, queue, fill);
            feed.start();
            feeds.removeIf(Feed::hasEnded);
            feeds.add(feed);
            return feed;
        }
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
        List<Feed<?>> all = stopFeeds();
        line.close();
        if (line.isOwnThread()) {
            line.settle(nanos);
            return false;
        }
        boolean drained = drain(nanos, deadline);
        boolean ended = join(all, deadline);
        Throwable failure = line.failure();
        if (failure != null) {
            boolean isAll = drained && ended && line.outcome().isAllDelivered();
            throw line.closed(
                    isAll
                            ? "all that was published has been delivered, but something was thrown"
                            : line + " could not deliver everything");
        }
        return drained && ended && line.outcome().isAllDelivered();
    }

    private boolean drain(long nanos, long deadline) {
        try {
            line.awaitsEnd();
            if (line.settle(nanos) && line.join(Sleep.left(deadline))) {
                return true;
            }
        } catch (WaitInterruptedException interrupted) {
            line.stop();
            line.interrupt();
            throw interrupted;
        }
        line.stop();
        line.interrupt();
        long second = Sleep.deadline(nanos);
        if (line.settle(nanos)) {
            line.join(Sleep.left(second));
        }
        return false;
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
        line.stop();
        List<Feed<?>> all = stopFeeds();
        line.interrupt();
        boolean ended = line.settle(nanos) && line.join(Sleep.left(deadline));
        join(all, deadline); // what one of them fills still is not published any more
        return ended ? Optional.of(line.outcome().left()) : Optional.empty();
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

    /** Tells all feeds to end; does not wait. */
    private List<Feed<?>> stopFeeds() {
        List<Feed<?>> all;
        synchronized (feeds) {
            feedsClosed = true;
            all = List.copyOf(feeds);
        }
        all.forEach(Feed::stop);
        return all;
    }

    /** Waits for feeds; returns whether all have ended in time. */
    private static boolean join(List<Feed<?>> all, long deadline) {
        boolean ended = true;
        for (Feed<?> each : all) {
            ended &= each.join(Sleep.left(deadline));
        }
        return ended;
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
