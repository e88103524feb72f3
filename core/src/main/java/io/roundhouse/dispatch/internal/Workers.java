package io.roundhouse.dispatch.internal;

import io.roundhouse.dispatch.internal.Task.Claim;
import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads that run actors. Each has a queue of its own; who has nothing to do takes from the
 * others.
 *
 * <p><b>Waking.</b> Who makes a task runnable that others might run wakes one worker, if there is
 * one that is parked and none that is searching: a searching one finds it. Who has found something
 * wakes the next one, if there is more. While one is at work, those that sleep look by themselves
 * now and then, and a wake-up that is missed because nobody fences here costs one nap (see {@link
 * io.roundhouse.waiting.Waiter#wake}). While none is, they sleep soundly: see {@link Search}.
 */
public final class Workers extends Dispatching {
    private static final int CALLS_A_TURN = 64;

    /** What has all threads stop, and puts a note back, is in so many frames, at most. */
    private static final int FRAMES_TO_FENCE = 64;

    /** What counts and wakes a worker is in so many frames, at most; small ones. */
    private static final int FRAMES_TO_WAKE = 96;

    private static final long BETWEEN_WAKES_NANOS = 100_000;

    private final Injection injection = new Injection();

    final Crew crew;
    final Soloist soloist;
    final Balance balance;

    /** How many tasks rest until they are resumed. */
    private final AtomicInteger away = new AtomicInteger();

    private final Runnable whenResting;
    private final Watch watch;
    private final AtomicInteger searching = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();

    /** How many that are parked, or are about to be, do not look by themselves. */
    private final AtomicInteger soundSleepers = new AtomicInteger();

    private final AtomicIntegerArray isParked;
    private final Clock clock;

    /** When a worker was last woken; written by all, a guess. */
    private long lastWake;

    /** How often workers were to give way; a guess. */
    private final AtomicInteger waysGiven = new AtomicInteger();

    private volatile boolean ending;
    private volatile boolean ended;

    /**
     * Starts no thread yet.
     *
     * @param count how many
     * @param name of the threads; a number follows
     * @param whenResting called by workers that have nothing to do
     */
    public Workers(int count, String name, Runnable whenResting) {
        this(count, name, whenResting, Clock.system());
    }

    /** With a clock that a test moves on: for workers without threads. */
    @SuppressWarnings("this-escape") // no thread sees it before it is started
    Workers(int count, String name, Runnable whenResting, Clock clock) {
        super(CALLS_A_TURN, true);
        int places = count + Watch.MOST_SPARES;
        this.clock = clock;
        this.whenResting = whenResting;
        this.balance = new Balance(this, clock.nanoTime());
        this.isParked = new AtomicIntegerArray(places);
        this.crew = new Crew(this, count, places, name);
        this.watch = new Watch(this, crew, places);
        this.soloist = new Soloist(this, crew);
        opens();
    }

    /** Starts the threads, if that was not done. */
    public void start() {
        crew.start();
    }

    /** For a thread that watches the workers. */
    public Watch watch() {
        return watch;
    }

    // ---- runnable tasks

    @Override
    public void mailed(Task task, Caller me) {
        Worker worker = me.worker;
        boolean mine = false;
        try {
            if (worker != null && worker.isOf(this)) {
                Claim claim = task.claimOrFindVisited();
                if (claim == Claim.RUN) {
                    me.visits |= Caller.LEAVES_MORE_TO_DO; // its turn may be one of this worker
                    return;
                }
                mine = claim == Claim.MINE;
                if (mine && worker.queue.add(task)) {
                    mine = false;
                    signal();
                    return;
                }
                if (mine) {
                    task.state = Task.IDLE; // as in leave
                    mine = false;
                } // else it is visited, and will be let go without a look
            }
            notice(task);
        } catch (StackOverflowError e) {
            if (mine) {
                task.state = Task.IDLE; // not a call: there may be no stack for one
            }
            throw e;
        }
    }

    /** A worker is to look whether this task is idle and has mail. */
    void notice(Task task) {
        if (task.isNoted(injection)) {
            signal();
            if (ended) {
                sweep();
            }
        }
    }

    @Override
    public boolean mayVisit(Caller me) {
        return me.worker == null ? isOpen() : me.worker.workers == this;
    }

    /** Lets a task rest until it is resumed; returns whether it does. A worker of these. */
    boolean goesAway(Task task) {
        away.incrementAndGet(); // before somebody can resume it
        boolean goes = false;
        try {
            goes = restsElsewhere(task);
        } finally {
            if (!goes) {
                away.decrementAndGet();
            }
        }
        return goes;
    }

    @Override
    public void resume(Task task, Caller me) {
        Worker worker = me.worker;
        schedule(task, worker != null && worker.isOf(this) ? worker : null);
        away.decrementAndGet(); // it is in a queue by now
    }

    /** Has a claimed task run; by the worker that the caller is, or anyone. */
    void schedule(Task task, @Nullable Worker worker) {
        if (worker == null || !worker.queue.add(task)) {
            leave(task);
        }
        signal();
        if (ended && worker == null) {
            sweep();
        }
    }

    /** Leaves a claimed task to whichever other worker comes first, who claims it again. */
    void leave(Task task) {
        task.state = Task.IDLE; // a full fence: who finds it noted sees that it is idle
        task.isNoted(injection);
    }

    /**
     * A task from outside of the workers' own queues that is the caller's now; a worker of these.
     */
    @Nullable Task pollOutside(boolean alone) {
        if (ended) {
            StackRoom.needs(FRAMES_TO_FENCE); // before anything is taken
        }
        for (Task task = injection.poll(); task != null; task = injection.poll()) {
            task.noticed();
            if (alone && task.claimAlone()) {
                return task;
            }
            Claim claim = task.claimOrFindVisited();
            if (claim == Claim.MINE) {
                return task;
            }
            if (claim != Claim.VISITED) {
                continue;
            }
            if (!ended) { // the visitor lets it go without a look
                if (task.notifies()) { // else its bringer comes
                    injection.add(task);
                    if (!ended) {
                        return null;
                    } // else nobody may come who polls it
                }
                continue;
            }
            fenceInAllThreads(task);
            if (task.claimIfIdle()) {
                return task;
            } // else its visitor has yet to let it go, and looks then
        }
        return null;
    }

    /**
     * Stack traces of all threads stop them all: what they did before is seen here, or they see
     * what was done here, and visits, which are many, need no fence of their own. Only at the end,
     * and only where somebody is visited at that moment.
     */
    private void fenceInAllThreads(Task task) {
        try {
            Thread.getAllStackTraces();
        } catch (Throwable e) { // no memory, no stack: it is found again
            task.isNoted(injection);
            throw e;
        }
    }

    /** How often workers have taken from each other. */
    public long steals() {
        return crew.steals();
    }

    /** How many help out because calls block. */
    public int spares() {
        return Math.max(0, crew.live() - crew.count());
    }

    boolean isNothingOutside() {
        return injection.isEmpty();
    }

    @Override
    public void sweep() {
        Caller me = Caller.ofTheEnd();
        int spins = 0;
        soloist.share(null); // one that hangs in a call may think that it is alone
        while (!isNothingOutside()) {
            Task task = pollOutside(false);
            if (task == null) {
                spins = Spin.once(spins); // somebody else is taking, or is about to link
                continue;
            }
            do {
                int end = turnOf(task, me);
                while (end == Task.MORE || end == Task.AWAY) {
                    end = turnOf(task, me); // all of it is got rid of
                }
                task.release();
                VarHandle.fullFence();
            } while (task.claimIfMail());
            task.released();
        }
    }

    /**
     * Something can be run: wakes a worker if all sleep, or all that do sleep soundly, or if none
     * is looking for work and none has been woken for a while. One that sleeps while others are
     * busy looks by itself now and then.
     */
    void signal() {
        int parked = this.parked.get();
        if (parked == 0 || searching.get() > 0) {
            return;
        }
        boolean allSleep = parked >= crew.live() || parked <= soundSleepers.get();
        if (!allSleep && !balance.isHelpWelcome()) { // before the clock, which costs more
            return;
        }
        long now = now();
        if (allSleep || now - lastWake > BETWEEN_WAKES_NANOS) {
            lastWake = now;
            wakeOne();
        }
    }

    /** There is work for the worker that runs everything alone, or for anyone. */
    void wakeWhoStays() {
        Worker stayer = balance.stayer();
        if (stayer == null) {
            signal();
        } else {
            stayer.waiter.wake();
        }
    }

    @Override
    public void givesWay() {
        waysGiven.incrementAndGet();
    }

    /** Who finds another number than last time gives way. A worker, which has no task. */
    int waysGiven() {
        return waysGiven.get();
    }

    /**
     * Whom it wakes counts as searching from now on, and not when it has got a processor: so what
     * comes until then wakes nobody else.
     */
    private void wakeOne() {
        StackRoom.needs(FRAMES_TO_WAKE); // all of it, or nothing
        for (Worker each : crew.all()) {
            if (isParked.get(each.place) == 1 && isParked.compareAndSet(each.place, 1, 0)) {
                searching.incrementAndGet();
                parked.decrementAndGet();
                each.waiter.wake();
                return;
            }
        }
    }

    /** Whether others than this worker could find something to do. */
    boolean isMoreThanFor(Worker worker) {
        return !worker.queue.isEmpty() || !isNothingOutside();
    }

    // ---- workers

    long now() {
        return clock.nanoTime();
    }

    void searching(int more) {
        searching.addAndGet(more);
    }

    void soundSleepers(int more) {
        soundSleepers.addAndGet(more);
    }

    /** Whether there are such as do not look by themselves. */
    boolean areSoundSleepers() {
        return soundSleepers.get() > 0;
    }

    /** It is parked from now on, and no longer searching; looks once more behind this. */
    void parks(Worker worker) {
        isParked.set(worker.place, 1);
        parked.incrementAndGet();
        searching.decrementAndGet();
    }

    /** Whether somebody has woken it since it {@link #parks}. The worker itself. */
    boolean isWoken(Worker worker) {
        return isParked.get(worker.place) == 0;
    }

    /** It is searching, if who has woken it has not said so. */
    void unparks(Worker worker) {
        if (isParked.getAndSet(worker.place, 0) == 1) {
            searching.incrementAndGet();
            parked.decrementAndGet();
        }
    }

    /** Tells who waits for that, and otherwise, where there is no memory, looks a nap later. */
    void whenResting() {
        try {
            whenResting.run();
        } catch (OutOfMemoryError e) {
            // likewise: see Search.rest
        }
    }

    @Override
    public boolean blocks(Caller me) {
        Worker worker = me.worker;
        if (worker == null || worker.workers != this || worker.isReplaced()) {
            return true;
        }
        try {
            return crew.replace(worker);
        } catch (OutOfMemoryError e) {
            return true; // no thread to be had: it waits in its place
        }
    }

    // ---- quiet

    /** Those of their tasks that threads run on the spot that are none of these. */
    public Set<Task> visited() {
        Set<Task> tasks = new LinkedHashSet<>();
        Outsiders.addVisitedTo(tasks, this);
        return tasks;
    }

    @Override
    void addInCalls(Set<Task> tasks) {
        Outsiders.addVisitedTo(tasks, this);
        for (Worker each : crew.alive()) {
            if (each.isAlive()) {
                each.caller.addRunningTo(tasks);
            }
        }
    }

    @Override
    public void forEachReferenceInHand(Consumer<Object> taker) {
        for (Worker each : crew.alive()) {
            if (each.isAlive()) {
                each.forEachReferenceInHand(taker);
            }
        }
    }

    /**
     * Whether there was a moment at which no task was runnable or running.
     *
     * <p>A task is in a queue, handed over, or in the hands of a worker that says that it does not
     * rest: it says so before it takes anything. All rest, nothing is in a queue, and nobody has
     * begun a turn between the first look and the last: so nothing went from a queue that was
     * looked at late into one that was looked at early.
     */
    @Override
    public boolean isQuiet() {
        long before = turns();
        if (!crew.allRest() || !isNothingOutside() || away.get() > 0 || crew.hasSomething()) {
            return false;
        }
        return !Outsiders.visitAnyOf(this)
                && crew.allRest()
                && isNothingOutside()
                && turns() == before;
    }

    @Override
    public long turns() {
        return crew.turns();
    }

    // ---- the end

    /** Whether all that is still runnable is to be got rid of. */
    boolean isEnding() {
        return ending;
    }

    @Override
    public void interrupt() {
        ending = true;
        for (Worker each : crew.alive()) {
            each.caller.hurry();
            each.solo(false); // a soloist looks whether it is one, and nothing else
            if (!each.isResting()) {
                each.interrupt();
            }
        }
    }

    boolean hasEnded() {
        return ended;
    }

    @Override
    public void end() {
        ended = true;
        VarHandle.fullFence(); // they see it, or are seen to sleep
        for (Worker each : crew.alive()) {
            each.waiter.wake();
        }
    }

    @Override
    public List<? extends Thread> threads() {
        return crew.alive();
    }
}
