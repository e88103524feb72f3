package io.roundhouse.pipeline;

import io.roundhouse.memory.Padding;
import io.roundhouse.memory.Sequence;
import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the events of all publishers come into one order.
 *
 * <p>Design. Every publisher has a lane of its own and writes to nothing that another one writes
 * to, but the epoch, so a publisher that stops in the middle of an event stops nobody. A stage that
 * looks for events takes what is new in the lanes, a <em>run</em> of one at a time, by the
 * {@linkplain Epochs epochs} in which it was published, and so gives it its place in the order that
 * all stages see; whoever comes first does that for all.
 *
 * <pre>
 *   lane 0   [ 0 1 2 3 | 4 5 ]                      run   start  lane  offset
 *   lane 1   [ 0 1 | 2 3 4 ]                         0      0     0      0
 *                                                    1      4     1     -4
 *   order    [ 0:0 0:1 0:2 0:3 1:0 1:1 0:4 0:5 … ]   2      6     0     -2      lane position = order + offset
 *
 * Invariants
 *   I1  starts grow; a run ends where the next one starts, the newest one at merged
 *   I2  only who holds the lock appends runs, retires them, and moves lanes' taken and freed
 *   I3  a run is written before runs, and runs before merged, is published
 *   I4  a run is retired, and its entry used again, only when all last stages have passed its end
 *   I5  merged is published before lanes' taken: who sees no news sees how far the order goes, and may sleep
 *       until the next publisher rings, though somebody else has taken what was new a moment before
 * </pre>
 *
 * With one publisher there is one run, for ever. The lock is held for a few instructions a lane,
 * and as many again for each run, of which there are not more than {@link #MOST_AT_ONCE}; and where
 * stages take events off the line for half a nanosecond an event that is freed; never while code of
 * the user runs, a clearing hook apart.
 */
final class Source<T> extends SourceLayout.After {
    private static final VarHandle LOCKED = SourceLayout.lockedHandle();

    /** As good as none, and longer than the lock is held where no hook blocks. */
    private static final long NO_TIME = 1_000_000;

    /**
     * More than all takes that is done with the lock, but for a hook; small ones. Who ran out of
     * stack half way would keep the lock. Those who look for events are not asked: threads of the
     * line, which are not deep in anybody's recursion.
     */
    static final int FRAMES_WITH_LOCK = 160;

    /** Epochs that are taken at once; the rest at the next look. */
    private static final int MOST_AT_ONCE = 1024;

    private final Sequence merged = new Sequence();
    private final Sequence runs = new Sequence();
    private final Sequence oldest = new Sequence();
    private final Sequence retired = new Sequence();

    // entries of runs, by number modulo their count
    private final long[] starts;
    private final long[] offsets;
    private final @Nullable Lane<T>[] laneOf;
    private final int mask;

    private final Lanes<T> lanes = new Lanes<>();

    /** The last stages; set once, before anything is published. */
    private List<Stage<T>> last = List.of();

    private final @Nullable Hook<T> clearing;

    /** Odd while what {@link #counters} reads is about to change. */
    private final Sequence changes = new Sequence();

    /** Of the events that are retired: those that a stage has taken off the line. */
    private final Sequence off = new Sequence();

    /** Of those: the ones that failed at a stage. */
    private final Sequence failed = new Sequence();

    // guarded by the lock
    private @Nullable Lane<T> newest;
    private long end;
    private final Taken taken = new Taken();

    /** Who runs the clearing hook, with the lock. A thread finds itself only if it does. */
    private @Nullable Thread cleaner;

    @SuppressWarnings("unchecked")
    Source(int capacity, @Nullable Hook<T> clearing) {
        int entries =
                Math.max(2, capacity); // the newest run keeps its entry until there is a newer
        starts = new long[entries];
        offsets = new long[entries];
        laneOf = (Lane<T>[]) new Lane<?>[entries];
        mask = entries - 1;
        this.clearing = clearing;
    }

    /** The stages that all others lead to. Called once, before anything is published. */
    void last(List<Stage<T>> stages) {
        last = List.copyOf(stages);
    }

    /** Where events come from. */
    Lanes<T> lanes() {
        return lanes;
    }

    // ---- looking for events

    /** How far the order goes that has been made so far. Any thread. */
    long merged() {
        return merged.acquire();
    }

    /**
     * Takes what is new, of the only lane with news whole trains first; returns how far the order
     * goes now. Any thread.
     */
    long merge() {
        if (lanes.haveTrain() || lanes.haveNews()) {
            lock();
            try {
                retireLocked();
                if (lanes.haveNews()) { // which somebody else may have taken
                    takeAll();
                }
            } finally {
                unlock();
            }
        }
        return merged.acquire();
    }

    private void takeAll() {
        Lane<T> alone = lanes.lookAtOne();
        if (alone != null) {
            takeAlone(alone);
        } else {
            lanes.lookAtAll();
            takeByEpochs();
        }
        merged.publish(
                end); // release; pairs with merged(): carries the runs and all events below it
        lanes.tellTaken(); // keeps I5
    }

    private void takeAlone(Lane<T> lane) {
        if (hasEntry(lane)) {
            long from = lane.look().at();
            end += lane.look().last() - from;
        }
    }

    /** As far as there are entries, and not for long: others wait for the lock. */
    private void takeByEpochs() {
        Lane<T> next = lanes.first();
        for (int i = 0; i < MOST_AT_ONCE && next != null && hasEntry(next); i++) {
            long from = next.look().at();
            end += next.look().goOn() - from;
            next = lanes.first();
        }
    }

    /** Has a run for what is next in a lane; returns false if there is no entry for it. */
    private boolean hasEntry(Lane<T> lane) {
        if (newest == lane) {
            return true;
        }
        if (areEntriesUsed()) {
            return false;
        }
        long run = runs.acquire();
        int entry = (int) run & mask;
        starts[entry] = end;
        offsets[entry] = lane.look().at() - end;
        laneOf[entry] = lane;
        newest = lane;
        runs.publish(run + 1);
        return true;
    }

    private boolean areEntriesUsed() {
        return runs.acquire() - oldest.acquire() > mask;
    }

    /** Whether something waits for an entry, perhaps: a moment ago. Any thread. */
    boolean isStarved() {
        return areEntriesUsed() && lanes.haveNews();
    }

    /** Whether it may ever want more entries than there are. Any thread, before it is starved. */
    boolean canStarve() {
        return lanes.number() > 1;
    }

    // ---- the end

    /**
     * Nothing that is published from now on counts. Any thread, once.
     *
     * @return how much counts; less than 0 if a clearing hook did not return in time
     */
    long seal(long nanos) {
        StackRoom.needs(FRAMES_WITH_LOCK);
        if (!lock(clearing == null ? Long.MAX_VALUE : Math.max(nanos, NO_TIME))) {
            return -1;
        }
        try {
            changes.publish(changes.acquire() + 1);
            VarHandle.fullFence(); // who counts what is published behind a seal sees this
            lanes.seal();
            changes.publish(changes.acquire() + 1);
            return lanes.published();
        } finally {
            unlock();
        }
    }

    /**
     * How much of what a publisher has published counts: all of it, unless the line was sealed
     * before.
     */
    long confirm(Lane<T> lane, long position) {
        StackRoom.needs(FRAMES_WITH_LOCK);
        lock();
        try {
            return Math.min(position, lane.published());
        } finally {
            unlock();
        }
    }

    // ---- finding an event

    /**
     * The run that an event is in. The caller keeps that run from being retired; the one that it
     * starts from may have been.
     *
     * @param from a run that begins no later, as far as the caller remembers
     */
    long runOf(long event, long from) {
        while (true) {
            long run = Math.max(from, oldest.acquire());
            long all = runs.acquire();
            while (run + 1 < all && starts[(int) (run + 1) & mask] <= event) {
                run++;
            }
            VarHandle.loadLoadFence(); // the entries that were read are older than the look below
            if (oldest.acquire() <= run) {
                return run;
            }
        }
    }

    Lane<T> lane(long run) {
        Lane<T> lane = laneOf[(int) run & mask];
        if (lane == null) {
            throw new AssertionError("there is no run " + run);
        }
        return lane;
    }

    long offset(long run) {
        return offsets[(int) run & mask];
    }

    /** Where a run ends, as far as is known now; no less than {@code least}, which is known. */
    long endOf(long run, long least) {
        return run + 1 < runs.acquire() ? starts[(int) (run + 1) & mask] : least;
    }

    // ---- giving room back

    /** Tells publishers which of their events all stages have passed. Any thread. */
    void retire() {
        if (passed() > retired.acquire()) {
            StackRoom.needs(FRAMES_WITH_LOCK);
            lock();
            try {
                retireLocked();
            } finally {
                unlock();
            }
        }
    }

    /** How far all stages have come. Any thread. */
    long passed() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < last.size(); i++) { // an iterator would be an object a look
            least = Math.min(least, last.get(i).reached());
        }
        return least;
    }

    private void retireLocked() {
        long to = passed();
        long from = retired.acquire();
        if (to <= from) {
            return;
        }
        long run = oldest.acquire();
        long first = run;
        taken.reset();
        while (run + 1 < runs.acquire() && starts[(int) (run + 1) & mask] <= to) {
            from = free(run, from, starts[(int) (run + 1) & mask]);
            run++;
        }
        if (to > from) {
            free(run, from, to);
        }
        if (run != first) {
            oldest.publish(run);
        }
        count(to);
    }

    /** All below that place is retired, and {@link #taken} what was taken off of it by now. */
    private void count(long to) {
        if (taken.off == 0) {
            retired.publish(to);
            return;
        }
        changes.publish(changes.acquire() + 1);
        VarHandle.storeStoreFence(); // who sees one of these sees that, too
        off.publish(off.acquire() + taken.off);
        failed.publish(failed.acquire() + taken.failed);
        retired.publish(to);
        changes.publish(changes.acquire() + 1);
    }

    /** Frees events of a run; returns {@code to}, which is not beyond its end. */
    private long free(long run, long from, long to) {
        Lane<T> lane = lane(run);
        long offset = offset(run);
        if (clearing != null) {
            clear(clearing, lane, from + offset, to + offset);
        }
        lane.free(from + offset, to + offset, taken);
        return to;
    }

    private void clear(Hook<T> hook, Lane<T> lane, long from, long to) {
        try {
            begin(hook);
            for (long at = from; at < to; at++) {
                hook.clear(lane.event(at));
            }
        } finally {
            cleaner = null;
        }
    }

    private void begin(Hook<T> hook) {
        cleaner = Thread.currentThread();
        hook.begin();
    }

    /** Clears events which the stages are done with, and which are never freed. */
    void clear(List<T> done) {
        if (clearing == null || done.isEmpty()) {
            return;
        }
        lock();
        try {
            begin(clearing);
            done.forEach(clearing::clear);
        } finally {
            cleaner = null;
            unlock();
        }
    }

    /** Clears what all stages have passed. Whoever holds the lock. */
    interface Hook<T> {
        /** Some will be cleared, by the calling thread. */
        void begin();

        void clear(T event);
    }

    /** Whether the calling thread runs the clearing hook. */
    boolean isClearing() {
        return clearing != null && cleaner == Thread.currentThread();
    }

    private void lock() {
        for (int spins = 0; !LOCKED.compareAndSet(this, false, true); ) {
            spins = Spin.onceOrNap(spins);
        }
    }

    /** Returns whether it has the lock in time. */
    private boolean lock(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            lock();
            return true;
        }
        long deadline = Sleep.deadline(nanos);
        for (int spins = 0; !LOCKED.compareAndSet(this, false, true); ) {
            if (Sleep.left(deadline) == 0) {
                return false;
            }
            spins = Spin.onceOrNap(spins);
        }
        return true;
    }

    private void unlock() {
        LOCKED.setRelease(this, false);
    }

    // ---- inspection

    /** Of events that are freed: those that a stage has taken off the line. */
    static final class Taken {
        private long off;
        private long failed;

        void reset() {
            off = 0;
            failed = 0;
        }

        void add(boolean hasFailed) {
            off++;
            failed += hasFailed ? 1 : 0;
        }
    }

    /**
     * What has become of the events that were published, as far as they are retired; what is not
     * counts as undelivered. All of one moment: who looks again never finds less published,
     * delivered, filtered or failed. Any thread.
     */
    LineCounters counters() {
        for (int spins = 0; ; spins = Spin.once(spins)) {
            long before = changes.acquire();
            long passed = retired.acquire();
            long itsOff = off.acquire();
            long itsFailed = failed.acquire();
            long published = lanes.published(); // behind what is retired of it
            VarHandle.loadLoadFence();
            if ((before & 1) == 0 && changes.acquire() == before) {
                return new LineCounters(
                        published,
                        passed - itsOff,
                        itsOff - itsFailed,
                        itsFailed,
                        published - passed);
            }
        }
    }

    /** Visits events. */
    interface Visitor<T> {
        void visit(Lane<T> lane, long position, long sequence);
    }

    /** Visits all events from a place in the order on. Once all has ended. */
    void forEachFrom(long first, Visitor<T> visitor) {
        long next = forEachInOrder(first, visitor);
        lanes.forEachLeft(next, visitor); // what is behind a train, or found no entry
    }

    /**
     * Visits those that have their place in the order, from one on; returns the place of the next
     * one. Once the threads of the stages have ended, or the last of them is about to.
     */
    long forEachInOrder(long first, Visitor<T> visitor) {
        long run = oldest.acquire();
        long at = first;
        for (long to = merged(); at < to; at++) {
            run = runOf(at, run);
            visitor.visit(lane(run), at + offset(run), at);
        }
        return at;
    }

    @Override
    public String toString() {
        return merged + " events in order, of " + lanes.number() + " publishers";
    }
}

/** The padding of {@link Source}: 128 bytes on each side of the lock. */
final class SourceLayout {
    private SourceLayout() {}

    static VarHandle lockedHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(Fields.class, "locked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    abstract static class Fields extends Padding {
        boolean locked;
    }

    @SuppressWarnings("unused")
    abstract static class After extends Fields {
        // spotless:off
        byte a000, a001, a002, a003, a004, a005, a006, a007, a008, a009, a010, a011, a012, a013, a014, a015;
        byte a016, a017, a018, a019, a020, a021, a022, a023, a024, a025, a026, a027, a028, a029, a030, a031;
        byte a032, a033, a034, a035, a036, a037, a038, a039, a040, a041, a042, a043, a044, a045, a046, a047;
        byte a048, a049, a050, a051, a052, a053, a054, a055, a056, a057, a058, a059, a060, a061, a062, a063;
        byte a064, a065, a066, a067, a068, a069, a070, a071, a072, a073, a074, a075, a076, a077, a078, a079;
        byte a080, a081, a082, a083, a084, a085, a086, a087, a088, a089, a090, a091, a092, a093, a094, a095;
        byte a096, a097, a098, a099, a100, a101, a102, a103, a104, a105, a106, a107, a108, a109, a110, a111;
        byte a112, a113, a114, a115, a116, a117, a118, a119, a120, a121, a122, a123, a124, a125, a126, a127;
        // spotless:on
    }
}
