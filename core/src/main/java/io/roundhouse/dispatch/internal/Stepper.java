package io.roundhouse.dispatch.internal;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Choices;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.internal.Named;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks on the thread that says so, one call after the other: the same ones in the same order
 * each time.
 *
 * <p>The thread that steps is the driver; there is one at a time. A turn runs on its stack. Where a
 * call in that turn must wait, the driver goes on with other turns before it comes back to it, and
 * these must not lie upon the frames of the call that waits: the call below could not go on before
 * all above it have ended. So from then on turns run on helper threads, each of which gives control
 * back to the driver when its turn has ended or waits in its turn. One thread runs at any time.
 *
 * <p>What can be done next is a task with mail, a call whose wait is met, or something that is due;
 * which of them is a choice: see {@link StepAgenda}. Where nothing can be done, nobody waits for a
 * time, and the driver waits, it will wait for ever: it is told.
 */
public final class Stepper extends Dispatching {
    private static final int CALLS_A_STEP = 1;

    /** What begins a turn, and ends it whatever happens there, is in so many frames, at most. */
    private static final int FRAMES_OF_A_TURN = 200;

    private static final long LOOK_NANOS = 1_000_000;
    static final long FOR_EVER = Long.MAX_VALUE;
    private static final BooleanSupplier NEVER = () -> false;

    private final Choices choices;
    private final Runnable whenResting;

    // guarded by this
    private final StepTime time = new StepTime();
    private final StepHelpers helpers;
    private final StepAgenda agenda;
    private @Nullable Thread driver;
    private int away;
    private long turns;

    /** Those who are in a turn: one runs, the others wait in theirs. Read by any thread. */
    private final Set<Caller> inTurns = ConcurrentHashMap.newKeySet();

    /** Until when who closes the house waits for quiet. By the driver. */
    private long closesAt = FOR_EVER;

    /** Whether that one waits no longer, whatever time it is here. Likewise. */
    private BooleanSupplier closesNow = NEVER;

    volatile boolean ending;
    private volatile boolean ended;

    /**
     * Has no threads.
     *
     * @param name of helper threads; a number follows
     * @param choices what is done next
     * @param whenResting called when the driver leaves
     */
    public Stepper(String name, Choices choices, Runnable whenResting) {
        super(CALLS_A_STEP, false);
        this.helpers = new StepHelpers(this, name);
        this.agenda = new StepAgenda(helpers, time);
        this.choices = choices;
        this.whenResting = whenResting;
    }

    // ---- tasks

    @Override
    public void mailed(Task task, Caller me) {
        if (claims(task) && ended) {
            sweep();
        }
    }

    private synchronized boolean claims(Task task) {
        boolean isMine = task.claimIfIdle();
        if (isMine) {
            add(task);
        }
        return isMine;
    }

    @Override
    public synchronized void resume(Task task, Caller me) {
        away--;
        add(task);
    }

    private synchronized void add(Task task) {
        agenda.runnable.add(task);
    }

    // ---- stepping

    /**
     * Does one thing, if there is something to do; returns whether there was.
     *
     * @throws IllegalStateException if another thread steps, or an actor
     */
    public boolean step() {
        return step(FOR_EVER);
    }

    private boolean step(long until) {
        Thread other = drivesUnlessOther();
        if (other != null) {
            throw new IllegalStateException(
                    "thread "
                            + Named.thread(Thread.currentThread())
                            + " cannot step this house: "
                            + whyNot(other));
        }
        try {
            return stepOnce(false, until);
        } finally {
            leave();
        }
    }

    private String whyNot(Thread driver) {
        if (isInTurn()) {
            return "one of its actors runs there";
        }
        return driver == Thread.currentThread()
                ? "it does so already"
                : "another thread does, " + Named.thread(driver);
    }

    /** Whether the calling thread drives from now on, as no other does. */
    private boolean drive() {
        return drivesUnlessOther() == null;
    }

    /**
     * The calling thread drives from now on, unless one does already: returns that one then. Not
     * where the stack ends before a turn has been begun and ended.
     */
    private @Nullable Thread drivesUnlessOther() {
        StackRoom.needs(FRAMES_OF_A_TURN);
        synchronized (this) {
            Thread before = driver;
            if (before == null) {
                driver = Thread.currentThread();
            }
            return before;
        }
    }

    private void leave() {
        if (leavesSomething()) {
            sweep();
        }
        whenResting.run();
    }

    /** It drives no more; who came to the end meanwhile could not get rid of what there is then. */
    private synchronized boolean leavesSomething() {
        driver = null;
        return ended && !agenda.runnable.isEmpty();
    }

    private boolean isInTurn() {
        return (Thread.currentThread() instanceof StepHelper helper && helper.isOf(this))
                || (driver == Thread.currentThread() && Caller.current().running != null);
    }

    /**
     * The driver does one thing; on a helper's stack if there are frames on its own. If there is
     * nothing, it gets later, but not later than that.
     */
    private boolean stepOnce(boolean aside, long until) {
        Task task = null;
        StepHelper helper = null;
        StepTime.Timer timer = null;
        synchronized (this) {
            List<StepHelper> ready = agenda.ready(until);
            List<Task> runnable = agenda.runnable;
            int count = ready.size() + runnable.size() + (time.isDue() ? 1 : 0);
            if (count == 0) {
                return false;
            }
            int chosen = choices.choose(count);
            if (chosen < ready.size()) {
                helper = ready.get(chosen);
            } else if (chosen == ready.size() + runnable.size()) {
                timer = time.take();
            } else {
                helper = aside ? helpers.idle() : null; // first: it may be that none can be started
                task = runnable.remove(chosen - ready.size());
            }
        }
        if (timer != null) {
            timer.action().run();
        } else if (helper != null) {
            helper.goOn(task);
        } else if (task != null) {
            turn(task, Caller.current());
        }
        return true;
    }

    /** One turn of a task. The driver, or a helper that it has go on. */
    void turn(Task task, Caller me) {
        Task before = me.running;
        Task pressed = me.pressed;
        me.looksFirst();
        me.running = task;
        me.pressed = null;
        me.visits++; // what is being made by this thread is not what runs
        boolean interrupted = !ending && Thread.interrupted(); // not the call's business
        int end;
        synchronized (this) {
            turns++;
        }
        boolean isFirst = false;
        try {
            isFirst = inTurns.add(me); // else on top of another turn
            end = turnOf(task, ending ? Caller.ofTheEnd() : me);
        } catch (Throwable e) { // no stack: what it has left goes on
            add(task);
            throw e;
        } finally {
            me.running = before;
            me.pressed = pressed;
            me.visits--;
            tell(me);
            if (isFirst) {
                inTurns.remove(me);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (end == Task.DONE || end == Task.LISTENS) {
            task.release();
            VarHandle.fullFence();
            if (task.claimIfMail()) {
                add(task);
            }
            released(task);
        } else if (end == Task.AWAY) {
            synchronized (this) {
                away++;
            }
            if (!restsElsewhere(task)) {
                resume(task, me);
            }
        } else {
            add(task);
        }
    }

    // ---- waiting

    @Override
    public synchronized void isWaitedFor(Task task) {
        agenda.isWaitedFor(task);
    }

    /** Whoever waits has others run, until there is nothing left to run. */
    @Override
    public void await(Caller me, Wait wait, long nanos) {
        long until = in(nanos);
        if (Thread.currentThread() instanceof StepHelper helper && helper.isOf(this)) {
            helper.waits(wait, until);
        } else if (driver == Thread.currentThread()) {
            while (!isOver(wait, until)) {
                goesOnFor(wait, until);
            }
        } else {
            awaitOutside(me, wait, until);
        }
    }

    boolean isOver(Wait wait, long until) {
        return wait.met() || time.isLate(until);
    }

    /** Likewise, asked by who does not wait: what the wait does is for who waits. */
    boolean mayBeOver(Wait wait, long until) {
        boolean mayBeMet = wait instanceof ActiveWait active ? active.mayBeMet() : wait.met();
        return mayBeMet || time.isLate(until);
    }

    /** The driver waits for that. */
    private void goesOnFor(Wait wait, long until) {
        if (ending || closesNow.getAsBoolean()) {
            throw new IllegalStateException(wait + ", and the house is closed");
        }
        long latest = Math.min(until, closesAt);
        if (!stepOnce(true, latest)) {
            if (until == FOR_EVER) {
                throw new IllegalStateException(
                        wait + ", and nothing is left to run" + whoElseWaits());
            }
            passesTo(latest);
            if (latest < until) {
                throw new IllegalStateException(wait + ", and the house is closed");
            }
        }
    }

    private void awaitOutside(Caller me, Wait wait, long until) {
        while (!isOver(wait, until)) {
            if (drive()) {
                try {
                    while (!isOver(wait, until)) {
                        goesOnFor(wait, until);
                    }
                } finally {
                    leave();
                }
            } else {
                me.waiter()
                        .await(
                                new Wait() {
                                    @Override
                                    public boolean met() {
                                        return isOver(wait, until) || isFreeForMe();
                                    }

                                    @Override
                                    public String toString() {
                                        return wait.toString();
                                    }
                                },
                                LOOK_NANOS);
            }
        }
    }

    private synchronized String whoElseWaits() {
        return helpers.whatIsWaitedFor();
    }

    // ---- time

    @Override
    public Clock clock() {
        return time::now;
    }

    /**
     * Has that done when so much time has passed, as a step of its own, by who steps then. Any
     * thread.
     *
     * @return takes it back
     */
    public synchronized Runnable after(long nanos, Runnable action) {
        StepTime.Timer timer = time.add(in(nanos), action);
        return () -> forget(timer);
    }

    private synchronized void forget(StepTime.Timer timer) {
        time.remove(timer);
    }

    /** What time it is so much later; for ever if that is far away. */
    public long in(long nanos) {
        return time.in(nanos);
    }

    private synchronized void passesTo(long later) {
        time.passesTo(later);
    }

    /** Whether what is left to be done is all later than that; then it is that time. */
    public synchronized boolean isOnlyLater(long until) {
        if (driver != null || !agenda.isOnlyLater(until)) {
            return false;
        }
        time.passesTo(until);
        return true;
    }

    // ---- all of it

    /**
     * Does all that there is to do until then; returns whether nothing is under way after that.
     *
     * @throws IllegalStateException if another thread steps, or an actor
     */
    public boolean stepAll(long until) {
        boolean more = true;
        while (more) {
            more = step(until);
        }
        return isQuiet();
    }

    /**
     * Does all that there is to do until then, or until that says so; returns whether no other
     * thread was stepping meanwhile, and nothing is left that can be done. For who closes the
     * house.
     */
    public boolean stepsAllUnlessOther(long until, BooleanSupplier isOver) {
        boolean more = true;
        while (more) {
            if (isOver.getAsBoolean() || !drive()) {
                return false;
            }
            try {
                closesAt = until;
                closesNow = isOver;
                more = stepOnce(false, until);
            } finally {
                closesAt = FOR_EVER;
                closesNow = NEVER;
                leave();
            }
        }
        return true;
    }

    /** Whether no other thread steps. A moment ago. */
    public synchronized boolean isFreeForMe() {
        return driver == null || driver == Thread.currentThread();
    }

    /** Whether nothing can be done, whatever time it is, and not all is quiet. */
    public synchronized boolean isStuck() {
        return driver == null && agenda.isEmptyForEver() && !isQuiet();
    }

    /** Who waits for what, of those that cannot go on. */
    public String whoWaits() {
        String words = whoElseWaits();
        return words.isEmpty() ? "nobody" : words.substring(2);
    }

    // ---- quiet, and the end

    @Override
    public synchronized boolean isQuiet() {
        return agenda.runnable.isEmpty()
                && away <= 0
                && (driver == null || driver == Thread.currentThread())
                && helpers.areIdle();
    }

    @Override
    public synchronized long turns() {
        return turns;
    }

    @Override
    public void interrupt() {
        ending = true;
        List<StepHelper> waiting = threads();
        if (drive()) {
            try {
                for (StepHelper each : waiting) {
                    while (each.canGoOn()) {
                        each.goOn(null);
                    }
                }
            } finally {
                leave();
            }
        }
    }

    @Override
    public void end() {
        ended = true;
        for (StepHelper each : threads()) {
            each.end();
        }
    }

    @Override
    public void sweep() {
        ending = true;
        boolean isLeft = true;
        while (isLeft && drive()) {
            try {
                while (stepOnce(false, FOR_EVER)) {
                    // all of it is got rid of
                }
            } finally { // where the stack ends, who comes next goes on
                isLeft = leavesSomething();
                whenResting.run();
            }
        }
    }

    @Override
    void addInCalls(Set<Task> tasks) {
        inTurns.forEach(each -> each.addRunningTo(tasks));
    }

    @Override
    public synchronized List<StepHelper> threads() {
        return helpers.all();
    }
}
