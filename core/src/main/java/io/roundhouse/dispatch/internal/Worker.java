package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Spin;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One of the threads that run the actors of a house: a turn of one, then a turn of the next.
 *
 * <p>What comes next: whom a call was handed over to ({@link HandsOver}), then who is in its queue
 * ({@link LocalQueue}), then who is outside of all queues; and otherwise what a {@link Search}
 * finds. From time to time the outside comes first, so that nobody there waits for ever.
 *
 * <p><b>Alone.</b> While all other workers rest, a worker claims and releases by plain stores: see
 * {@link Soloist}.
 */
public final class Worker extends Solo {
    private static final int LONGEST_STREAK = 128;

    /**
     * Likewise, where calls are long: what is handed on and on overtakes others' tasks, and where
     * it finds one of them running, a worker has both, and the other one nothing.
     */
    private static final int LONGEST_STREAK_OF_LONG_CALLS = 32;

    private static final int TURNS_BETWEEN_OUTSIDE = 61;
    private static final long BETWEEN_LOOKS_NANOS = 1_000_000;

    final int place;
    final LocalQueue queue = new LocalQueue();
    final Waiter waiter;
    private final Search search;
    private final Lookouts lookouts;
    private final CallLength callLength = new CallLength();

    /** How many turns in a row were handed over. */
    private int streak;

    private boolean outsideFirst;

    /** How often workers were to give way, as far as this one has done so. */
    private int waysGiven;

    /** Whether it is time to look for calls that others have handed over and do not come to. */
    private boolean looksAtOthers;

    private long lookedAtOthers;

    /**
     * Whose turn has ended, but what it has handed over cannot be put anywhere for want of memory:
     * it is not let go before that.
     */
    private @Nullable Task held;

    private int heldHow;
    private int spinsForMemory;

    /** Whether it runs nothing any more. */
    private boolean over;

    /** How many turns it has begun, but for those with a call that was handed over. */
    private long turns;

    /**
     * Whether it is time to look whether it is alone. Not between the turn of a task and its
     * release: mail that came meanwhile was left to the look behind the release, which a soloist
     * does not take.
     */
    private boolean looksWhetherAlone;

    Worker(
            Workers workers,
            int place,
            int places,
            String name,
            Waiter waiter,
            long doneBefore,
            boolean spare) {
        super(workers, name, doneBefore, spare);
        caller.handsTo = workers;
        this.place = place;
        this.waiter = waiter;
        this.search = new Search(workers, this, waiter, places);
        this.lookouts = new Lookouts(workers, this);
        this.spinsForMemory = Spin.once(0); // loads it: there is no memory for that later
    }

    /** Whether it is one of those, and has not been replaced. This thread only. */
    boolean isOf(Dispatching dispatching) {
        return caller.handsTo == dispatching;
    }

    // ---- running

    @Override
    public void run() {
        workers.soloist.share(this);
        lookedAtOthers = workers.now();
        callLength.startsAnew(lookedAtOthers, calls());
        Task ready = null;
        over = false;
        do {
            ready = step(ready);
        } while (!over);
    }

    /**
     * Runs who is ready: claimed, without mail, and with calls that were handed over; or finishes
     * what is held; or runs the next one. Returns who is ready then.
     *
     * <p>A method of its own: one that does not return would be compiled on the stack, and again
     * with all that the compiler has learnt since.
     */
    private @Nullable Task step(@Nullable Task ready) {
        if (ready != null) {
            if (looksWhetherAlone) {
                looksWhetherAlone = false;
                if (held == null) {
                    becomesSoloist();
                }
            }
            boolean isShort = isAlone() && ready.isPlain() && isInPlace();
            return isShort ? runAlone(ready) : run(ready, taken);
        }
        streak = 0;
        Task sender = held;
        if (sender != null) {
            spinsForMemory = Spin.once(spinsForMemory);
            Task next = finish(sender, heldHow);
            if (next != null) {
                return next;
            }
        }
        if ((replaced || leaves) && held == null) {
            leavesForGood();
            over = true;
            return null;
        }
        Task task;
        try {
            task = next();
        } catch (OutOfMemoryError e) { // nobody else looks for it
            task = search.takeFound();
            if (task == null) {
                return null; // it looks again
            }
        }
        if (task == null) {
            over = !leaves && held == null;
            return null;
        }
        caller.begins();
        turns++;
        HandedCalls stolen = search.found.calls;
        if (stolen.count == 0) {
            return run(task);
        }
        Task next = run(task, stolen);
        search.givesBack();
        return next;
    }

    /**
     * Whether the calls that were taken lie where this worker writes. Not where an actor that an
     * executor runs on the spot has enlarged that meanwhile, as its sender was let go.
     */
    private boolean isInPlace() {
        return taken.longs == caller.longs;
    }

    /**
     * The short way, for a soloist: this one with the calls that were taken for it, then whom it
     * hands calls over to, and so on, while nothing but that is to be done. Returns who is to run
     * next with calls, when there is something else.
     *
     * <p>What mail comes meanwhile, nobody looks for behind a turn: a thread that is no worker
     * leaves a note, this one says that it has brought some ({@link Workers#mailed}), and who has
     * become a soloist looks once, at who is ready, for what other workers brought before they came
     * to rest.
     *
     * <p>One look whether it is alone serves both, the claim of who is next and the release of who
     * has run: whoever ends it in a call is seen behind the call, and nobody ends it between that
     * and the next call.
     */
    private @Nullable Task runAlone(Task ready) {
        Caller me = caller;
        Task task = ready;
        int first = taken.first;
        int count = taken.count;
        turnBegins();
        int longest = longestStreak();
        for (int left = longest - 1 - (streak & longest - 1); ; left--) {
            me.running = task;
            callBegins();
            int how;
            try {
                how = task.turnWith(me, first, count);
            } catch (Throwable e) {
                how = survive(e);
            }
            callEnds();
            long slot = slotNow();
            Task next = handedTo();
            if (how != Task.PLAINLY_DONE
                    || !isAlone()
                    || isInterrupted()
                    || left == 0
                    || !isWhole(slot)
                    || next == null
                    || !next.claimPlainAlone()) {
                streak = longest - 1 - left;
                return finish(task, how);
            }
            first = me.base;
            count = takeWhole(slot);
            me.isQuick();
            task.release();
            task = next;
        }
    }

    /** A turn that begins with these calls; returns who is to run next with calls. */
    private @Nullable Task run(Task task, HandedCalls calls) {
        Caller me = caller;
        me.running = task;
        turnBegins();
        callBegins();
        int how;
        try {
            how = task.turn(me, calls);
        } catch (Throwable e) {
            how = survive(e);
        }
        callEnds();
        return finish(task, how);
    }

    private @Nullable Task run(Task task) {
        Caller me = caller;
        me.running = task;
        turnBegins();
        callBegins();
        int how;
        try {
            how = task.turn(me);
        } catch (Throwable e) {
            how = survive(e);
        }
        callEnds();
        return finish(task, how);
    }

    /** A turn has ended; returns who is to run next with a call. */
    private @Nullable Task finish(Task task, int how) {
        if (isInterrupted()) {
            Thread.interrupted(); // nobody's business but the actor's that has had its turn
        }
        if (caller.untold != null) {
            Dispatching.tell(caller);
        }
        caller.hasLeftNothing();
        Task next = null;
        if (held != null || hasHanded()) {
            try {
                next = hasHanded() ? prepare() : null;
            } catch (OutOfMemoryError e) { // the call is still there
                holds(task, how);
                return null;
            }
            Task sender = held;
            if (sender == null) {
                how = caller.pressed == null ? how : isPressed(task, how);
            } else {
                held = null;
                seal(false);
                end(sender, caller.pressed == null ? heldHow : isPressed(sender, heldHow));
                if (sender == task) {
                    return next;
                }
            }
        }
        end(task, how);
        return next;
    }

    private void holds(Task task, int how) {
        if (alone) {
            share(); // who brings it mail meanwhile is not to be overlooked when it is let go
        }
        if (held == null) {
            seal(true);
            held = task;
            heldHow = how;
        } else if (held != task) {
            end(task, how);
        }
    }

    /** Its turn has ended, and what it has handed over has found its place. */
    private void end(Task task, int how) {
        if (how == Task.DONE || how == Task.PLAINLY_DONE) {
            letGo(task);
        } else if (how == Task.LISTENS && !replaced && !leaves && lookouts.isRoomFor(task)) {
            task.listen();
            letGo(task);
            lookouts.add(task);
        } else if (how != Task.AWAY || !workers.goesAway(task)) {
            workers.schedule(task, this);
        }
    }

    /**
     * Claims whom a call was handed over to and returns it, or puts the call into its mail. Before
     * the sender is let go: from then on the sender may run elsewhere, and what it sends there must
     * come behind this call.
     */
    private @Nullable Task prepare() {
        Task to = handedTo();
        if (to == null || replaced || ((++streak & longestStreak() - 1) == 0 && !mayGoOn())) {
            outsideFirst = true; // who has waited meanwhile comes before who is in the queue
            withdraw();
            return null;
        }
        if (alone && !isAlone()) {
            share();
        }
        if (alone ? !to.claimAlone() : !to.claim()) {
            withdraw();
            return null;
        }
        boolean hasMail = to.hasMail();
        boolean isReady = false;
        try {
            if (hasMail) { // comes first (I3), and what it sends would lie over the call (I5)
                withdraw();
            } else {
                isReady = takeHanded();
                if (!isReady) {
                    withdraw(); // what thieves have left
                    hasMail = true;
                }
            }
        } finally {
            if (!isReady) {
                if (hasMail) {
                    workers.schedule(to, this);
                } else {
                    letGo(to);
                }
            }
        }
        return isReady ? to : null;
    }

    private int longestStreak() {
        return caller.spreads ? LONGEST_STREAK_OF_LONG_CALLS : LONGEST_STREAK;
    }

    private int isPressed(Task task, int how) {
        if (how == Task.AWAY) {
            caller.pressed = null; // it rests already
            return how;
        }
        return task.isPressed(caller);
    }

    /**
     * Whether what was handed over may be run though as much was run before: nobody else waits. A
     * moment to look whether help is welcome, and soon whether the worker is alone, in any case.
     */
    private boolean mayGoOn() {
        consider();
        looksWhetherAlone = !alone;
        return queue.isEmpty()
                && lookouts.isEmpty() // else a look is due
                && workers.isNothingOutside()
                && !workers.isEnding()
                && !leaves
                && !looksAtOthers
                && !workers.balance.isInTheWay(this);
    }

    /** The time, in nanoseconds from anywhere. */
    public long now() {
        return workers.now();
    }

    /** How many calls it has begun to handle. */
    private long calls() {
        return caller.done - turns;
    }

    /** From time to time: how long calls take, whether help is welcome, or needed. */
    private void consider() {
        long now = workers.now();
        caller.spreads = callLength.isLong(now, calls());
        workers.balance.consider(this, now);
        if (now - lookedAtOthers >= BETWEEN_LOOKS_NANOS) {
            lookedAtOthers = now;
            looksAtOthers = !alone;
        }
    }

    void letGo(Task task) {
        task.release();
        if (alone
                && isAlone() // behind the release: who ends it in a call sees that, or is seen
                && !task.isWaitedFor()) {
            return; // threads that are no workers of these leave notes
        }
        VarHandle.fullFence();
        if (task.claimIfMail()) {
            workers.schedule(task, this);
        }
        Dispatching.released(task);
    }

    // ---- finding work

    /** The next task; null when the workers end. */
    private @Nullable Task next() {
        if (turns % TURNS_BETWEEN_OUTSIDE == 0) {
            consider();
        }
        giveWay();
        if (looksAtOthers) {
            looksAtOthers = false;
            Task task = search.leftByOthers();
            if (task != null) {
                return task;
            }
        }
        while (true) {
            if (!lookouts.isEmpty()) {
                lookouts.look();
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
                    search.found.task = task; // not lost where there is no memory to wake others
                    workers.signal();
                    search.found.task = null;
                }
            }
            if (task == null && held != null) {
                return null; // the loop tries again what is held
            }
            if (task == null) {
                task = rest();
            }
            if (task != null || leaves || (workers.hasEnded() && !hasHanded())) {
                return task;
            }
        }
    }

    /**
     * Lets a thread go on that has waited for room: it may be on no processor. All workers do, for
     * nobody knows whose processor it is to have; and here, where what a worker has to run can be
     * taken by others meanwhile.
     */
    private void giveWay() {
        int now = workers.waysGiven();
        if (now != waysGiven) {
            waysGiven = now;
            Spin.giveWay();
        }
    }

    private @Nullable Task pollOutside() {
        if (workers.balance.isInTheWay(this) || workers.isNothingOutside()) {
            return null;
        }
        if (alone && !isAlone()) {
            share();
        }
        return workers.pollOutside(alone);
    }

    private @Nullable Task rest() {
        if (alone) {
            share();
        }
        caller.running = null;
        caller.looksFirst();
        queue.forget();
        forget();
        workers.balance.rests(this);
        Task task = search.rest(lookouts);
        callLength.startsAnew(workers.now(), calls());
        return task;
    }

    /** Leaves what there is to do to others. */
    private void giveAll() {
        boolean any = false;
        for (Task task = queue.poll(); task != null; task = queue.poll()) {
            workers.leave(task);
            any = true;
        }
        if (any) {
            workers.wakeWhoStays();
            if (workers.hasEnded()) {
                workers.sweep();
            }
        }
        if (replaced || leaves) {
            lookouts.remind();
        }
    }

    // ---- waiting in a call

    /** It is about to leave its place: it holds nothing up. This thread only. */
    void settles() {
        keepCall();
        if (alone) {
            share();
        }
    }

    /** Another thread has its place: it ends with the call that it runs. This thread only. */
    void leavesItsPlace() {
        caller.handsTo = null; // what it sends from now on is found by others
        caller.looksFirst();
        replaced = true;
        workers.balance.rests(this);
        giveAll();
    }

    // ---- the end of a thread whose house goes on

    private void leavesForGood() {
        if (alone) {
            share();
        }
        caller.handsTo = null; // likewise: what follows may have actors run, which may send
        workers.balance.rests(this);
        giveAll();
        if (replaced) {
            workers.crew.replacedEnds();
        } else {
            workers.crew.spareEnds(this);
        }
    }

    // ---- what it says of itself

    @Override
    void wakesWatcher() {
        if (workers.areSoundSleepers()) {
            workers.signal();
        }
    }

    /**
     * Has others look at what it should look at; returns whether there is something. Any thread.
     */
    boolean remindOthers() {
        return lookouts.remind();
    }

    /** How often it took what was another one's. Any thread; a guess. */
    long steals() {
        return search.steals();
    }
}
