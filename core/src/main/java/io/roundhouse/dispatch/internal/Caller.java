package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Attempt;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a thread that calls actors has at hand: room for the call that it is writing, and, where the
 * thread runs actors itself, which one it is running. One a thread, used by that thread only.
 */
public final class Caller extends CallRows implements Attempt.Host {
    /** How many visits within another there may be. */
    public static final int MOST_VISITS = 16;

    private static final int STREAMS = 16;
    private static final int MISSES_UNTIL_LIKELY = 64;

    private static final VarHandle DONE;
    private static final VarHandle VISITED;
    private static final VarHandle VISITED_WITHIN =
            MethodHandles.arrayElementVarHandle(Task[].class);

    static {
        try {
            var lookup = MethodHandles.lookup();
            DONE = lookup.findVarHandle(Caller.class, "done", long.class);
            VISITED = lookup.findVarHandle(Caller.class, "visited", Task.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static {
        Attempt.hosts(new Hosts()); // no lambda: each house would start later
    }

    private static final ThreadLocal<Caller> OTHERS = ThreadLocal.withInitial(Caller::outside);

    /**
     * That of a thread that calls often and is none of those that run actors: where there is one
     * such thread, it need not look itself up. A race that does no harm: whose it is is looked at,
     * and a thread has one of them as long as it is known to anybody (see {@link Outsiders}).
     */
    private static @Nullable Caller likely;

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final int MOST_NUMBERS = 1 << 30;

    /** Whose it is. */
    private final Thread thread;

    /** Whose visits are this thread's: no other thread has it that lives at the same time. */
    public final int number = Task.FIRST_VISITOR + (NUMBERS.getAndIncrement() & (MOST_NUMBERS - 1));

    /** How often it was looked up. */
    private int missed;

    /** The worker that this thread is; null for other threads. */
    public final @Nullable Worker worker;

    /** See {@link #isOwn}. */
    private boolean own;

    /** What this thread runs at the moment. */
    public @Nullable Task running;

    /**
     * Whom it visits and not from within a visit, from before the claim until it has done: see
     * {@link Outsiders}. What comes on top of a visit changes {@link #running}, and not this.
     */
    public @Nullable Task visited;

    /** Likewise, within another visit, or a turn that counts as one, by its depth. */
    public final @Nullable Task[] visitedWithin = new Task[MOST_VISITS];

    /** What it runs, and on top of what. Any thread; sure only where that does not return. */
    void addRunningTo(Collection<Task> tasks) {
        for (int i = Math.min(depth(), visitors.length) - 1; i >= 0; i--) {
            add(visitors[i], tasks);
        }
        add(running, tasks);
    }

    private static void add(@Nullable Task task, Collection<Task> tasks) {
        if (task != null) {
            tasks.add(task);
        }
    }

    /** Whom of these it visits from outside. Any thread; a moment ago. */
    void addVisitedTo(Collection<Task> tasks, Dispatching dispatching) {
        addIfOf((Task) VISITED.getAcquire(this), tasks, dispatching);
        for (int i = 0; i < MOST_VISITS; i++) {
            addIfOf((Task) VISITED_WITHIN.getAcquire(visitedWithin, i), tasks, dispatching);
        }
    }

    private static void addIfOf(
            @Nullable Task task, Collection<Task> tasks, Dispatching dispatching) {
        if (isOf(task, dispatching)) {
            add(task, tasks);
        }
    }

    /**
     * Who waits where a thread does, in words.
     *
     * @param actor what the thread runs
     */
    public String waits(@Nullable Task actor) {
        return actor == null ? "thread \"" + thread.getName() + "\"" : "actor " + actor;
    }

    /** Whether its thread has ended: it visits nobody any more. Any thread. */
    boolean hasEnded() {
        return thread.getState() == Thread.State.TERMINATED;
    }

    /** Whether it visits a task of these. Any thread; a moment ago. */
    boolean visitsAnyOf(Dispatching dispatching) {
        boolean any = isOf((Task) VISITED.getAcquire(this), dispatching);
        for (int i = 0; i < MOST_VISITS && !any; i++) {
            any = isOf((Task) VISITED_WITHIN.getAcquire(visitedWithin, i), dispatching);
        }
        return any;
    }

    private static boolean isOf(@Nullable Task task, Dispatching dispatching) {
        return task != null && task.dispatching() == dispatching;
    }

    /** What is being made by this thread at the moment. */
    public @Nullable Task making;

    /** How deep this thread was when it began to make that. */
    public int makingDepth;

    /** How many calls it has begun to handle, and turns that may be without a call. */
    public long done;

    /** {@link #done}, for another thread. */
    long done() {
        return (long) DONE.getOpaque(this);
    }

    /** A turn begins that may be without a call: it counts all the same. */
    void begins() {
        DONE.setOpaque(this, done + 1);
    }

    /**
     * In {@link #visits}: what runs here should rest, or owes an answer that comes later, or {@link
     * #untold} is to be told, or this thread has brought mail to somebody who is being run, by
     * itself perhaps.
     */
    public static final int LEAVES_MORE_TO_DO = 1 << 30;

    private static final int WORKS = 1 << 29;

    /** Of {@link #visits}: see {@link #depth}. */
    public static final int DEPTH = WORKS - 1;

    /**
     * What this thread is about. 0: an actor that it runs on the spot is the only one; 1, behind
     * that call: there is nothing more to do than to let it go.
     *
     * <pre>
     *   depth              -- how many actors it runs on the spot, one within another, turns of an
     *                         executor and of a stepped house included (bits 0–28)
     *   WORKS              -- it is a worker (bit 29)
     *   LEAVES_MORE_TO_DO  -- see there (bit 30)
     * </pre>
     */
    public int visits;

    /** How many actors this thread runs on the spot, one within another; see {@link #visits}. */
    public int depth() {
        return visits & (WORKS - 1);
    }

    /** To whose tasks this thread hands calls over; null where it does not. This thread only. */
    @Nullable Dispatching handsTo;

    /**
     * Whether what runs here may hand calls over to tasks of those: not who is visited, which is
     * let go before the turn ends.
     */
    public boolean handsOverTo(@Nullable Dispatching dispatching) {
        return dispatching != null
                && handsTo == dispatching // so it is a worker
                && (visits & ~LEAVES_MORE_TO_DO) == WORKS
                && running != null;
    }

    /**
     * Hands the call that was just written over, to that task; returns whether it could be. The
     * first looks are for the two cases that matter: one more call to the same one, and one to an
     * idle one.
     */
    public boolean hands(Task task) {
        if (task == to && first < addsBelow) {
            add();
            return true;
        }
        Dispatching dispatching = task.dispatching();
        if (quick && handsTo == dispatching && task.isIdle()) {
            Objects.requireNonNull(worker).handFirst(task);
            return true;
        }
        return handsOverTo(dispatching) && Objects.requireNonNull(worker).hand(task);
    }

    /**
     * Whether nothing but a worker's turn is under way here, and nothing is left to be done behind
     * it.
     */
    public boolean leavesNothing() {
        return visits == WORKS;
    }

    /** What was left to be done behind a turn has been done. */
    void hasLeftNothing() {
        if (untold == null && pressed == null) {
            visits &= ~LEAVES_MORE_TO_DO;
        }
    }

    private static final class Hosts implements Attempt.Hosts {
        @Override
        public Attempt.Host here() {
            return current();
        }
    }

    /** All that is run is an actor. */
    @Override
    public boolean runsActor() {
        return running != null;
    }

    /**
     * A call that a select tries is not run on the spot, where it would hold the select up: there
     * are as many visits as there may be.
     */
    @Override
    public int beginsToTry() {
        looksFirst();
        int before = triesAt;
        visits += MOST_VISITS; // and no call: all of it or nothing
        triesAt = visits & (WORKS - 1);
        return before;
    }

    @Override
    public void endsToTry(int before) {
        visits -= MOST_VISITS;
        triesAt = before;
    }

    /** How deep it is where a select tries a call, and not in what that has run here. */
    private int triesAt = -1;

    /** Whether a select tries the call at hand, or has its answer already. */
    public boolean isTried() {
        return depth() == triesAt;
    }

    /** What tries the call at hand, which is not to wait; null if it may. */
    public @Nullable Attempt tries() {
        return isTried() ? Attempt.here() : null;
    }

    /** What ran when each of these visits began. */
    public @Nullable Task[] visitors = new Task[MOST_VISITS];

    /** Which visits began though the thread had been interrupted: a bit for each depth. */
    public int interrupted;

    /** The number of the method that each of these visits is a call of. */
    public final int[] methodsVisited = new int[MOST_VISITS];

    /** Likewise, of the visit that began at that depth. */
    public int visitedBy(int depth) {
        return methodsVisited[depth];
    }

    /**
     * What ran when the visit at that depth began; null if that was nothing, or does not matter.
     */
    public @Nullable Task visitor(int depth) {
        return depth < visitors.length ? visitors[depth] : null;
    }

    /** Likewise; deeper than {@link #MOST_VISITS} where calls are run for others that wait. */
    public void visitor(int depth, @Nullable Task visitor) {
        if (depth >= visitors.length) {
            visitors = Arrays.copyOf(visitors, 2 * depth);
        }
        visitors[depth] = visitor;
    }

    /** What is left to be done of what comes before calls, while some of it is done. */
    public @Nullable Object remaining;

    /** Whose that is: others may run on top of it. */
    public @Nullable Task remainingOf;

    /** Whose mailbox is so full that what runs here should rest after this call. */
    public @Nullable Task pressed;

    /** Whose executor this thread asks to run it at the moment. */
    @Nullable OnExecutor asks;

    /**
     * The last turn that an executor's thread has begun and not ended; null where there is none.
     */
    @Nullable TurnAtHand turn;

    /** Those of the executor that runs actors on this thread; null where none does. */
    @Nullable ExecutorThreads threads;

    /** Whether it was interrupted in a call that an executor runs: for who gets the thread back. */
    boolean leavesInterrupt;

    /** Who may have mail that nobody knows of: the thread ran out of stack. */
    public @Nullable Task untold;

    /**
     * Whether this thread, which is no carrier, runs nothing at the moment, and has nobody to tell
     * of mail.
     */
    public boolean isOutside() {
        return running == null && untold == null;
    }

    /** Set by others when nothing more is to be handled. */
    private volatile boolean hurried;

    private @Nullable Waiter waiter;
    private @Nullable Object @Nullable [] streams;

    /** With that thread once more if it is a worker. */
    Caller(Thread thread, @Nullable Worker worker) {
        super(worker == null ? 1 : MOST_HANDED + 1);
        this.thread = thread;
        this.worker = worker;
        this.own = worker != null;
        this.visits = worker == null ? 0 : WORKS;
    }

    private static Caller outside() {
        return Outsiders.callerOf(Thread.currentThread());
    }

    /** The calling thread's. */
    public static Caller current() {
        Thread thread = Thread.currentThread();
        if (thread instanceof Carrier carrier) {
            return carrier.caller;
        }
        Caller guess = likely;
        return guess != null && guess.thread == thread ? guess : ofOther();
    }

    private static Caller ofOther() {
        Caller me = OTHERS.get();
        if ((++me.missed & MISSES_UNTIL_LIKELY - 1) == 0) {
            likely = me;
        }
        return me;
    }

    /** The calling thread's, if that is a carrier. For generated code. */
    public static @Nullable Caller ofCarrier() {
        return Thread.currentThread() instanceof Carrier carrier ? carrier.caller : null;
    }

    /** Has rows of at least so many places. For generated code, too. */
    public void forRow(int least) {
        if (least > each) {
            enlarge(least);
        }
    }

    private void enlarge(int least) {
        if (worker != null) {
            worker.keepCall(); // a call that was handed over lies in the arrays that go
        }
        renew(Integer.highestOneBit(least) << 1);
    }

    /** Has {@link #untold} run. If there is no stack for that either, it is to be tried again. */
    public void tell() {
        Task task = untold;
        if (task != null) {
            task.mayHaveMail(this);
            untold = null;
        }
    }

    /** What was kept for that number, or for another one. */
    public @Nullable Object stream(int number) {
        return streams == null ? null : streams[number & (STREAMS - 1)];
    }

    /** Keeps this for that number. */
    public void stream(int number, Object stream) {
        if (streams == null) {
            streams = new Object[STREAMS];
        }
        streams[number & (STREAMS - 1)] = stream;
    }

    /**
     * Whether a turn ends with a call that is handed over, though there is more mail: where calls
     * are long, other workers take the rest.
     */
    public boolean spreads;

    /** Whether what runs here has handed a call over, which waits for the turn to end. */
    public boolean hasHandedOver() {
        return worker != null && worker.hasHanded();
    }

    /**
     * Another call of what runs here is about to be handled: what the one before has handed over to
     * a task that has much mail goes into the mail, unless it was taken; if there is no room,
     * {@link #pressed} says so.
     */
    public void settle() {
        if (worker != null) {
            worker.keepCallToWhoHasMuch();
        }
    }

    /** One that gets rid of what is left, whatever the thread. */
    static Caller ofTheEnd() {
        Caller caller = new Caller(Thread.currentThread(), null);
        caller.hurry();
        return caller;
    }

    /** Nothing more is to be handled on this thread. Any thread. */
    void hurry() {
        hurried = true;
    }

    /** What comes next on this thread is to be handled. */
    void doNotHurry() {
        hurried = false;
    }

    /** Its thread runs nothing but what its dispatcher gives it. */
    void isOwn() {
        own = true;
    }

    /**
     * A call has ended: how it has left the thread's flag is nobody's business. But where the
     * thread is somebody else's, or something waits below the call, an interrupt may be meant for
     * that, and stays.
     */
    public void dropInterrupt() {
        if (thread.isInterrupted() && own && depth() == 0) {
            Thread.interrupted();
        }
    }

    /** Whether what is still there is to be got rid of. */
    public boolean isHurried() {
        return hurried;
    }

    /** With what this thread waits for room. */
    public Waiter waiter() {
        Waiter mine = waiter;
        if (mine == null) {
            mine = WaitStrategy.adaptive().newWaiter();
            waiter = mine;
        }
        return mine;
    }
}
