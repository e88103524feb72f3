package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One of the threads that run the actors of a house.
 *
 * <p><b>Handing over.</b> A call from the actor that runs here to an actor that is idle is not put
 * into a queue: it stays where the sender wrote it, and {@code handedTo} says whose it is. When the
 * running actor has finished its turn, the worker claims the target, lets the sender go, and runs
 * the target with that call.
 *
 * <pre>
 *   put      (worker)  the call is written ; handedTo, handedFirst ; slot = odd (release)
 *   take     (worker)  claim target ; end of its mail ; slot unchanged? slot = even ; let the sender go
 *   withdraw (worker)  CAS slot odd → even ; append to the target's mailbox — where the claim failed
 *   steal    (others)  slot odd for a while ; claim target ; end of its mail ; CAS slot odd → even ; run it
 *
 * Invariants
 *   I1  slot only grows; odd: there is a call, and handedTo, handedFirst and the arrays are its
 *   I2  a thief changes the slot only while it has claimed the target; so once the worker has claimed
 *       the target and the slot is as it was, nobody else can take the call
 *   I3  mail that the target had before the call was taken comes before it, other mail behind it; the sender
 *       cannot send by mail in between: it has not been let go, and looks at the slot first (keepOrder)
 *   I4  what a thief has taken lies in the arrays that it found: the worker goes on in new ones
 *   I5  what the worker takes lies where its target may write the second call that it sends: it is
 *       read before the target sends anything, or put into the mail
 * </pre>
 *
 * <p><b>Alone.</b> While all other workers rest, a worker claims and releases by plain stores:
 * nobody else claims its tasks; threads that are no workers leave a note (see {@link
 * Workers#mailed}). See {@link Workers#becomesSoloist}.
 *
 * <p>A call is in the slot for no longer than the rest of the turn of its sender, or until an idle
 * worker steals it: so a sender that computes for long after it has sent does not hold up what it
 * has started.
 */
public final class Worker extends Carrier {
    private static final int LONGEST_STREAK = 128;
    private static final int TURNS_BETWEEN_OUTSIDE = 61;
    private static final int LOOKOUTS = 16;
    private static final long STORES_ARRIVE_NANOS = 100_000;
    private static final long SHORTEST_NAP_NANOS = 100_000;
    private static final long LONGEST_WATCHING_NAP_NANOS = 1_000_000;
    private static final long LONGEST_NAP_NANOS = 500_000_000;

    private static final VarHandle SLOT;
    private static final VarHandle TURNS;
    private static final VarHandle RESTING;
    private static final VarHandle SOLO;
    private static final VarHandle IN_CALL;

    static {
        try {
            var lookup = MethodHandles.lookup();
            SLOT = lookup.findVarHandle(Worker.class, "slot", long.class);
            TURNS = lookup.findVarHandle(Worker.class, "turns", long.class);
            RESTING = lookup.findVarHandle(Worker.class, "resting", boolean.class);
            SOLO = lookup.findVarHandle(Worker.class, "solo", boolean.class);
            IN_CALL = lookup.findVarHandle(Worker.class, "inCall", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Workers workers;
    final int place;
    final LocalQueue queue = new LocalQueue();
    final Waiter waiter;
    private final Wait forWork;

    // the call that is handed over
    @SuppressWarnings("unused") // through SLOT
    private long slot;

    private long slotKnown;
    private @Nullable Task handedTo;
    private int handedFirst;

    // whom it was handed to, claimed and without mail, and the call
    private @Nullable Task ready;
    private int readyFirst;

    /** How many turns in a row were handed over. */
    private int streak;

    private boolean outsideFirst;

    /** Released while alone, and not yet looked at behind a fence. */
    private @Nullable Task justReleased;

    private long turns;

    /** How often it took from another one's queue. Written by this thread, read by any: a guess. */
    private long steals;

    /**
     * Whether it is the soloist, for all it knows; then {@link #solo} is asked before each claim.
     */
    private boolean alone;

    /** Set back by others that want it to share. */
    private boolean solo;

    /** Whether it runs an actor, and so claims and releases nothing by plain stores. */
    @SuppressWarnings("unused") // through IN_CALL
    private boolean inCall;

    /** Whether it has no task, and will take none before it says otherwise. */
    @SuppressWarnings("unused") // through RESTING
    private boolean resting;

    // what a look for work has found; with a call if it was one that was handed over
    private final @Nullable Task[] lookoutTasks = new Task[LOOKOUTS];
    private final long[] lookoutSince = new long[LOOKOUTS];
    private int lookouts;

    private @Nullable Task found;
    private long @Nullable [] foundLongs;
    private @Nullable Object @Nullable [] foundReferences;
    private int foundFirst;
    private long foundEnd;

    private volatile boolean replaced;
    private int looks;

    Worker(Workers workers, int place, int workersInAll, String name, Waiter waiter) {
        super(name);
        this.workers = workers;
        this.place = place;
        this.waiter = waiter;
        this.forWork = new ForWork(workersInAll);
    }

    // ---- handing over: called by senders that run on this thread

    /**
     * Hands the call that was just written over to an idle task; returns whether it could be. This
     * thread only.
     */
    public boolean hand(Task to) {
        long known = slotKnown;
        if ((known & 1) != 0) {
            return false;
        }
        Caller me = caller;
        handedTo = to;
        handedFirst = me.first;
        me.turnOver();
        slotKnown = known + 1;
        SLOT.setRelease(this, known + 1);
        return true;
    }

    /** Whether it is one of those that this gives tasks to. */
    public boolean isOf(Dispatching dispatching) {
        return workers == dispatching;
    }

    /** A call to this task that was handed over goes into its mail now. This thread only. */
    public void keepOrder(Task to) {
        if ((slotKnown & 1) != 0 && handedTo == to) {
            withdraw();
        }
    }

    /** Whatever was handed over goes into the mail now. This thread only. */
    void keepCall() {
        if ((slotKnown & 1) != 0) {
            withdraw();
        }
    }

    /** What was handed over goes into the mail of whom it is for, unless a thief has it. */
    private void withdraw() {
        Task to = handedTo;
        handedTo = null;
        if (SLOT.compareAndSet(this, slotKnown, slotKnown + 1)) {
            slotKnown++;
            if (to != null) {
                to.append(caller, caller.longs, caller.references, handedFirst);
            }
        } else {
            stolen();
        }
    }

    private void stolen() {
        slotKnown++;
        handedTo = null;
        caller.renew(); // keeps I4
    }

    /**
     * Takes the call that another worker has handed over and not come to, if it has been there
     * since the last look; returns whether it did: then it is {@link #found}.
     */
    private boolean stealHandedBy(Worker victim, long seenBefore) {
        long seen = (long) SLOT.getAcquire(victim);
        if ((seen & 1) == 0 || seen != seenBefore) {
            return false;
        }
        Task to = victim.handedTo;
        int first = victim.handedFirst;
        long[] longs = victim.caller.longs;
        @Nullable Object[] references = victim.caller.references;
        if (to == null || (long) SLOT.getAcquire(victim) != seen) {
            return false;
        }
        RESTING.setVolatile(this, false); // before it has a task: see Workers.isQuiet
        workers.share(this);
        if (to.claimIfIdle()) {
            foundEnd = to.sent(); // before the slot is taken: what the sender sends next comes
            // behind it
            if (SLOT.compareAndSet(victim, seen, seen + 1)) {
                found = to;
                foundLongs = longs;
                foundReferences = references;
                foundFirst = first;
                return true;
            }
            letGo(to);
            found = queue.poll(); // mail that came meanwhile is our business
            if (found != null) {
                return true;
            }
        }
        restsAgain();
        return false;
    }

    /** It has looked in vain. */
    private void restsAgain() {
        RESTING.setVolatile(this, true);
        workers.whenResting(); // who waits for quiet may have seen it not resting
    }

    // ---- running

    @Override
    public void run() {
        while (true) {
            Task task = ready;
            if (task != null) {
                ready = null;
                run(task, caller.longs, caller.references, readyFirst, 0);
                continue;
            }
            streak = 0;
            if (replaced) {
                giveAll();
                workers.replacedEnds();
                return;
            }
            task = next();
            if (task == null) {
                return;
            }
            long[] longs = foundLongs;
            @Nullable Object[] references = foundReferences;
            if (longs == null || references == null) {
                run(task);
            } else {
                foundLongs = null;
                foundReferences = null;
                run(task, longs, references, foundFirst, foundEnd);
            }
        }
    }

    private void run(Task task, long[] longs, @Nullable Object[] references, int first, long end) {
        Caller me = caller;
        me.running = task;
        turns++;
        TURNS.setOpaque(this, turns + me.calls);
        IN_CALL.setRelease(this, true);
        int how;
        try {
            how = task.turn(me, longs, references, first, end);
        } catch (Throwable e) {
            how = survive(e);
        }
        IN_CALL.setOpaque(this, false);
        finish(task, how);
    }

    private void run(Task task) {
        Caller me = caller;
        me.running = task;
        turns++;
        TURNS.setOpaque(this, turns + me.calls);
        IN_CALL.setRelease(this, true);
        int how;
        try {
            how = task.turn(me);
        } catch (Throwable e) {
            how = survive(e);
        }
        IN_CALL.setOpaque(this, false);
        finish(task, how);
    }

    /** Not the actor's own exceptions, which its house handles: no memory, as a rule. */
    private int survive(Throwable thrown) {
        try {
            getUncaughtExceptionHandler().uncaughtException(this, thrown);
        } catch (Throwable again) {
            // there is nobody left to tell
        }
        return Task.MORE;
    }

    private void finish(Task task, int how) {
        if (isInterrupted()) {
            Thread.interrupted(); // nobody's business but the actor's that has had its turn
        }
        if ((slotKnown & 1) != 0) {
            prepare();
        }
        if (how == Task.DONE) {
            letGo(task);
        } else if (how == Task.LISTENS && isRoomForALookout()) {
            task.listen();
            letGo(task);
            lookAgainAt(task);
        } else if (how != Task.AWAY || !workers.goesAway(task)) {
            workers.schedule(task, this);
        }
    }

    /**
     * Claims whom a call was handed over to, or puts the call into its mail. Before the sender is
     * let go: from then on the sender may run elsewhere, and what it sends there must come behind
     * this call.
     */
    private void prepare() {
        Task to = handedTo;
        if (to == null || replaced || (++streak % LONGEST_STREAK == 0 && !mayGoOn())) {
            outsideFirst = true; // who has waited meanwhile comes before who is in the queue
            withdraw();
            return;
        }
        if (alone && !solo) {
            share();
        }
        if (alone ? !to.claimAlone() : !to.claim()) {
            withdraw();
            return;
        }
        if ((long) SLOT.getOpaque(this) != slotKnown) {
            stolen();
            letGo(to);
            return;
        }
        slotKnown++;
        SLOT.setOpaque(this, slotKnown); // plain would do: see I2
        if (to.hasMail()) { // comes first (I3), and what it sends would be written over the call
            // (I5)
            to.append(caller, caller.longs, caller.references, handedFirst);
            workers.schedule(to, this);
            return;
        }
        readyFirst = handedFirst;
        ready = to;
    }

    /** Whether what was handed over may be run though as much was run before: nobody else waits. */
    private boolean mayGoOn() {
        workers.balance.consider(this);
        if (!alone) {
            alone = workers.becomesSoloist(this);
        }
        return queue.isEmpty()
                && workers.isNothingOutside()
                && !workers.isEnding()
                && !workers.balance.isInTheWay(this);
    }

    private void letGo(Task task) {
        task.release();
        if (alone
                && solo) { // behind the release: who has ended it in a call sees that, or we see it
            justReleased = task;
        } else {
            VarHandle.fullFence();
            check(task);
        }
    }

    /** Behind a full fence: what came for a task that was just released is not forgotten. */
    private void check(Task released) {
        if (released.claimIfMail()) {
            workers.schedule(released, this);
        }
        released.released();
    }

    /** Somebody else wants to claim tasks. */
    private void share() {
        alone = false;
        workers.noLongerSoloist(this);
        Task task = justReleased;
        if (task != null) {
            justReleased = null;
            VarHandle.fullFence();
            check(task);
        }
    }

    /** Tells the worker whether it is alone. Any thread; see {@link Workers#share}. */
    void solo(boolean is) {
        SOLO.setVolatile(this, is);
    }

    /**
     * Whether it is running an actor's call at this moment, and will look whether it is alone
     * before it claims or releases anything: called behind {@code solo(false)}.
     *
     * <p>Taking a thread's stack trace stops it at a safepoint, or finds it outside of Java code
     * that it cannot enter meanwhile. So it is a full fence in that thread, without a fence in its
     * code: either what it did before is seen here, or it sees what was written here (HotSpot's
     * handshakes, JEP 312).
     */
    boolean isCaughtInACall() {
        getStackTrace();
        return (boolean) IN_CALL.getVolatile(this);
    }

    // ---- waiting in a call

    /** Whether another thread has taken its place. */
    boolean isReplaced() {
        return replaced;
    }

    /** Another thread takes its place: it ends with the call that it runs. This thread only. */
    void leavesItsPlace() {
        if ((slotKnown & 1) != 0) {
            withdraw();
        }
        if (alone) {
            share();
        }
        replaced = true;
        giveAll();
    }

    // ---- finding work

    /** The next task; null when the workers end. */
    private @Nullable Task next() {
        if (turns % TURNS_BETWEEN_OUTSIDE == 0) {
            workers.balance.consider(this);
        }
        while (true) {
            if (lookouts > 0) {
                lookAgain();
            }
            if (workers.balance.isInTheWay(this)) {
                giveAll();
            }
            Task task = outsideFirst || turns % TURNS_BETWEEN_OUTSIDE == 0 ? pollOutside() : null;
            outsideFirst = false;
            if (task == null) {
                task = queue.poll();
            }
            if (task == null) {
                task = pollOutside();
                if (task != null && !workers.isNothingOutside()) {
                    workers.signal();
                }
            }
            if (task != null) {
                return task;
            }
            task = rest();
            if (task != null || (workers.hasEnded() && (slotKnown & 1) == 0)) {
                return task;
            }
        }
    }

    /** Leaves what there is to do to others. */
    private void giveAll() {
        boolean any = false;
        for (Task task = queue.poll(); task != null; task = queue.poll()) {
            workers.give(task);
            any = true;
        }
        if (any) {
            workers.wakeWhoStays();
        }
        for (int i = 0; i < lookouts; i++) {
            Task task = lookoutTasks[i];
            if (replaced && task != null) {
                workers.notice(task);
            }
        }
    }

    // ---- another look

    /**
     * This task was let go without mail, listening: another look is due when whatever a thread has
     * published without a fence has arrived in memory.
     */
    private void lookAgainAt(Task task) {
        lookoutTasks[lookouts] = task;
        lookoutSince[lookouts] = workers.now();
        lookouts++;
    }

    private boolean isRoomForALookout() {
        if (lookouts == LOOKOUTS) {
            lookAgain();
        }
        return lookouts < LOOKOUTS;
    }

    private void lookAgain() {
        long now = workers.now();
        int left = 0;
        for (int i = 0; i < lookouts; i++) {
            Task task = lookoutTasks[i];
            if (task != null && task.claimIfMail()) {
                workers.schedule(task, this);
            } else if (now - lookoutSince[i] < STORES_ARRIVE_NANOS) {
                lookoutTasks[left] = task;
                lookoutSince[left] = lookoutSince[i];
                left++;
            }
        }
        for (int i = left; i < lookouts; i++) {
            lookoutTasks[i] = null;
        }
        lookouts = left;
    }

    private @Nullable Task pollOutside() {
        if (workers.balance.isInTheWay(this)) {
            return null;
        }
        if (workers.isNothingOutside()) {
            return null;
        }
        if (alone && !solo) {
            share();
        }
        return workers.pollOutside(alone);
    }

    /** Waits for work; returns a task, or null where the wait has ended otherwise. */
    private @Nullable Task rest() {
        if (alone) {
            share();
        }
        caller.running = null;
        workers.balance.rests(this);
        RESTING.setVolatile(this, true);
        workers.whenResting();
        found = null;
        looks = 0;
        long nap = SHORTEST_NAP_NANOS;
        workers.searching(1);
        try {
            while (lookouts == 0
                    ? !waiter.await(forWork, nap)
                    : !waiter.await(forWork, STORES_ARRIVE_NANOS)) {
                if (lookouts > 0) {
                    break;
                }
                nap =
                        Math.min(
                                2 * nap,
                                workers.othersRest(this)
                                        ? LONGEST_NAP_NANOS
                                        : LONGEST_WATCHING_NAP_NANOS);
            }
        } catch (WaitInterruptedException e) {
            Thread.interrupted(); // meant for a handler that has returned
        } finally {
            workers.searching(-1);
            RESTING.setVolatile(this, false);
        }
        Task task = found;
        found = null;
        if (task == null) {
            workers.share(this); // it may claim something all the same
        }
        if (task != null && (nap == LONGEST_NAP_NANOS || workers.isMoreThanFor(this))) {
            workers.signal();
        }
        return task;
    }

    boolean isResting() {
        return (boolean) RESTING.getVolatile(this);
    }

    /** Grows with every turn that is begun, by the calls handled before. Any thread. */
    long turns() {
        return (long) TURNS.getOpaque(this);
    }

    /** How often it took from another one's queue. Any thread; a guess. */
    long steals() {
        return steals;
    }

    boolean hasHanded() {
        return ((long) SLOT.getAcquire(this) & 1) != 0;
    }

    private final class ForWork implements Wait {
        private static final int LOOKS_BETWEEN_SLOTS = 64;
        private static final int MUCH = 16;
        private static final long PATIENCE_NANOS = 2_000;
        private static final long WORTH_A_MOVE_NANOS = 300;

        private boolean parked;
        private final long[] slotsSeen;
        private final long[] turnsSeen;
        private final boolean[] slow;
        private final long[] handledSeen;
        private final long[] since;

        ForWork(int workers) {
            slotsSeen = new long[workers];
            turnsSeen = new long[workers];
            slow = new boolean[workers];
            handledSeen = new long[workers];
            since = new long[workers];
        }

        @Override
        public boolean met() {
            if (workers.hasEnded()) {
                return true;
            }
            if (parked) {
                workers.isStillParked(Worker.this);
            }
            boolean welcome = workers.balance.isHelpWelcome();
            boolean stuck = true;
            for (int i = 1; i < workers.count(); i++) {
                Worker victim = workers.after(Worker.this, i);
                boolean helpful = welcome || (parked && isStuck(victim, i));
                stuck &= helpful;
                if (helpful && needsHelp(victim, i) && take(victim)) {
                    return true;
                }
            }
            if (stuck && !workers.isNothingOutside() && take(null)) {
                return true;
            }
            return (parked || ++looks % LOOKS_BETWEEN_SLOTS == 0) && takeHanded();
        }

        /**
         * Whether it has much to run, or does not come to what it has: a task that it would run at
         * once is faster there, where its mail is in the cache.
         */
        private boolean needsHelp(Worker victim, int i) {
            long now = workers.now();
            long passed = now - since[i];
            if (passed >= PATIENCE_NANOS) {
                long handled = victim.turns();
                slow[i] = passed > (handled - handledSeen[i]) * WORTH_A_MOVE_NANOS;
                since[i] = now;
                handledSeen[i] = handled;
            }
            int size = victim.queue.size();
            return size >= MUCH || (size > 0 && slow[i]);
        }

        /** Whether it has come no further since the last look. */
        private boolean isStuck(Worker victim, int i) {
            long before = turnsSeen[i];
            turnsSeen[i] = victim.turns();
            return before == turnsSeen[i];
        }

        private boolean take(@Nullable Worker victim) {
            RESTING.setVolatile(Worker.this, false); // before it has a task: see Workers.isQuiet
            workers.share(Worker.this);
            found = victim == null ? workers.pollOutside(false) : victim.queue.steal(queue);
            steals += found == null || victim == null ? 0 : 1;
            if (found == null) {
                restsAgain();
            }
            return found != null;
        }

        private boolean takeHanded() {
            for (int i = 1; i < workers.count(); i++) {
                Worker victim = workers.after(Worker.this, i);
                long seenBefore = slotsSeen[i];
                slotsSeen[i] = (long) SLOT.getOpaque(victim);
                if ((seenBefore & 1) != 0 && stealHandedBy(victim, seenBefore)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public void beforePark() {
            parked = true;
            workers.searching(-1);
            workers.parks(Worker.this);
        }

        @Override
        public void afterPark() {
            parked = false;
            workers.unparks(Worker.this);
            workers.searching(1);
        }

        @Override
        public String toString() {
            return getName() + " waits for actors to run";
        }
    }
}
