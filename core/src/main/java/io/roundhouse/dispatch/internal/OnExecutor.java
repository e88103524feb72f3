package io.roundhouse.dispatch.internal;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Wait;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Set;
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
    private static final int CALLS_A_TURN = 64;

    /** What begins a turn, and the call in it, is in so many frames, at most. */
    private static final int FRAMES_OF_A_TURN = 400;

    final ExecutorThreads threads;

    private final Runnable whenResting;
    private final Requests requests;
    private final Ticket ticket;

    /** Known from its first mail on. */
    private volatile @Nullable Task task;

    private volatile boolean ended;
    private volatile boolean away;

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

    private final TurnAtHand turn = new TurnAtHand();

    /**
     * Whether answers have had a turn of their own, so that a call has the next one. The runner.
     */
    private boolean callNext;

    /**
     * Nothing is submitted yet.
     *
     * @param executor runs turns
     * @param whose whose threads those are that it runs them on
     * @param onRefusal told when it throws instead, and not again until it has come
     * @param whenResting called when there is no mail
     */
    public OnExecutor(
            Executor executor,
            Executor whose,
            Consumer<Throwable> onRefusal,
            Runnable whenResting) {
        super(1, false); // who helps looks after each call
        this.requests = new Requests(executor, this, onRefusal);
        this.threads = ExecutorThreads.of(whose);
        this.ticket = new Ticket(threads);
        this.whenResting = whenResting;
    }

    @Override
    public void mailed(Task task, Caller me) {
        boolean mine = false;
        boolean asks = false;
        try {
            if (requests.isUnsure) {
                asks = true;
                requests.isUnsure = false;
                if (ticket.isSubmitted()) {
                    ask(task, me); // perhaps again, which does no harm
                }
            }
            mine = task.claimIfIdle();
            if (mine) {
                this.task = task;
                ticket.submit();
                mine = false;
                asks = true;
                ask(task, me);
            }
        } catch (StackOverflowError e) { // the caller comes again: see Caller.tell
            if (mine) {
                task.state = Task.IDLE;
            } else if (asks) {
                requests.isUnsure = true;
            }
            throw e;
        }
    }

    @Override
    public void resume(Task task, Caller me) {
        away = false;
        submit(task, me);
    }

    @Override
    public boolean blocks(Caller me) {
        Worker worker = me.worker; // the executor may run things on the spot
        return worker == null || worker.workers.blocks(me);
    }

    @Override
    public boolean hasRoomToHelp(Caller me) {
        return !sharesExecutor(me) || RoomToHelp.isThere(me);
    }

    /**
     * Who waits on a thread of the same executor may be all that there is: it runs the task itself,
     * where the executor has been asked to and has not come to it, one call after the other until
     * the wait is over. What comes behind that is left to the executor: whoever waits goes on.
     */
    @Override
    public void await(Caller me, Wait wait, long nanos) {
        if (!sharesExecutor(me)) {
            super.await(me, wait, nanos);
            return;
        }
        long deadline = Sleep.deadline(nanos);
        boolean helped = false;
        while (!wait.met()
                && !Sleep.isOver(deadline)
                && !Thread.currentThread().isInterrupted()
                && helps()) {
            helped = true; // another look behind each call
        }
        if (helped) {
            isLeft(me);
        }
        super.await(me, wait, Sleep.left(deadline));
    }

    /** What comes behind the calls that were handled for one that waits is left to the executor. */
    void isLeft(Caller me) {
        if (isDue() && !ended) {
            requests.askAgain(me);
        }
    }

    @Override
    public boolean awaitOthers(Caller me, Wait wait) {
        if (!sharesExecutor(me)) {
            return super.awaitOthers(me, wait);
        }
        return threads.awaitOthers(me, wait);
    }

    /** Whether what runs here has a thread of the same executor. */
    private boolean sharesExecutor(Caller me) {
        return me.running != null && me.threads == threads;
    }

    /** Answers have had this turn: the next one begins with a call. The runner. */
    public void callIsNext() {
        callNext = true;
    }

    /** Whether this turn is to begin with a call; asked once a turn. The runner. */
    public boolean isCallNext() {
        boolean is = callNext;
        callNext = false;
        return is;
    }

    /** Whether the executor is to come, and has not. Any thread; a moment ago. */
    boolean isDue() {
        return ticket.isSubmitted();
    }

    /** The task is the caller's, who leaves it to the executor. */
    private void submit(Task mine, Caller me) {
        task = mine;
        ticket.submit();
        ask(mine, me);
    }

    /**
     * Likewise, by a helper: the executor may have been asked already by the one before. It says
     * that it has come before it looks at the ticket.
     */
    private void leave(Task mine, Caller me) {
        ticket.submit();
        if (ended || !requests.areOpen()) { // the executor may have dropped what it was asked
            ask(mine, me);
        }
    }

    private void ask(Task mine, Caller me) {
        if (ended) {
            rid(mine);
        } else {
            requests.ask(mine, me);
        }
    }

    /** Likewise, in place of who runs an actor: by a thread that runs none. */
    void askFromElsewhere(Task mine) {
        if (ended) {
            rid(mine);
        } else {
            requests.ask(mine);
        }
    }

    /** The executor does not take it, as has been told. */
    void isRefused(Task mine) {
        rid(mine);
    }

    /** Called by the executor. */
    @Override
    public void run() {
        requests.haveCome(); // before the look at the ticket: see leave
        Task mine = task;
        Thread thread = Thread.currentThread();
        if (inside == thread) {
            again = true;
        } else if (mine != null
                && ticket.isSubmitted()
                && !requests.areMadeElsewhere(mine, thread)
                && ticket.begin()) {
            run(mine, thread, false);
        }
    }

    /**
     * Has one call, or the answers before it, handled on top of one that waits; returns whether
     * there was one, perhaps. Not where the stack ends before the call has been begun: it has been
     * taken out of the mail then, and nobody would know of it.
     */
    boolean helps() {
        Task mine = task;
        if (mine == null || !ticket.isSubmitted()) {
            return false;
        }
        StackRoom.needs(FRAMES_OF_A_TURN);
        if (!ticket.begin()) {
            return false;
        }
        run(mine, Thread.currentThread(), true);
        return true;
    }

    /**
     * Where the thread was interrupted before, or by a call, or by whom it belongs to while a call
     * ran, it is so behind the calls: but not in the next call; nor in the first one, if that is on
     * top of what asks the executor, or waits.
     */
    private void run(Task mine, Thread thread, boolean helps) {
        Caller me = Caller.current();
        boolean hides = isOnTop(me) && !me.isHurried();
        boolean interrupted = hides ? Thread.interrupted() : thread.isInterrupted();
        boolean leftBelow = me.leavesInterrupt; // by what this is on top of
        me.leavesInterrupt = false;
        running.incrementAndGet();
        try {
            if (helps) {
                runOneCall(mine, thread);
            } else {
                runTurnsAsOneMore(me, mine, thread);
            }
        } catch (Throwable e) { // no stack, as a rule: not the actor's own exceptions
            inside = null;
            comesAgain();
            throw e;
        } finally {
            running.decrementAndGet();
            boolean leftHere = me.leavesInterrupt;
            me.leavesInterrupt = leftBelow;
            if (interrupted || leftHere) {
                thread.interrupt();
            }
        }
        whenResting.run();
    }

    /** Whether the calls are on top of what else that thread does, whose an interrupt may be. */
    private static boolean isOnTop(Caller me) {
        return me.asks != null || me.running != null;
    }

    /** Nothing of the executor that runs below, if there is such, is known to wait. */
    private void runTurnsAsOneMore(Caller me, Task mine, Thread thread) {
        ExecutorThreads below = me.threads;
        me.threads = threads;
        threads.comes();
        try {
            runTurns(me, mine, thread);
        } finally {
            threads.goes();
            me.threads = below;
        }
    }

    /** Until there is no mail, or it has had the calls of a turn: others want that thread, too. */
    private void runTurns(Caller me, Task mine, Thread thread) {
        boolean goesOn = true;
        long callsBefore = me.done;
        while (goesOn) {
            inside = thread;
            int end = turn(mine, me, thread, CALLS_A_TURN);
            ticket.end();
            goesOn = hasMoreBehind(end, mine);
            if (goesOn && (end == Task.MORE || me.done - callsBefore >= CALLS_A_TURN)) {
                goesOn = isRunOnTheSpot(mine, me, thread);
                callsBefore = me.done;
            }
            if (goesOn) {
                ticket.goOn();
            }
        }
    }

    /** Behind a turn that has ended so: lets the task go, unless there is more to do now. */
    private boolean hasMoreBehind(int end, Task mine) {
        if (end == Task.MORE) {
            return true;
        }
        inside = null;
        boolean hasMore;
        if (end == Task.AWAY) {
            away = true;
            hasMore = !restsElsewhere(mine);
            if (hasMore) {
                away = false;
            }
        } else {
            mine.release();
            VarHandle.fullFence();
            hasMore = mine.claimIfMail();
            released(mine);
        }
        return hasMore;
    }

    /** Has the executor come once more; whether that has been on the spot, and this goes on. */
    private boolean isRunOnTheSpot(Task mine, Caller me, Thread thread) {
        inside = thread;
        again = false;
        submit(mine, me);
        boolean goesOn = again && ticket.begin();
        if (!goesOn && inside == thread) {
            inside = null;
        }
        return goesOn;
    }

    /**
     * One call only, or the answers before it, and then the task is let go or left to the executor:
     * whoever waits below looks whether that was it, and what it does then must find the task as
     * free as any other.
     */
    private void runOneCall(Task mine, Thread thread) {
        Caller me = Caller.current();
        int depth = me.depth();
        me.visitor(depth, me.running); // which waits for whatever this call waits for
        int end;
        inside = thread;
        try {
            end = turn(mine, me, thread, 1);
        } finally {
            me.visitor(depth, null);
        }
        inside = null;
        ticket.end();
        if (hasMoreBehind(end, mine)) {
            leave(mine, me);
        }
    }

    private int turn(Task mine, Caller me, Thread thread, int most) {
        turns.incrementAndGet(); // before anything is done: see isQuiet
        if (turn.isEnding()) {
            return turnOf(mine, Caller.ofTheEnd());
        }
        Task before = me.running;
        Task pressed = me.pressed;
        boolean onTop = isOnTop(me);
        me.looksFirst();
        me.running = mine;
        me.pressed = null;
        me.visits++; // what is being made by this thread is not what runs
        long callsBefore = me.done;
        turn.begins(me, thread);
        try {
            int end = Task.MORE;
            for (int calls = 0; end == Task.MORE && calls < most; calls++) {
                end = turnOf(mine, me);
                if (!onTop && thread.isInterrupted()) {
                    Thread.interrupted(); // for the executor, perhaps, and not for the next call
                    me.leavesInterrupt = true;
                }
            }
            tell(me);
            return end;
        } finally {
            turn.ends(me);
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
        Caller me;
        try { // first: who has begun has to end it
            StackRoom.needs(FRAMES_OF_A_TURN);
            me = Caller.ofTheEnd();
        } catch (Error e) {
            requests.isUnsure = true; // who mails next asks the executor again
            throw e;
        }
        if (!ticket.begin()) {
            return;
        }
        try {
            do {
                int end = turnOf(mine, me);
                while (end == Task.MORE || end == Task.AWAY) {
                    end = turnOf(mine, me);
                }
                ticket.end();
                mine.release();
                VarHandle.fullFence();
            } while (mine.claimIfMail() && ticket.beginAnew());
        } catch (Throwable e) { // no stack or memory: not the actor's own exceptions
            comesAgain();
            throw e;
        }
        released(mine);
        whenResting.run();
    }

    /** Who mails next asks the executor again. */
    private void comesAgain() {
        requests.isUnsure = true;
        ticket.submitAgain();
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
    public void interrupt() {
        turn.interrupt();
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
        turn.ending();
        if (mine.claimIfMail()) {
            ticket.submit();
        }
        rid(mine);
    }

    /** Those of the executor are its own. */
    @Override
    void addInCalls(Set<Task> tasks) {
        turn.addTo(tasks);
    }

    @Override
    public @Nullable Thread borrowed() {
        return turn.thread();
    }

    @Override
    public List<Thread> threads() {
        Thread its = requests.elsewhere();
        return its == null ? List.of() : List.of(its);
    }
}
