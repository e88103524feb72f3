package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Wait;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one executor, as far as actors have them, and how an actor waits on one. All of
 * them may wait, and then others of the executor on whom a wait depends, directly or through
 * others, would never run.
 *
 * <pre>
 *   waits ──→ … ──→ is due                        runs here, one call, on top of the wait
 *   waits ──→ … ──→ rests ──→ … ──→ is due        the one that rests goes on, room or not
 * </pre>
 *
 * <p>Who runs on top of a wait has to end its call before the wait can end. So only those run there
 * without whom it never ends anyhow: if one of them waits for the one below, that is a circle with
 * any number of threads, and is told. A rest is none, and whoever is to make the room for which one
 * rests need not run here: the mailbox grows, as in a circle of full ones, which this thread has
 * closed. That is so only where all threads that it has lent wait, and none has come for a while:
 * where it is held up by something else, a mailbox may take what comes before the awaited call.
 *
 * <p>Nobody tells this thread who becomes due while it sleeps: it looks, less and less often.
 */
final class ExecutorThreads {
    private static final long FIRST_LOOK_NANOS = 1_000_000;
    private static final long LONGEST_NANOS = 1_000_000_000;

    /** So long nobody has come before a mailbox grows. */
    private static final long LEAST_TO_GROW_NANOS = 16_000_000;

    private static final long MOST_PATIENCE_NANOS = 500_000_000;
    private static final long LEAST_PATIENCE_NANOS = 1_000_000;

    // of the state
    private static final int AT_WORK = (1 << 20) - 1;
    private static final long DUE = AT_WORK + 1;
    private static final long ALL_DUE = AT_WORK * DUE;
    private static final long CAME = DUE * DUE;
    private static final long ALL_CAME = 4_095 * CAME;
    private static final long WENT_ON = 4_096 * CAME;
    private static final long ALL_WENT_ON = -WENT_ON;

    /** So many looks in a row are left out as threads come to others. */
    private static final int MOST_LEFT_OUT = 8;

    private static final Map<ExecutorThreads, WeakReference<ExecutorThreads>> ALL =
            new WeakHashMap<>();

    private final Executor executor;

    /**
     * What the looks need.
     *
     * <pre>
     *   at work -- threads with actors that do not wait there (bits 0–19)
     *   due     -- actors to which the executor has not come (bits 20–39)
     *   came    -- how often a thread has come from the executor (bits 40–51)
     *   went on -- how often a thread has gone on that had waited (bits 52–63)
     * </pre>
     */
    private final AtomicLong state = new AtomicLong();

    /** How long somebody waits for a thread to come. A guess, of any thread. */
    private volatile long patienceNanos = MOST_PATIENCE_NANOS;

    private ExecutorThreads(Executor executor) {
        this.executor = executor;
    }

    /** Those of that very executor. Any thread. */
    static ExecutorThreads of(Executor executor) {
        ExecutorThreads made = new ExecutorThreads(executor);
        synchronized (ALL) {
            WeakReference<ExecutorThreads> before = ALL.get(made);
            ExecutorThreads known = before == null ? null : before.get();
            if (known == null) {
                ALL.put(made, new WeakReference<>(made));
                return made;
            }
            return known;
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ExecutorThreads threads && threads.executor == executor;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(executor);
    }

    /** The executor has been asked to come to one more actor. Any thread. */
    void becomesDue() {
        state.getAndAdd(DUE);
    }

    /** Somebody has come to it. That thread. */
    void isDueNoLonger() {
        state.getAndAdd(-DUE);
    }

    /** One more is with an actor. That thread. */
    void comes() {
        state.getAndAdd(CAME + 1);
    }

    /** One more that has waited, likewise. */
    private void goesOn() {
        state.getAndAdd(WENT_ON + 1);
    }

    /** One less. That thread. */
    void goes() {
        state.getAndAdd(-1);
    }

    // ---- who waits

    /** The actor that runs on the calling thread waits, for some time at most. */
    void await(Caller me, Wait wait, long nanos) {
        Task waiting = me.running;
        if (waiting == null) {
            me.waiter().await(wait, nanos);
            return;
        }
        long deadline = Sleep.deadline(nanos);
        Looking looking = new Looking(this, waiting, wait);
        goes();
        try {
            while (me.waiter().await(looking, Sleep.left(deadline)) && looking.hasFound()) {
                helps(me, waiting, wait, deadline);
                looking.looksAnew();
            }
        } finally {
            goesOn();
        }
    }

    /**
     * The actor that runs on the calling thread waits until another thread has come to one; returns
     * whether one has. Long enough for a pool that is busy, as who runs that one itself is held up
     * by it. Where none has come in time, as all wait, perhaps, the next wait is half as long.
     */
    boolean awaitOthers(Caller me, Wait wait) {
        if (wait.met()) {
            return true; // which tells nothing of the next wait
        }
        long patience = patienceNanos;
        boolean came;
        goes();
        try {
            came = me.waiter().await(wait, patience);
        } finally {
            goesOn();
        }
        patienceNanos = came ? MOST_PATIENCE_NANOS : Math.max(LEAST_PATIENCE_NANOS, patience / 2);
        return came;
    }

    /** Has those handle calls, one each, without whom the wait does not end. */
    private void helps(Caller me, Task waiting, Wait wait, long deadline) {
        OnExecutor last = null;
        OnExecutor next = due(waiting.needed(this::isDue));
        while (next != null
                && !wait.met()
                && !Sleep.isOver(deadline)
                && !Thread.currentThread().isInterrupted()) {
            if (last != null && last != next) {
                last.isLeft(me);
            }
            last = next;
            helps(me, next);
            next = due(waiting.needed(this::isDue)); // another look behind each call
        }
        if (last != null) {
            last.isLeft(me);
        }
    }

    private void helps(Caller me, OnExecutor needed) {
        if (!RoomToHelp.isThere(me)) {
            throw new NoRoomToHelp();
        }
        goesOn();
        try {
            needed.helps();
        } finally {
            goes();
        }
    }

    private static @Nullable OnExecutor due(@Nullable Task needed) {
        return needed != null && needed.dispatching() instanceof OnExecutor its ? its : null;
    }

    private boolean isDue(Task task) {
        return task.dispatching() instanceof OnExecutor its && its.threads == this && its.isDue();
    }

    /** A wait that looks from time to time, while it sleeps, who else is to go on. */
    private static final class Looking implements Wait {
        private final ExecutorThreads threads;
        private final Task waiting;
        private final Wait wait;

        private long pause = FIRST_LOOK_NANOS;
        private long nextLook = Sleep.deadline(pause);
        private long stateBefore;
        private int leftOut;
        private boolean found;

        Looking(ExecutorThreads threads, Task waiting, Wait wait) {
            this.threads = threads;
            this.waiting = waiting;
            this.wait = wait;
            this.stateBefore = threads.state.get();
        }

        /** Whether it has found somebody, and not that the wait is over. */
        boolean hasFound() {
            return found;
        }

        void looksAnew() {
            found = false;
            pause = FIRST_LOOK_NANOS;
            nextLook = Sleep.deadline(pause);
            stateBefore = threads.state.get();
        }

        @Override
        public boolean met() {
            if (wait.met()) {
                found = false;
                return true;
            }
            if (!found && Sleep.isOver(nextLook)) {
                look();
                nextLook = Sleep.deadline(pause);
            }
            return found;
        }

        private void look() {
            long state = threads.state.get();
            long changed = state ^ stateBefore;
            boolean noneCame = (changed & ALL_CAME) == 0;
            boolean allWait =
                    (changed & (ALL_CAME | ALL_WENT_ON)) == 0
                            && ((state | stateBefore) & AT_WORK) == 0;
            stateBefore = state;
            boolean grows = false;
            if ((state & ALL_DUE) != 0 && (noneCame || ++leftOut > MOST_LEFT_OUT)) {
                leftOut = 0;
                grows = finds(allWait && pause >= LEAST_TO_GROW_NANOS);
            }
            if (!grows) { // else another look as soon as this
                pause = Math.min(2 * pause, LONGEST_NANOS);
            }
        }

        /** Whether, where somebody is due who is not needed here, a mailbox grows instead. */
        private boolean finds(boolean mayGrow) {
            try {
                found = waiting.needed(threads::isDue) != null;
                return mayGrow && !found && waiting.endsRests(threads::isDue);
            } catch (OutOfMemoryError e) {
                return false; // perhaps there is more when it looks again
            }
        }

        @Override
        public long longestNapNanos() {
            return pause;
        }

        @Override
        public void beforePark() {
            wait.beforePark();
        }

        @Override
        public void afterPark() {
            wait.afterPark();
        }

        @Override
        public void hasLasted() {
            wait.hasLasted();
        }

        @Override
        public boolean isSeldom() {
            return wait.isSeldom();
        }

        @Override
        public boolean isInTheWay(Clock clock, long nap) {
            return wait.isInTheWay(clock, nap);
        }

        @Override
        public boolean wakersFence(Clock clock) {
            return false; // else it would sleep without a look
        }

        @Override
        public String toString() {
            return wait.toString();
        }
    }
}
