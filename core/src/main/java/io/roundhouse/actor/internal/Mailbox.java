package io.roundhouse.actor.internal;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.Invocation;
import io.roundhouse.railway.internal.Bell;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One actor: an object, the lanes of those who call it, and the thread that handles what is in
 * them.
 *
 * <pre>
 *   state: OPEN → REFUSING (the house closes: no calls from outside) → STOPPED (calls become dead letters)
 *          OPEN ───────────────────────────────────────────────────→ STOPPED
 *
 * Invariants
 *   I1  lanes grows and shrinks under the lock; it is never empty
 *   I2  a lane leaves when its thread has ended and everything in it was handled
 *   I3  once swept, calls that are published all the same are swept by those who published them
 * </pre>
 */
public final class Mailbox {
    private static final int OPEN = 0;
    private static final int REFUSING = 1;
    private static final int STOPPED = 2;

    private static final int FEW_LANES = 4;
    private static final long STORES_ARRIVE_NANOS = 100_000;

    final House house;
    final String name;
    final Binding binding;
    final ActorThread thread;
    private final ActorOptions options;
    private final Object target;
    private final Reader reader;
    private final CallLane nobody;
    private final Handle handle;
    private final Bell callsBell;
    private final CallUnloader calls;

    private volatile int state = OPEN;

    // guarded by this
    private int lanesWorthASweep = FEW_LANES;
    private long handledInLanesGone;
    private boolean swept;

    private volatile CallLane[] lanes;

    /** The lanes by their threads: open addressing, at most half full, never changed. */
    private volatile @Nullable CallLane[] table;

    Mailbox(House house, String name, Binding binding, ActorOptions options, Object target) {
        this.house = house;
        this.name = name;
        this.binding = binding;
        this.options = options;
        this.target = target;
        this.reader = binding.reader(target.getClass());
        this.thread = new ActorThread(this, name);
        Waiter waiter = options.waiting().newWaiter();
        this.callsBell = new Bell(waiter);
        this.nobody = new CallLane(this, null, 1, callsBell, options.waiting().newWaiter());
        this.lanes = new CallLane[] {newLane(Thread.currentThread())};
        this.table = tableOf(lanes);
        this.calls = new CallUnloader(this, lanes, waiter);
        this.handle = binding.handle(this);
    }

    // ---- senders

    /** A lane without a thread: what a handle starts with. */
    CallLane nobody() {
        return nobody;
    }

    /** The lane of the calling thread, which is not the one that the handle remembers. */
    CallLane laneOfCaller() {
        Thread me = Thread.currentThread();
        @Nullable CallLane[] table = this.table;
        CallLane found = null;
        for (int i = index(me, table); ; i = (i + 1) & (table.length - 1)) {
            CallLane lane = table[i];
            if (lane == null) {
                found = addLane(me);
                break;
            }
            if (lane.thread == me) {
                found = lane;
                break;
            }
        }
        if (found.toBeRemembered()) {
            handle.last = found;
        }
        return found;
    }

    private static int index(Thread thread, @Nullable CallLane[] table) {
        return Long.hashCode(thread.threadId() * 0x9E3779B97F4A7C15L) & (table.length - 1);
    }

    private static @Nullable CallLane[] tableOf(CallLane[] lanes) {
        @Nullable CallLane[] table = new CallLane[Integer.highestOneBit(lanes.length) * 4];
        for (CallLane lane : lanes) {
            Thread thread = lane.thread;
            if (thread != null) {
                int i = index(thread, table);
                while (table[i] != null) {
                    i = (i + 1) & (table.length - 1);
                }
                table[i] = lane;
            }
        }
        return table;
    }

    private CallLane newLane(Thread sender) {
        return new CallLane(
                this, sender, options.bound(), callsBell, options.waiting().newWaiter());
    }

    private synchronized CallLane addLane(Thread sender) {
        if (lanes.length >= lanesWorthASweep) {
            dropLanesOfTheDead();
            lanesWorthASweep = Math.max(FEW_LANES, 2 * lanes.length);
        }
        CallLane lane = newLane(sender);
        if (state == STOPPED) {
            lane.inbound().disturb();
        }
        CallLane[] now = Arrays.copyOf(lanes, lanes.length + 1);
        now[now.length - 1] = lane;
        lanes(now);
        return lane;
    }

    private void lanes(CallLane[] now) {
        table = tableOf(now);
        lanes = now;
    }

    /** The lock is held. */
    private void dropLanesOfTheDead() {
        List<CallLane> stay = new ArrayList<>();
        List<CallLane> gone = new ArrayList<>();
        for (CallLane lane : lanes) {
            Thread sender = lane.thread;
            boolean dead = sender != null && !sender.isAlive();
            (dead && lane.taken() == lane.reached() ? gone : stay).add(lane);
        }
        if (stay.isEmpty()) {
            stay.add(gone.removeLast());
        }
        if (gone.isEmpty()) {
            return;
        }
        for (CallLane lane : gone) {
            handledInLanesGone += lane.taken();
            if (handle.last == lane) {
                handle.last = nobody;
            }
        }
        lanes(stay.toArray(CallLane[]::new));
    }

    CallLane[] lanes() {
        return lanes;
    }

    // ---- the actor's thread

    Handle start() {
        thread.start();
        return handle;
    }

    Handle handle() {
        return handle;
    }

    void run() {
        try {
            while (calls.await()) {
                calls.enter();
                reader.handle(calls, target);
            }
        } catch (Throwable thrown) { // not from a handler: those are caught where they are called
            house.report("actor " + name + " has failed and is stopped", thrown);
        } finally {
            end();
        }
    }

    /** Nothing to do. */
    void idle() {
        if (lanes.length > FEW_LANES) {
            synchronized (this) {
                dropLanesOfTheDead();
            }
        }
        house.actorIsIdle();
    }

    void failed(Invocation call, Throwable thrown) {
        if (thrown instanceof Error) {
            stop();
        }
        house.failed(call, thrown);
        Thread.interrupted(); // meant for the call that has failed
    }

    private void end() {
        stop();
        letStoresArrive();
        List<Invocation> dead = new ArrayList<>();
        synchronized (this) {
            swept = true;
            for (CallLane lane : lanes) {
                sweep(lane, dead);
            }
        }
        dead.forEach(this::dead);
        house.ended(this);
    }

    /**
     * A sender publishes a call and then reads whether the mailbox has been stopped, without a
     * fence between the two: it may read "no" while its call is still on its way into memory. Such
     * a call is there within microseconds, whatever its sender does next; one that is published
     * later is swept by its sender. The same argument as that of waking without a fence.
     */
    private void letStoresArrive() {
        long left = STORES_ARRIVE_NANOS;
        Waiter waiter = WaitStrategy.parking().newWaiter();
        while (left > 0) {
            try {
                waiter.await(() -> false, left);
                left = 0;
            } catch (WaitInterruptedException e) {
                Thread.interrupted(); // meant for a handler that has returned
            }
        }
    }

    // ---- stopping

    boolean isStopped() {
        return state == STOPPED;
    }

    boolean isRefusing() {
        return state != OPEN;
    }

    /** Takes no more calls from outside. */
    synchronized void refuseOutside() {
        if (state == OPEN) {
            state = REFUSING;
            callsBell.close();
            for (CallLane lane : lanes) {
                lane.inbound().haltLoader();
            }
        }
    }

    /** The call being handled is the last one. Any thread; does not wait. */
    synchronized void stop() {
        if (state != STOPPED) {
            state = STOPPED;
            callsBell.close();
            for (CallLane lane : lanes) {
                lane.inbound().disturb();
            }
        }
    }

    /** The caller has published a call, and has then seen that the mailbox refuses some or all. */
    void sentAtTheEnd(CallLane lane) {
        if (state == STOPPED) {
            List<Invocation> dead = new ArrayList<>();
            synchronized (this) {
                if (swept) {
                    sweep(lane, dead);
                }
            }
            dead.forEach(this::dead);
        }
    }

    /** Takes what was published after everything had been swept. */
    void sweepAgain() {
        List<Invocation> dead = new ArrayList<>();
        synchronized (this) {
            if (swept) {
                for (CallLane lane : lanes) {
                    sweep(lane, dead);
                }
            }
        }
        dead.forEach(this::dead);
    }

    /** The lock is held. */
    private void sweep(CallLane lane, List<Invocation> dead) {
        lane.inbound()
                .sweep((longs, references, record) ->
                        dead.add(binding.decode(name, longs, references, record)));
    }

    void dead(Invocation call) {
        house.dead(call);
    }

    // ---- counting

    synchronized long handled() {
        long sum = handledInLanesGone;
        for (CallLane lane : lanes) {
            sum += lane.taken();
        }
        return sum;
    }

    synchronized long sent() {
        long sum = handledInLanesGone;
        for (CallLane lane : lanes) {
            sum += lane.reached();
        }
        return sum;
    }

    @Override
    public String toString() {
        return name;
    }
}
