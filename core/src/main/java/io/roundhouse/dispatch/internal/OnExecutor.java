package io.roundhouse.dispatch.internal;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Wait;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has an executor of the user's run one task, a turn at a time.
 *
 * <pre>
 *   ticket:  NONE → SUBMITTED (the executor has been asked) → RUNNING → NONE …
 *                   SUBMITTED → NONE: it refused, or did not come to it before the end
 * </pre>
 *
 * <p>Who changes the ticket has claimed the task, or is the one that the executor runs: so whatever
 * an executor does with what it was given, runs it late, on the spot, twice or never, a turn is
 * begun by one thread.
 */
public final class OnExecutor extends Dispatching implements Runnable {
    private static final long MOST_PATIENCE_NANOS = 500_000_000;
    private static final long LEAST_PATIENCE_NANOS = 1_000_000;
    private static final int CALLS_A_TURN = 64;
    private static final int FRAMES_TO_EXECUTE = 256;

    private static final int NONE = 0;
    private static final int SUBMITTED = 1;
    private static final int RUNNING = 2;

    private final Executor executor;
    private final Object threads;

    /** How long somebody waits for a thread of the executor to come. A guess, of any thread. */
    private volatile long patienceNanos = MOST_PATIENCE_NANOS;

    private final Consumer<Throwable> onRefusal;
    private final Runnable whenResting;
    private final AtomicInteger ticket = new AtomicInteger();

    /** Known from its first mail on. */
    private volatile @Nullable Task task;

    private volatile boolean ending;
    private volatile boolean ended;
    private volatile boolean away;

    /** Whether the executor was asked in vain, perhaps, by a thread without stack. */
    private volatile boolean unsure;

    /** Turns begun, and calls handled. */
    private final AtomicLong turns = new AtomicLong();

    /** How many threads are in {@link #run}, and may claim the task once more. */
    private final AtomicInteger running = new AtomicInteger();

    /**
     * The thread between the beginning and the end of {@link #run}; each thread looks for itself.
     */
    private @Nullable Thread inside;

    /**
     * Asked to run while it runs, by an executor that runs things on the spot. By who is inside.
     */
    private boolean again;

    /** Who runs a turn; guarded by this. */
    private @Nullable Caller runner;

    private @Nullable Thread runnerThread;

    /**
     * Nothing is submitted yet.
     *
     * @param executor runs turns
     * @param threads the same for executors that run things on the same threads
     * @param onRefusal told when it throws instead
     * @param whenResting called when there is no mail
     */
    public OnExecutor(
            Executor executor,
            Object threads,
            Consumer<Throwable> onRefusal,
            Runnable whenResting) {
        super(CALLS_A_TURN, false);
        this.executor = executor;
        this.threads = threads;
        this.onRefusal = onRefusal;
        this.whenResting = whenResting;
    }

    @Override
    public void mailed(Task task, Caller me) {
        boolean mine = false;
        boolean asks = false;
        try {
            if (unsure) {
                asks = true;
                unsure = false;
                if (ticket.get() == SUBMITTED) {
                    ask(task); // perhaps again, which does no harm
                }
            }
            mine = task.claimIfIdle();
            if (mine) {
                this.task = task;
                ticket.set(SUBMITTED);
                mine = false;
                asks = true;
                ask(task);
            }
        } catch (StackOverflowError e) { // the caller comes again: see Caller.tell
            if (mine) {
                task.state = Task.IDLE;
            } else if (asks) {
                unsure = true;
            }
            throw e;
        }
    }

    @Override
    public void resume(Task task, Caller me) {
        away = false;
        submit(task);
    }

    @Override
    public void blocks(Caller me) {
        Worker worker = me.worker; // the executor may run things on the spot
        if (worker != null) {
            worker.workers.blocks(me);
        }
    }

    /**
     * Who waits on a thread of the same executor may be all that there is: it runs the task itself,
     * where the executor has been asked to and has not come to it.
     */
    @Override
    public void await(Caller me, Wait wait, long nanos) {
        if (sharesExecutor(me) && ticket.get() == SUBMITTED) {
            run();
        }
        super.await(me, wait, nanos);
    }

    /**
     * Long enough for a pool that is busy: who runs the task itself is held up by it. Where no
     * thread has come in time, as there is one only, the next wait is half as long.
     */
    @Override
    public boolean awaitOthers(Caller me, Wait wait) {
        if (!sharesExecutor(me)) {
            return super.awaitOthers(me, wait);
        }
        long nanos = patienceNanos;
        boolean came = me.waiter().await(wait, nanos);
        patienceNanos = came ? MOST_PATIENCE_NANOS : Math.max(LEAST_PATIENCE_NANOS, nanos / 2);
        return came;
    }

    private boolean sharesExecutor(Caller me) {
        return me.running != null && runsOnSame(me.running);
    }

    private boolean runsOnSame(Task task) {
        return task.dispatching() instanceof OnExecutor other && other.threads == threads;
    }

    /** The task is the caller's, who leaves it to the executor. */
    private void submit(Task mine) {
        task = mine;
        ticket.set(SUBMITTED);
        ask(mine);
    }

    private void ask(Task mine) {
        if (ended) {
            rid(mine);
            return;
        }
        StackRoom.needs(FRAMES_TO_EXECUTE); // else its lock may stay locked
        try {
            executor.execute(this);
        } catch (StackOverflowError e) {
            throw e; // the executor has it, or has not
        } catch (RuntimeException | Error refused) {
            onRefusal.accept(refused);
            rid(mine);
        }
    }

    /** Called by the executor. */
    @Override
    public void run() {
        Task mine = task;
        Thread thread = Thread.currentThread();
        if (inside == thread) {
            again = true;
        } else if (mine != null && ticket.compareAndSet(SUBMITTED, RUNNING)) {
            run(mine, thread);
        }
    }

    private void run(Task mine, Thread thread) {
        running.incrementAndGet();
        try {
            runTurns(mine, thread);
        } catch (Throwable e) { // no stack or memory, as a rule: not the actor's own exceptions
            inside = null;
            unsure = true; // who mails next asks the executor again
            ticket.compareAndSet(RUNNING, SUBMITTED);
            throw e;
        } finally {
            running.decrementAndGet();
        }
        whenResting.run();
    }

    private void runTurns(Task mine, Thread thread) {
        Caller me = Caller.current();
        boolean goesOn = true;
        while (goesOn) {
            inside = thread;
            int end = turn(mine, me, thread);
            ticket.set(NONE);
            if (end == Task.DONE || end == Task.LISTENS) {
                inside = null;
                mine.release();
                VarHandle.fullFence();
                goesOn = mine.claimIfMail();
                mine.released();
            } else if (end == Task.AWAY) {
                inside = null;
                away = true;
                goesOn = !mine.goesAway();
                if (goesOn) {
                    away = false;
                }
            } else {
                again = false;
                submit(mine);
                goesOn = again && ticket.compareAndSet(SUBMITTED, RUNNING);
                if (!goesOn && inside == thread) {
                    inside = null;
                }
            }
            if (goesOn) {
                ticket.set(RUNNING);
            }
        }
    }

    private int turn(Task mine, Caller me, Thread thread) {
        turns.incrementAndGet(); // before anything is done: see isQuiet
        if (ending) {
            return mine.turn(Caller.ofTheEnd());
        }
        Task before = me.running;
        Task pressed = me.pressed;
        me.running = mine;
        me.pressed = null;
        me.visits++; // what is being made by this thread is not what runs
        long callsBefore = me.done;
        synchronized (this) {
            runner = me;
            runnerThread = thread;
        }
        try {
            int end = mine.turn(me);
            me.tell();
            return end;
        } finally {
            synchronized (this) {
                runner = null;
                runnerThread = null;
                if (ending) {
                    me.doNotHurry();
                    Thread.interrupted(); // meant for the call that has ended
                }
            }
            if (me.worker != null) {
                me.worker.keepCall(); // before the sender is let go
            }
            turns.addAndGet(me.done - callsBefore);
            me.running = before;
            me.pressed = pressed;
            me.visits--;
        }
    }

    /** The task is the caller's: gets rid of its mail, unless the executor runs it after all. */
    private void rid(Task mine) {
        if (!ticket.compareAndSet(SUBMITTED, RUNNING)) {
            return;
        }
        Caller me = Caller.ofTheEnd();
        do {
            int end = mine.turn(me);
            while (end == Task.MORE || end == Task.AWAY) {
                end = mine.turn(me);
            }
            ticket.set(NONE);
            mine.release();
            VarHandle.fullFence();
        } while (mine.claimIfMail() && ticket.compareAndSet(NONE, RUNNING));
        mine.released();
        whenResting.run();
    }

    // ---- quiet, and the end

    @Override
    public boolean isQuiet() {
        Task mine = task;
        return mine == null || (mine.isIdle() && running.get() == 0 && !away);
    }

    @Override
    public long turns() {
        return turns.get();
    }

    @Override
    public synchronized void interrupt() {
        ending = true;
        if (runner != null && runnerThread != null) {
            runner.hurry();
            runnerThread.interrupt();
        }
    }

    @Override
    public void end() {
        ended = true;
    }

    @Override
    public void sweep() {
        Task mine = task;
        if (mine == null) {
            return;
        }
        ending = true;
        if (mine.claimIfMail()) {
            ticket.set(SUBMITTED);
        }
        rid(mine);
    }

    /** None: they are the executor's. */
    @Override
    public List<Thread> threads() {
        return List.of();
    }
}
