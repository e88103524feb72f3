package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives tasks threads.
 *
 * <p><b>When all is quiet.</b> {@link #isQuiet} and {@link #turns} are asked twice, see {@code
 * Staff}: whoever runs a task is not quiet, or has begun a turn between two looks.
 */
public abstract class Dispatching {
    private static final int REASON = 1;
    private static final int CHANGE = 1 << 16;

    private static final VarHandle ERA;
    private static final VarHandle AWAITED;

    static {
        try {
            var lookup = MethodHandles.lookup();
            ERA = lookup.findVarHandle(Dispatching.class, "era", int.class);
            AWAITED = lookup.findVarHandle(Dispatching.class, "awaited", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Whether threads that are no actors may run idle tasks on the spot, and how often that has
     * changed. Changed here only; to be read where there may be no stack to call {@link #era()}.
     *
     * <pre>
     *   reasons -- for which they may not: a soloist, the end (bits 0–15)
     *   changes -- so that what was seen twice was so all the time between (bits 16–31)
     * </pre>
     */
    @SuppressWarnings("UnusedVariable") // through ERA, too
    public volatile int era = REASON;

    /** How many wait for quiet. */
    @SuppressWarnings("UnusedVariable") // through AWAITED, too
    private volatile int awaited;

    /**
     * How many calls a task may handle before others have their turn; one that is behind may handle
     * more, for some microseconds.
     */
    public final int callsATurn;

    /**
     * Whether threads may stream calls by lanes of their own, which need looks from time to time.
     */
    public final boolean hasLanes;

    Dispatching(int callsATurn, boolean hasLanes) {
        this.callsATurn = callsATurn;
        this.hasLanes = hasLanes;
    }

    // ---- tasks

    /** A task has got mail: has it run, unless somebody runs it anyway. Any thread. */
    public abstract void mailed(Task task, Caller me);

    /** Has a task run again that went away. Any thread. */
    public abstract void resume(Task task, Caller me);

    /** A task will get no more mail that matters. Its runner. */
    public void ended(Task task) {}

    /**
     * One turn on a stack that is not this one's own: what is around its calls may throw (see
     * {@link Carrier#survive}), and what is left then is done in another turn. Not where the stack
     * ends: another turn would come no further.
     */
    static int turnOf(Task task, Caller me) {
        try {
            return task.turn(me);
        } catch (StackOverflowError e) {
            throw e;
        } catch (Throwable e) {
            return Carrier.survive(e);
        }
    }

    /** See {@link Task#goesAway}; it does not where that throws, for want of memory as a rule. */
    static boolean restsElsewhere(Task task) {
        try {
            return task.goesAway();
        } catch (OutOfMemoryError e) {
            return false;
        } catch (Throwable e) {
            Carrier.survive(e);
            return false;
        }
    }

    /** See {@link Task#released}; the task is not the caller's any more, who goes on. */
    static void released(Task task) {
        try {
            task.released();
        } catch (Throwable e) {
            Carrier.survive(e);
        }
    }

    /**
     * See {@link Caller#tell}, behind a turn: its task goes on as the turn has ended. Who could not
     * be told is told the next time.
     */
    static void tell(Caller me) {
        try {
            me.tell();
        } catch (Throwable e) {
            Carrier.survive(e);
        }
    }

    // ---- who waits

    /**
     * Somebody is about to wait until there is room in its mail, for the first time. Any thread.
     */
    public void isWaitedFor(Task task) {}

    /**
     * Whether this thread may run idle tasks on the spot. If so, it visits, and asks once more: a
     * visit is off if the answer is no by then.
     */
    public boolean mayVisit(Caller me) {
        return false;
    }

    /** Changes whenever visits from outside begin or cease to be allowed. Any thread. */
    public final int era() {
        return era;
    }

    /** Whether visits from outside were allowed in that era. */
    public static boolean isOpen(int era) {
        return (era & CHANGE - REASON) == 0;
    }

    /** Whether visits from outside are allowed. A moment ago. */
    public final boolean isOpen() {
        return isOpen(era);
    }

    /** One reason more why there are no visits from outside. Any thread; a full fence. */
    public final void shuts() {
        ERA.getAndAdd(this, CHANGE + REASON);
    }

    /** One reason less. Any thread; a full fence. */
    final void opens() {
        ERA.getAndAdd(this, CHANGE - REASON);
    }

    /**
     * The calling thread, which runs a task of this, is about to wait: others take over meanwhile.
     * Returns whether it may: not if too many do, and nobody would take over.
     */
    public boolean blocks(Caller me) {
        return true;
    }

    /**
     * Whether the calling thread, which runs a task, may wait for one of this: not where it would
     * have to run that one itself, and its stack is nearly at its end.
     */
    public boolean hasRoomToHelp(Caller me) {
        return true;
    }

    /** The calling thread waits for something that tasks of this will do. */
    public final void await(Caller me, Wait wait) {
        await(me, wait, Long.MAX_VALUE);
    }

    /**
     * The calling thread waits for another one to run a task of this. Returns whether one has; if
     * not, {@link #await} runs it on the calling thread's stack.
     */
    public boolean awaitOthers(Caller me, Wait wait) {
        await(me, wait);
        return true;
    }

    /** Waits likewise, for some time at most. */
    public void await(Caller me, Wait wait, long nanos) {
        ExecutorThreads threads = me.threads;
        if (threads == null) {
            me.waiter().await(wait, nanos);
        } else {
            threads.await(me, wait, nanos);
        }
    }

    /**
     * A thread that has waited for room may go on. Where those that run tasks take all processors,
     * it would get none before one of them has nothing to run.
     */
    public void givesWay() {}

    /** The time that passes for those who wait. */
    public Clock clock() {
        return Clock.system();
    }

    // ---- quiet, and the end

    /** So many more, or fewer, wait for quiet. Any thread. */
    public final void isAwaited(int more) {
        AWAITED.getAndAdd(this, more);
    }

    /** Whether somebody waits for quiet. Any thread; a moment ago. */
    public final boolean isAwaited() {
        return awaited != 0;
    }

    /** Whether there was a moment at which no task was runnable or running. */
    public abstract boolean isQuiet();

    /** Grows with every turn that is begun; where calls are counted, too, with what was handled. */
    public abstract long turns();

    /** Gets rid of all that is still there, and interrupts what runs. */
    public abstract void interrupt();

    /** Threads end when they have nothing to run. */
    public abstract void end();

    /** Runs what is there after the threads have ended, to get rid of it. Any thread. */
    public abstract void sweep();

    /** The threads that it has made. */
    public abstract List<? extends Thread> threads();

    /**
     * Tasks that are in a call, those that wait in it for others included. Any thread; a moment
     * ago, and so sure of those only that do not return.
     */
    public final Set<Task> inCalls() {
        Set<Task> tasks = new LinkedHashSet<>();
        addInCalls(tasks);
        return tasks;
    }

    abstract void addInCalls(Set<Task> tasks);

    /**
     * The thread of somebody else that runs a call of a task; null where there is none. Any thread;
     * likewise.
     */
    public @Nullable Thread borrowed() {
        return null;
    }

    /**
     * What calls refer to that were handed over and lie in the hands of threads that are in calls.
     * Any thread; likewise.
     */
    public void forEachReferenceInHand(Consumer<Object> taker) {}
}
