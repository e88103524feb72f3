package io.roundhouse.waiting.internal;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A waiter for any number of threads that wait for things of which each needs one. {@link #wake}
 * wakes one of them, who came first, and nobody while one that was woken has not looked yet.
 *
 * <p>Who goes on passes it on: after a wait that has ended, in whatever way, a caller for whose
 * neighbours there is something calls {@link #wake}. So there is one wake-up at a time, and none is
 * lost with a thread that was woken and no longer wanted anything.
 *
 * <p>Design.
 *
 * <pre>
 *   await:      spin, yield → enter places ; sleeper = me ; look → park → underway = false ; look …
 *   wake:       publish → fence → underway: false → true ; take the first place → unpark
 *   wakeAlone:  publish → underway, for the ninth time in a row? → nothing ; else wake
 *
 * Invariants
 *   I1  underway is set by a waker, and reset by the thread whose place that waker took, before it
 *       looks again or leaves; or by the waker itself where there was no place.
 *   I2  a thread is in places from before its last look until its place is taken or it leaves.
 * </pre>
 *
 * Why nobody is forgotten. A waker that finds underway set has published before (the fence in
 * {@link #wake}); who resets it looks afterwards, and sees what was published (I1). A waker that
 * found no place resets it and looks once more whether there is one: who entered meanwhile may have
 * looked before another waker published, who was sent away. The fence between publishing and
 * looking for sleepers, which {@link Bell} saves, is made good by the short first naps of the
 * waiters: see {@code ThreadWaiter}; or not saved, while those who sleep again and again stay at
 * the bell: see {@link BellWait}.
 *
 * <p>A lone waker of a busy crowd would pay that fence for each thing that it publishes, nearly
 * always to find a wake-up underway; so it saves the fence when it has been sent away often. Then
 * who was woken may not see the last of what was published, and nobody may tell of it again. But it
 * sees how often the waker was sent away, as these calls had fences: if it was often enough, it
 * wakes the next one, whatever it sees. Who has been woken for nothing sleeps again, and as others
 * do, with short naps first: these find what was in a store buffer.
 *
 * <p>A crowd that has gone leaves nothing behind but {@link #MOST_AT_REST} waiters that have learnt
 * how long to spin: places and waiters are each in a {@link Row}, from which any of them leaves at
 * the cost of one compare-and-set.
 *
 * <p>Proof. {@code CrowdingSimulationTest}, with a twin for each step that may be forgotten.
 */
public final class Crowd implements Waiter {
    /**
     * More than to take a place and to wake its thread takes; small ones. Who ran out of stack half
     * way would leave a wake-up underway that nobody has: the last of a crowd.
     */
    private static final int FRAMES_TO_WAKE = 320;

    /** Likewise, with all that comes before it. */
    private static final int FRAMES_TO_AWAIT = FRAMES_TO_WAKE + 160;

    /** Waiters that are kept for those who come next. */
    static final int MOST_AT_REST = 128;

    /**
     * So many calls of a lone waker that are sent away have a fence; those after them do without.
     */
    static final int MOST_SENT_AWAY = 8;

    private static final VarHandle UNDERWAY;
    private static final VarHandle SENT_AWAY;

    static {
        try {
            var lookup = MethodHandles.lookup();
            UNDERWAY = lookup.findVarHandle(Crowd.class, "underway", boolean.class);
            SENT_AWAY = lookup.findVarHandle(Crowd.class, "sentAway", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final WaitStrategy strategy;
    private final Row<Place> places = new Row<>();

    /** Waiters that nobody uses at the moment, with what they have learnt. */
    private final AtomicReference<@Nullable Rest> atRest = new AtomicReference<>();

    /** Every waiter there is. */
    private final Row<Seat> seats = new Row<>();

    /** Of waiters that are no longer there. */
    private final LongAdder waitsBefore = new LongAdder();

    private final LongAdder parksBefore = new LongAdder();

    private volatile boolean underway;

    /**
     * How many calls of {@link #wakeAlone} one after the other were sent away, as far as is
     * counted. Written by the lone waker (release), read by those who sleep (acquire).
     */
    private int sentAway;

    /**
     * @param strategy how each of the threads waits
     */
    public Crowd(WaitStrategy strategy) {
        this.strategy = strategy;
    }

    @Override
    public boolean await(Wait wait, long nanos) {
        if (wait.met()) {
            return true;
        }
        StackRoom.needs(FRAMES_TO_AWAIT); // who goes on must be able to wake the next one
        Seat seat = seat();
        Place place = new Place(wait, seat.waiter);
        try {
            return seat.waiter.await(place, nanos);
        } finally {
            rest(seat);
            if (place.mayHaveMissed) {
                wake();
            }
        }
    }

    @Override
    public boolean pause(Wait wait) {
        Seat seat = seat();
        try {
            return seat.waiter.pause(wait);
        } finally {
            rest(seat);
        }
    }

    /** One that was used last, as it knows best how long waits are. */
    private Seat seat() {
        Rest top = atRest.get();
        while (top != null) {
            if (atRest.compareAndSet(top, top.below)) {
                return top.seat;
            }
            top = atRest.get();
        }
        Seat fresh = new Seat(Waiters.madeBy(strategy));
        seats.enter(fresh);
        return fresh;
    }

    private void rest(Seat seat) {
        Rest top;
        do {
            top = atRest.get();
            if (top != null && top.count == MOST_AT_REST) {
                leave(seat);
                return;
            }
        } while (!atRest.compareAndSet(top, new Rest(seat, top, top == null ? 1 : top.count + 1)));
    }

    private void leave(Seat seat) {
        seats.leave(seat);
        waitsBefore.add(seat.waiter.waits());
        parksBefore.add(seat.waiter.parks());
        seats.sweepNowAndThen();
    }

    @Override
    public void wake() {
        VarHandle.fullFence();
        do {
            if (underway) {
                return;
            }
            boolean somebody = !places.isEmpty();
            if (somebody) {
                StackRoom.needs(FRAMES_TO_WAKE);
            }
            if (!UNDERWAY.compareAndSet(this, false, true)) {
                return;
            }
            Place first = somebody ? places.call() : null;
            if (first != null) {
                first.wake();
                return;
            }
            underway = false;
        } while (!places.isEmpty());
    }

    /**
     * {@link #wake} for a thread that is the only one to call this: while one wake-up stays
     * underway, most calls are no more than two reads. Others may call {@link #wake}. Not while
     * those who sleep stay at a bell, as they rely on a fence in each call then; those whose stay
     * begins later rely on it when what was called without one is long seen.
     */
    public void wakeAlone() {
        int before = sentAway;
        if (underway) {
            if (before == MOST_SENT_AWAY) {
                return;
            }
            SENT_AWAY.setRelease(this, before + 1);
        } else if (before != 0) {
            SENT_AWAY.setRelease(this, 0); // behind what it has published without a fence
        }
        wake();
    }

    /**
     * Wakes everybody, for what all of them can have; the others also where one of the wake-ups
     * throws.
     */
    public void wakeAll() {
        Throwable first = null;
        for (Place next = places.call(); next != null; next = places.call()) {
            first = Thrown.by(next::wake, first);
        }
        Thrown.again(first);
    }

    @Override
    public long waits() {
        return waitsBefore.sum() + sum(Waiter::waits);
    }

    @Override
    public long parks() {
        return parksBefore.sum() + sum(Waiter::parks);
    }

    private long sum(ToLongFunction<Waiter> count) {
        long sum = 0;
        for (Seat each : seats.members()) {
            sum += each.hasLeft() ? 0 : count.applyAsLong(each.waiter);
        }
        return sum;
    }

    /** What a thread waits with. */
    private static final class Seat extends Row.Member {
        private final Waiter waiter;

        Seat(Waiter waiter) {
            this.waiter = waiter;
        }
    }

    /** A seat on top of others; never used again, so that a compare-and-set means what it says. */
    private record Rest(Seat seat, @Nullable Rest below, int count) {}

    /** One thread that waits, which may be about to park. */
    private final class Place extends Row.Member implements Wait {
        private final Wait wait;
        private final Waiter waiter;

        /** Whether it is to be in {@link #places}; the waiting thread only. */
        private boolean parking;

        private volatile boolean taken;

        /** Whether a waker that was sent away meanwhile may not have been seen. Likewise. */
        private boolean mayHaveMissed;

        Place(Wait wait, Waiter waiter) {
            this.wait = wait;
            this.waiter = waiter;
        }

        /** Its place has been taken by a waker. */
        void wake() {
            taken = true;
            VarHandle.fullFence(); // the thread sees it, or is seen to sleep
            waiter.wake();
        }

        @Override
        public boolean met() {
            if (!taken) {
                return wait.met();
            }
            taken = false;
            arrived();
            if (wait.met()) {
                parking = false;
                return true;
            }
            places.enter(this);
            return wait.met();
        }

        @Override
        public boolean wakersFence(Clock clock) {
            return wait.wakersFence(clock);
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
        public long longestNapNanos() {
            return wait.longestNapNanos();
        }

        @Override
        public void beforePark() {
            wait.beforePark();
            parking = true;
            places.enter(this);
        }

        @Override
        public void afterPark() {
            if (parking && !places.leave(this)) {
                arrived(); // somebody has just taken the place
            }
            wait.afterPark();
            places.sweepNowAndThen();
        }

        private void arrived() {
            underway = false;
            mayHaveMissed = (int) SENT_AWAY.getAcquire(Crowd.this) == MOST_SENT_AWAY;
        }

        @Override
        public String toString() {
            return String.valueOf(wait);
        }
    }
}
