package io.roundhouse.waiting;

import io.roundhouse.memory.StackRoom;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits on a real thread: spins, yields, then parks or naps, as its {@link Policy} says.
 *
 * <p>Design.
 *
 * <pre>
 *   await:   spin → yield → beforePark → sleeper = me ; full fence ; met? ; park(100 µs) ; met? ; park(longer) …
 *   wake:    publish (release) … read sleeper (opaque) → if set: sleeper = null, unpark
 *
 * Invariants
 *   I1  sleeper is null or the waiting thread; the waiting thread sets it, any waker clears it.
 *   I2  sleeper stays set from before the last look until the waiting thread is woken or goes on.
 *   I3  the first park after sleeper was set is short (FIRST_NAP_NANOS), the second not much longer,
 *       unless {@link Wait#wakersFence} says after it was set that wakers have the fence themselves
 * </pre>
 *
 * Why no fence on the waking side: a store followed by a load of another location is reordered by
 * every processor, so the waker can read "nobody sleeps" while its own publication still sits in
 * its store buffer, and the sleeper can miss that publication in its last look. Forbidding this
 * costs a full fence a good (Attiya et al., "Laws of Order", POPL 2011: no algorithm avoids it
 * without help from outside). The help from outside is time: a store buffer drains within
 * microseconds whatever the thread that filled it does next. A waker that read "nobody sleeps" read
 * it before sleeper was visible (I2), so its publication is visible long before the first, short,
 * park ends (I3), and the look after that park finds it. A wake-up that falls into that window
 * costs at most one short park; none is lost. A permit left over by the waker of an earlier wait
 * may end the first park at once; then it is the second that covers the window (the simulation in
 * the proof module strands a waiter that naps only once: docs/design/0002-who-wakes-whom.md). Every
 * later park is bounded too, twice the one before, so that not even a broken waker can strand such
 * a thread for ever.
 *
 * <p>Where wakers have the fence themselves ({@link Wait#wakersFence}), there is no window, and
 * there are no naps: one park a wait, and on a platform thread one without an end.
 *
 * <p>Who learns does not yield on and on where it {@linkplain Wait#isInTheWay is in the way}: it
 * naps, not to be woken, so that its processor is idle and the system moves somebody there who has
 * work; then it goes on to yield. To sleep would be to be woken for each little that comes.
 *
 * <p>Other parks are timed, and those of virtual threads are always: on some builds of JDK 25 such
 * a thread may miss the unpark of an untimed park that follows a timed one (JDK-8369227,
 * JDK-8373120).
 */
final class ThreadWaiter implements Waiter {
    /** More than an unpark of a virtual thread takes; small ones. */
    private static final int FRAMES_TO_UNPARK = 256;

    /** Likewise for a thread of the platform. */
    private static final int FRAMES_TO_UNPARK_ON_PLATFORM = 48;

    private static final long PAUSE_NANOS = 2_000;
    private static final int SPINS_BETWEEN_LOOKS = 2;

    /** Who has run for so long was not waited for. */
    private static final long FOREIGN_TURN_NANOS = 1_000_000;

    private static final int FEWEST_TO_KEEP = 63;
    private static final int MOST_TO_KEEP = (1 << 16) - 1;
    private static final long FIRST_NAP_NANOS = 100_000;

    /** A yield that takes less has let nobody run. */
    private static final long IDLE_YIELD_NANOS = 1_000;

    /** After so many yields it asks whether it is in the way; a power of two. */
    private static final int FEW_YIELDS = 4;

    /** Time for much to gather, and for the system to see that a processor is idle. */
    private static final long OUT_OF_THE_WAY_NANOS = 100_000;

    /** Some twenty microseconds. */
    private static final int MOST_SPINS = 1_000;

    private static final long SHORT_SLEEP_NANOS = 50_000;
    private static final long LONGEST_NAP_NANOS = Sleep.LONGEST_PARK_NANOS;
    private static final long LONGEST_BACK_OFF_NANOS = 1_000_000;
    private static final int MOST_SPINS_ON_CARRIER = 1_000;
    private static final int SPINS_BETWEEN_INTERRUPT_CHECKS = 1 << 10;
    private static final int MOST_SHIFTS = 5;
    private static final boolean ONE_PROCESSOR = Runtime.getRuntime().availableProcessors() == 1;

    private static final VarHandle SLEEPER;
    private static final VarHandle WAITS;
    private static final VarHandle PARKS;

    static {
        try {
            var lookup = MethodHandles.lookup();
            SLEEPER = lookup.findVarHandle(ThreadWaiter.class, "sleeper", Thread.class);
            WAITS = lookup.findVarHandle(ThreadWaiter.class, "waits", long.class);
            PARKS = lookup.findVarHandle(ThreadWaiter.class, "parks", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Policy policy;
    private final Clock clock;
    private final boolean oneProcessor;
    private volatile @Nullable Thread sleeper;

    /**
     * By how many halvings the spins and yields are shortened because they did not help (learning
     * policies).
     */
    private int shortened;

    /**
     * Whether the spins are lengthened: the last wait took some yields, and these let nobody run.
     */
    private boolean looksOn;

    /** In how many pauses it keeps its processor after one that has let foreign threads run. */
    private int pausesToKeep;

    private int pausesLeftToKeep;

    /** When the last wait began that was to sleep at once. */
    private long began;

    private long waits; // written by the waiting thread, read by any (opaque)
    private long parks; // likewise

    ThreadWaiter(Policy policy, Clock clock) {
        this(policy, clock, ONE_PROCESSOR);
    }

    ThreadWaiter(Policy policy, Clock clock, boolean oneProcessor) {
        this.policy = policy;
        this.clock = clock;
        this.oneProcessor = oneProcessor;
    }

    @Override
    public boolean await(Wait wait, long nanos) {
        if (wait.met()) {
            return true;
        }
        if (nanos <= 0) {
            return false;
        }
        WAITS.setOpaque(this, waits + 1);
        Thread me = Thread.currentThread();
        long deadline = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : clock.nanoTime() + nanos;
        if (me.isVirtual()) {
            return awaitOnCarrier(wait, me, deadline);
        }
        if (oneProcessor && !policy.burns()) {
            return sleep(wait, me, deadline);
        }
        if (shortened == MOST_SHIFTS && wait.isSeldom() && !hasSleptForAMoment()) {
            return sleep(wait, me, deadline);
        }
        int spins = looksOn ? MOST_SPINS : policy.spins() >> shortened;
        if (spin(wait, me, deadline, spins)) {
            shortened = 0;
            return true;
        }
        return giveWayForAMoment(wait, me, deadline) || sleep(wait, me, deadline);
    }

    /**
     * A virtual thread that spins keeps its carrier from the thread that could end the wait, and
     * one that yields may be carried on again and again while others are not. So it spins for a
     * little while only, not at all on one processor, and naps where its policy would have it spin
     * or yield for ever.
     */
    private boolean awaitOnCarrier(Wait wait, Thread me, long deadline) {
        int most = oneProcessor ? 0 : MOST_SPINS_ON_CARRIER;
        if (spin(wait, me, deadline, Math.min(policy.spins() >> shortened, most))) {
            shortened = 0;
            return true;
        }
        return policy.burns() ? nap(wait, me, deadline) : sleep(wait, me, deadline);
    }

    @Override
    public boolean pause(Wait wait) {
        if (oneProcessor) { // what it waits for cannot happen meanwhile
            return wait.met();
        }
        if (policy.givesWay() && !Thread.currentThread().isVirtual() && mayGiveWay()) {
            return pauseGivingWay(wait);
        }
        long start = clock.nanoTime();
        do {
            if (wait.met()) {
                return true;
            }
            for (int i = 0; i < SPINS_BETWEEN_LOOKS; i++) {
                Thread.onSpinWait();
            }
        } while (clock.nanoTime() - start < PAUSE_NANOS);
        return false;
    }

    /** Who is let go may take longer than a pause; so it looks once more when that is over. */
    private boolean pauseGivingWay(Wait wait) {
        long start = clock.nanoTime();
        long taken = 0;
        boolean met = wait.met();
        while (!met && taken < PAUSE_NANOS) {
            Thread.yield();
            taken = clock.nanoTime() - start;
            met = wait.met();
        }
        if (taken >= FOREIGN_TURN_NANOS) {
            pausesToKeep = Math.min(2 * pausesToKeep + FEWEST_TO_KEEP, MOST_TO_KEEP);
            pausesLeftToKeep = pausesToKeep;
        } else if (taken > 0) {
            pausesToKeep /= 2;
        }
        return met;
    }

    /**
     * Not for a while where a pause has lasted as long as threads run that have nothing to do with
     * this one: whatever is at hand already would wait for them.
     */
    private boolean mayGiveWay() {
        if (pausesLeftToKeep == 0) {
            return true;
        }
        pausesLeftToKeep--;
        return false;
    }

    @Override
    public boolean linger(Wait wait, long nanos) {
        Thread me = Thread.currentThread();
        boolean sleepsAnyhow = policy.spins() == 0 && policy.yields() == 0;
        if (me.isVirtual() || oneProcessor || sleepsAnyhow) {
            return await(wait, nanos);
        }
        if (wait.met()) {
            return true;
        }
        if (nanos <= 0) {
            return false;
        }
        WAITS.setOpaque(this, waits + 1);
        long deadline = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : clock.nanoTime() + nanos;
        return spin(wait, me, deadline, policy.spins())
                || giveWay(wait, me, deadline, Policy.FOREVER);
    }

    @Override
    public boolean doze(Wait wait, long nanos) {
        Thread me = Thread.currentThread();
        long deadline = clock.nanoTime() + Math.max(0, nanos); // see Sleep.deadline
        WAITS.setOpaque(this, waits + 1);
        try {
            while (true) {
                sleeper = me;
                if (wait.met()) {
                    return true;
                }
                if (over(wait, me, deadline)) {
                    return false;
                }
                PARKS.setOpaque(this, parks + 1);
                LockSupport.parkNanos(wait, left(LONGEST_NAP_NANOS, deadline));
            }
        } finally {
            sleeper = null;
        }
    }

    @Override
    public void wake() {
        wakeSleeper();
    }

    @Override
    public boolean wakeSleeper() {
        Thread thread = (Thread) SLEEPER.getOpaque(this);
        if (thread == null) {
            return false;
        }
        // A virtual one is submitted to its scheduler, in many frames. Where the stack ends in the
        // middle, it is taken for runnable, is in no queue, and never runs again. Of any other one
        // nobody would know that it sleeps: compiled code says that it does not, without a frame,
        // and needs one to unpark it.
        StackRoom.needs(thread.isVirtual() ? FRAMES_TO_UNPARK : FRAMES_TO_UNPARK_ON_PLATFORM);
        if (!SLEEPER.compareAndSet(this, thread, null)) {
            return false;
        }
        LockSupport.unpark(thread);
        return true;
    }

    private boolean spin(Wait wait, Thread me, long deadline, int spins) {
        boolean forever = spins == Policy.FOREVER;
        for (int i = 1; forever || i <= spins; i++) {
            Thread.onSpinWait();
            if (wait.met()) {
                return true;
            }
            if ((i & (SPINS_BETWEEN_INTERRUPT_CHECKS - 1)) == 0 && over(wait, me, deadline)) {
                return false;
            }
        }
        return false;
    }

    private boolean giveWay(Wait wait, Thread me, long deadline, int yields) {
        return yieldsUntilMet(wait, me, deadline, yields) > 0;
    }

    /** How many yields it took; 0 if it was not met in so many. */
    private int yieldsUntilMet(Wait wait, Thread me, long deadline, int most) {
        boolean forever = most == Policy.FOREVER;
        for (int i = 1; forever || i <= most; i++) {
            Thread.yield();
            if (wait.met()) {
                return Math.max(1, i); // i runs over only where it is for ever
            }
            if (over(wait, me, deadline)) {
                return 0;
            }
            if (isInTheWay(wait, i) && stepAside(wait, deadline)) {
                return i;
            }
        }
        return 0;
    }

    /**
     * A yield lasts as long as whoever is let go likes to compute. Where that is longer than a
     * sleep and a wake-up take it has not helped: who is woken from a sleep need not wait for the
     * other's turn to end.
     */
    private boolean giveWayForAMoment(Wait wait, Thread me, long deadline) {
        if (!policy.learns()) {
            return giveWay(wait, me, deadline, policy.yields());
        }
        long start = clock.nanoTime();
        int yields = yieldsUntilMet(wait, me, deadline, policy.yields() >> shortened);
        if (yields == 0) {
            looksOn = false;
            return false;
        }
        long taken = clock.nanoTime() - start;
        looksOn = policy.looksOn() && taken < yields * IDLE_YIELD_NANOS;
        if (taken < SHORT_SLEEP_NANOS) {
            shortened = 0;
        } else {
            shorten();
            wait.hasLasted();
        }
        return true;
    }

    private boolean isInTheWay(Wait wait, int yields) {
        return policy.learns()
                && (yields & (FEW_YIELDS - 1)) == FEW_YIELDS - 1
                && wait.isInTheWay(clock, OUT_OF_THE_WAY_NANOS);
    }

    private boolean stepAside(Wait wait, long deadline) {
        PARKS.setOpaque(this, parks + 1);
        LockSupport.parkNanos(wait, left(OUT_OF_THE_WAY_NANOS, deadline));
        return wait.met();
    }

    private void shorten() {
        if (policy.learns() && shortened < MOST_SHIFTS) {
            shortened++;
        }
    }

    private boolean sleep(Wait wait, Thread me, long deadline) {
        if (policy.naps()) {
            return nap(wait, me, deadline);
        }
        shorten();
        wait.beforePark();
        try {
            return parkUntilMet(wait, me, deadline);
        } finally {
            sleeper = null;
            wait.afterPark();
        }
    }

    /**
     * Whether the wait before this one began a moment ago, so that it has slept for less: then it
     * looks on again. Asked for when the next wait begins, not where a thread has just been woken.
     */
    private boolean hasSleptForAMoment() {
        long before = began;
        began = clock.nanoTime();
        if (began - before >= SHORT_SLEEP_NANOS) {
            return false;
        }
        shortened--;
        return true;
    }

    private boolean parkUntilMet(Wait wait, Thread me, long deadline) {
        long nap = FIRST_NAP_NANOS;
        while (true) {
            if (sleeper == null) {
                sleeper = me; // volatile: a full fence stands between this store and the look below
                nap = FIRST_NAP_NANOS; // keeps I3
            }
            boolean fenced = wait.wakersFence(clock); // before the look: it finds what had none
            if (wait.met()) {
                return true;
            }
            if (over(wait, me, deadline)) {
                return false;
            }
            PARKS.setOpaque(this, parks + 1);
            if (fenced) {
                parkForLong(wait, me, deadline);
            } else {
                LockSupport.parkNanos(wait, left(nap, deadline));
            }
            if (wait.met()) { // at once: all else is for the next park
                return true;
            }
            nap = Math.min(nap * 2, Math.min(LONGEST_NAP_NANOS, wait.longestNapNanos()));
        }
    }

    /** Needs no end of its own; to set one for each park costs more than to look at it. */
    private void parkForLong(Wait wait, Thread me, long deadline) {
        if (deadline == Long.MAX_VALUE && !me.isVirtual()) {
            LockSupport.park(wait);
        } else {
            LockSupport.parkNanos(wait, left(LONGEST_NAP_NANOS, deadline));
        }
    }

    private boolean nap(Wait wait, Thread me, long deadline) {
        for (long nap = 1_000; ; nap = Math.min(nap * 2, LONGEST_BACK_OFF_NANOS)) {
            PARKS.setOpaque(this, parks + 1);
            LockSupport.parkNanos(wait, left(nap, deadline));
            if (wait.met()) {
                return true;
            }
            if (over(wait, me, deadline)) {
                return false;
            }
        }
    }

    private long left(long nap, long deadline) {
        return deadline == Long.MAX_VALUE
                ? nap
                : Math.max(1, Math.min(nap, deadline - clock.nanoTime()));
    }

    /** Whether the time is up. */
    private boolean over(Wait wait, Thread me, long deadline) {
        if (me.isInterrupted()) {
            throw new WaitInterruptedException(wait);
        }
        return deadline != Long.MAX_VALUE && clock.nanoTime() - deadline >= 0;
    }

    @Override
    public long waits() {
        return (long) WAITS.getOpaque(this);
    }

    @Override
    public long parks() {
        return (long) PARKS.getOpaque(this);
    }
}
