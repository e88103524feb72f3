package io.roundhouse.pipeline;

import io.roundhouse.railway.internal.Shares;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One stage of a line: its workers, which stages it follows, and what it does with an event that it
 * could not handle.
 */
final class Stage<T> {
    final Line<T> line;
    final String name;
    private final Handler<? super T> handler;

    /** The stages that it follows; none if it takes what publishers publish. */
    final List<Stage<T>> before;

    private final List<Stage<T>> behind = new ArrayList<>();
    final int workerCount;
    private final boolean shared;
    final int retries;

    /** The greatest batch. */
    final long block;

    final @Nullable ToIntFunction<? super T> key;
    final @Nullable UnaryOperator<T> copier;
    final @Nullable Consumer<? super FailedEvent<T>> siding;

    /** The stage's bit among those that can take an event off the line; 0 if it cannot. */
    final int bit;

    /** The bits of all stages before it, near and far. */
    final int bitsBefore;

    /** What its workers that share the events have claimed. */
    final Shares shares;

    final Waiter[] waiters;
    private final boolean movable;
    private Worker<T>[] workers;

    /** Rung when a worker has come further: heard by the stages behind, or by publishers. */
    private Bell bell;

    @SuppressWarnings("unchecked")
    Stage(Line<T> line, Plan<T> plan, List<Stage<T>> before, Waiter[] waiters, int bit) {
        this.line = line;
        this.name = plan.name();
        this.handler = plan.handler();
        this.before = before;
        StageOptions<T> with = plan.with();
        this.workerCount = with.workers;
        this.shared = plan.isShared();
        this.retries = with.retries;
        this.key = with.key;
        this.copier = with.copier;
        this.siding = with.siding;
        this.bit = bit;
        int bits = 0;
        for (Stage<T> each : before) {
            bits |= each.bit | each.bitsBefore;
            each.behind.add(this);
        }
        this.bitsBefore = bits;
        this.waiters = waiters;
        this.movable =
                line.goesRound && isOneForAll(with) && before.stream().allMatch(Stage::isMovable);
        this.block = Math.min(with.mostOfBatch, Lane.block(line.capacity));
        this.shares = new Shares(workerCount, block);
        workers = (Worker<T>[]) new Worker<?>[0];
        bell = line.roomBell;
    }

    /** Whether it minds neither whose thread runs it nor where that was before. */
    private boolean isOneForAll(StageOptions<T> with) {
        return workerCount == 1
                && !with.ownThread
                && with.waiting == null
                && line.waiting != WaitStrategy.busySpin();
    }

    /** Makes the workers; called once the stages behind are known. */
    @SuppressWarnings("unchecked")
    void connect() {
        if (!behind.isEmpty()) {
            bell = new Bell(behind.stream().flatMap(Stage::groups).toList());
        }
        workers = (Worker<T>[]) new Worker<?>[workerCount];
        for (int i = 0; i < workerCount; i++) {
            workers[i] = shared ? new SharingWorker<>(this, i) : new Worker<>(this, i);
        }
    }

    /** What that worker of it calls. */
    Handler<? super T> handlerOf(Worker<T> worker) {
        Handler<? super T> its =
                handler instanceof PerWorker<? super T> each
                        ? each.made(worker.number, worker)
                        : handler;
        assert (its = Watched.of(its, worker)) != null; // only where assertions are on
        return its;
    }

    /** Of each of these one is to be woken: workers that share events, or one by itself. */
    private Stream<Waiter[]> groups() {
        return groups(waiters, isShared());
    }

    static Stream<Waiter[]> groups(Waiter[] waiters, boolean share) {
        if (share) {
            return Stream.<Waiter[]>of(waiters);
        }
        return Arrays.stream(waiters).map(each -> new Waiter[] {each});
    }

    /** There is more, or nothing to come, for another one of the workers that share it. */
    void wakeAnother() {
        Bell.wakeOneOf(waiters);
    }

    boolean isLast() {
        return behind.isEmpty();
    }

    boolean isShared() {
        return shared;
    }

    /**
     * Whether any thread that goes round may run it. So may they run all stages before it: no other
     * thread has to tell them that it has events.
     */
    boolean isMovable() {
        return movable;
    }

    Bell bell() {
        return bell;
    }

    Worker<T>[] workers() {
        return workers;
    }

    /**
     * Everything below it has been handled here, and is seen as the stage left it. Any thread; what
     * it returns may be less than a moment ago, if workers share the events, never more than is
     * true.
     */
    long reached() {
        long least = isShared() ? shares.claimed() : Long.MAX_VALUE; // before what workers hold
        for (Worker<T> worker : workers) {
            least = Math.min(least, worker.reached());
        }
        return least;
    }

    /**
     * How far the stages before it have come; as far as there is an order if it is one of the
     * first.
     */
    long available() {
        if (before.isEmpty()) {
            return line.source.merge();
        }
        return reachedBefore();
    }

    /** Like {@link #available}, without making more available. */
    long reachedBefore() {
        if (before.isEmpty()) {
            return line.source.merged();
        }
        long least = Long.MAX_VALUE;
        for (int i = 0; i < before.size(); i++) { // an iterator would be an object a look
            least = Math.min(least, before.get(i).reached());
        }
        return least;
    }

    /** How many workers have events at hand, whether they are awake or not. Any thread. */
    int busy() {
        long end = reachedBefore();
        int busy = 0;
        for (Worker<T> worker : workers) {
            busy += worker.isBusy(end) ? 1 : 0;
        }
        return busy;
    }

    /**
     * Whether an event is done with here, or left the line on the way: then those before may not be
     * done with it, as they stand beside the one at which it left. Once all has ended.
     */
    boolean isDone(Lane<T> lane, long at, long sequence) {
        return reached() > sequence // first: a stage behind may have changed the key
                || lane.isOff(lane.slot(at), bit | bitsBefore)
                || hasDone(lane.event(at), sequence);
    }

    private boolean hasDone(T event, long sequence) {
        if (key != null) {
            try {
                return workers[partition(event)].reached() > sequence;
            } catch (Throwable e) { // the key of this event fails: nobody has handled it
                return false;
            }
        }
        if (!isShared()) {
            return workers[0].reached() > sequence;
        }
        if (sequence >= shares.claimed()) {
            return false;
        }
        for (Worker<T> worker : workers) {
            if (worker.hasLeft(sequence)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it was this event's copy that its siding did not take. Once all has ended. */
    boolean hasLost(long sequence) {
        for (Worker<T> worker : workers) {
            if (worker.hasLost(sequence)) {
                return true;
            }
        }
        return false;
    }

    /** Which worker has the events of that key. */
    int partition(T event) {
        return key == null ? 0 : workerOf(key.applyAsInt(event));
    }

    /** Which worker has that key. */
    int workerOf(int key) {
        int spread = key * 0x9E3779B9;
        return Math.floorMod(spread ^ (spread >>> 16), workerCount);
    }

    // ---- inspection

    /**
     * @param capacity of the section before it
     */
    StageCounters counters(long capacity) {
        long handled = 0;
        long filtered = 0;
        long failed = 0;
        long tries = 0;
        long waits = 0;
        long parks = 0;
        long at = reached();
        for (Worker<T> worker : workers) {
            handled += worker.handled();
            filtered += worker.filtered();
            failed += worker.failed();
            tries += worker.retries();
            waits += worker.waits();
            parks += worker.parks();
        }
        long waiting = Math.max(0, availableNow() - at);
        return new StageCounters(
                name,
                workerCount,
                at,
                waiting,
                capacity,
                false,
                handled,
                filtered,
                failed,
                tries,
                waits,
                parks);
    }

    private long availableNow() {
        return before.isEmpty() ? line.source.lanes().published() : reachedBefore();
    }

    @Override
    public String toString() {
        return "stage " + name;
    }
}
