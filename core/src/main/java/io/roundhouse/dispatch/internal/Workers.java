package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Spin;
import io.roundhouse.waiting.WaitStrategy;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Threads that run actors. Each has a queue of its own; who has nothing to do takes from the
 * others.
 *
 * <p><b>Waking.</b> Who makes a task runnable that others might run wakes one worker, if there is
 * one that is parked and none that is searching: a searching one finds it. Who has found something
 * wakes the next one, if there is more. A wake-up that is missed because nobody fences here costs
 * one short nap (see {@link io.roundhouse.waiting.Waiter#wake}).
 */
public final class Workers extends Dispatching {
    private static final int MOST_REPLACED = 1_000;
    private static final long BETWEEN_WAKES_NANOS = 100_000;

    private final Injection injection = new Injection();

    /** Claimed tasks that are in no worker's queue. */
    private final ConcurrentLinkedQueue<Task> overflow = new ConcurrentLinkedQueue<>();

    /** The worker that is alone; null while all use atomic operations. */
    private final AtomicReference<@Nullable Worker> soloist = new AtomicReference<>();

    /** The workers by their places; one that waits in a call is replaced. */
    private final AtomicReferenceArray<Worker> workers;

    /** All whose threads may be alive, guarded by this. */
    private final List<Worker> all = new ArrayList<>();

    /** How many have been replaced and are still in their calls. */
    private final AtomicInteger replaced = new AtomicInteger();

    /** How many tasks rest until they are resumed. */
    private final AtomicInteger away = new AtomicInteger();

    private final String name;
    private int made;
    private final Runnable whenResting;
    private final AtomicInteger searching = new AtomicInteger();
    private final AtomicInteger parked = new AtomicInteger();
    private final AtomicIntegerArray isParked;
    private final Clock clock = Clock.system();
    final Balance balance;
    private boolean started;

    /** When a worker was last woken; written by all, a guess. */
    private long lastWake;

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
        this.whenResting = whenResting;
        this.balance = new Balance(this, clock);
        this.isParked = new AtomicIntegerArray(count);
        this.name = name;
        this.workers = new AtomicReferenceArray<>(count);
        for (int i = 0; i < count; i++) {
            workers.set(i, newWorker(i, count));
        }
    }

    private Worker newWorker(int place, int count) {
        Worker worker =
                new Worker(this, place, count, name + made++, WaitStrategy.adaptive().newWaiter());
        all.add(worker);
        return worker;
    }

    /** Starts the threads, if that was not done. */
    public synchronized void start() {
        if (!started) {
            started = true;
            for (Worker each : all) {
                each.start();
            }
        }
    }

    // ---- runnable tasks

    @Override
    public void mailed(Task task, Caller me) {
        Worker worker = me.worker;
        if (worker != null && worker.workers == this) {
            if (task.claimIfIdle()) {
                schedule(task, worker);
                return;
            }
            if (!task.isVisited()) {
                return;
            }
        }
        notice(task);
    }

    /** A worker is to look whether this task is idle and has mail. */
    void notice(Task task) {
        if (task.notifies()) {
            injection.add(task);
            signal();
            if (ended) {
                sweep();
            }
        }
    }

    @Override
    public boolean mayVisit(Caller me) {
        return me.worker == null ? soloist.get() == null : me.worker.workers == this;
    }

    /** Lets a task rest until it is resumed; returns whether it does. A worker of these. */
    boolean goesAway(Task task) {
        away.incrementAndGet(); // before somebody can resume it
        boolean goes = task.goesAway();
        if (!goes) {
            away.decrementAndGet();
        }
        return goes;
    }

    @Override
    public void resume(Task task, Caller me) {
        Worker worker = me.worker;
        schedule(task, worker != null && worker.workers == this ? worker : null);
        away.decrementAndGet(); // it is in a queue by now
    }

    /** Has a claimed task run; by the worker that the caller is, or anyone. */
    void schedule(Task task, @Nullable Worker worker) {
        if (worker == null || !worker.queue.add(task)) {
            overflow.add(task);
        }
        signal();
        if (ended && worker == null) {
            sweep();
        }
    }

    /** Leaves a claimed task to whichever other worker comes first. */
    void give(Task task) {
        overflow.add(task);
    }

    /**
     * A task from outside of the workers' own queues that is the caller's now; a worker of these.
     */
    @Nullable Task pollOutside(boolean alone) {
        Task task = overflow.poll();
        if (task != null) {
            return task;
        }
        for (task = injection.poll(); task != null; task = injection.poll()) {
            task.noticed();
            if (alone ? task.claimAlone() : task.claim()) {
                return task;
            }
            if (task.isVisited() && task.notifies()) {
                injection.add(task); // the visitor lets it go without a look
                return null;
            }
        }
        return null;
    }

    boolean isNothingOutside() {
        return overflow.isEmpty() && injection.isEmpty();
    }

    /** Runs what is there after the workers have ended. Any thread. */
    public void sweep() {
        Caller me = Caller.ofTheEnd();
        Spin spin = new Spin();
        share(null); // one that hangs in a call may think that it is alone
        while (!isNothingOutside()) {
            Task task = pollOutside(false);
            if (task == null) {
                spin.once(); // somebody else is taking, or is about to link
                continue;
            }
            do {
                int end = task.turn(me);
                while (end == Task.MORE || end == Task.AWAY) {
                    end = task.turn(me); // all of it is got rid of
                }
                task.release();
                VarHandle.fullFence();
            } while (task.claimIfMail());
            task.released();
        }
    }

    /**
     * Something can be run: wakes a worker if all sleep, or if none is looking for work and none
     * has been woken for a while. One that sleeps while others are busy looks by itself now and
     * then.
     */
    void signal() {
        int parked = this.parked.get();
        if (parked == 0 || searching.get() > 0) {
            return;
        }
        long now = now();
        if (parked == workers.length()
                || (balance.isHelpWelcome() && now - lastWake > BETWEEN_WAKES_NANOS)) {
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

    /** How often workers have taken from each other. */
    long steals() {
        long sum = 0;
        for (int i = 0; i < workers.length(); i++) {
            sum += workers.get(i).steals();
        }
        return sum;
    }

    private void wakeOne() {
        for (int i = 0; i < workers.length(); i++) {
            if (isParked.get(i) == 1 && isParked.compareAndSet(i, 1, 0)) {
                workers.get(i).waiter.wake();
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

    int count() {
        return workers.length();
    }

    /** The worker that many places behind this one. */
    Worker after(Worker worker, int places) {
        return workers.get((worker.place + places) % workers.length());
    }

    void searching(int more) {
        searching.addAndGet(more);
    }

    void parks(Worker worker) {
        isParked.set(worker.place, 1);
        parked.incrementAndGet();
    }

    /** Woken in vain, it is to be woken again: said before it looks. */
    void isStillParked(Worker worker) {
        if (isParked.get(worker.place) == 0) {
            isParked.set(worker.place, 1);
        }
    }

    void unparks(Worker worker) {
        parked.decrementAndGet();
        isParked.set(worker.place, 0);
    }

    void whenResting() {
        whenResting.run();
    }

    // ---- workers that wait in a call

    @Override
    public void blocks(Caller me) {
        Worker worker = me.worker;
        if (worker != null && worker.workers == this && !worker.isReplaced()) {
            replace(worker);
        }
    }

    /**
     * Another thread takes the place of this one, which is about to wait in the middle of a call.
     */
    private synchronized void replace(Worker worker) {
        all.removeIf(each -> each.isReplaced() && !each.isAlive());
        if (all.size() >= workers.length() + MOST_REPLACED || ended) {
            return;
        }
        replaced.incrementAndGet();
        worker.leavesItsPlace();
        Worker next = newWorker(worker.place, workers.length());
        workers.set(worker.place, next);
        next.start();
        signal();
    }

    /** The call in which it waited has ended, and so does its thread. */
    void replacedEnds() {
        replaced.decrementAndGet();
        whenResting();
    }

    // ---- alone

    /**
     * Makes this worker the soloist if all others rest; returns whether it is.
     *
     * <p>The soloist claims and releases tasks by plain stores. Whoever else is to claim one first
     * calls {@link #share}.
     */
    boolean becomesSoloist(Worker worker) {
        if (!othersRest(worker) || !soloist.compareAndSet(null, worker)) {
            return false;
        }
        worker.solo(true);
        if (othersRest(worker)) { // behind a fence, as is share's look at the soloist
            return true;
        }
        worker.solo(false);
        soloist.set(null);
        return false;
    }

    /** The soloist has seen that it is no longer alone. */
    void noLongerSoloist(Worker worker) {
        soloist.compareAndSet(worker, null);
    }

    /**
     * Returns when no other worker claims by plain stores. A worker that no longer says that it
     * rests.
     */
    void share(@Nullable Worker worker) {
        Spin spin = null;
        for (Worker alone = soloist.get();
                alone != null && alone != worker;
                alone = soloist.get()) {
            alone.solo(false);
            spin = spin == null ? new Spin() : spin;
            if (spin.isLong() && alone.isCaughtInACall()) {
                soloist.compareAndSet(alone, null);
            } else {
                spin.once();
            }
        }
    }

    boolean othersRest(Worker worker) {
        if (replaced.get() > 0) {
            return false;
        }
        for (int i = 0; i < workers.length(); i++) {
            Worker each = workers.get(i);
            if (each != worker && !each.isResting()) {
                return false;
            }
        }
        return true;
    }

    // ---- quiet

    /**
     * Whether there was a moment at which no task was runnable or running.
     *
     * <p>A task is in a queue, handed over, or in the hands of a worker that says that it does not
     * rest: it says so before it takes anything. All rest, nothing is in a queue, and nobody has
     * begun a turn between the first look and the last: so nothing went from a queue that was
     * looked at late into one that was looked at early.
     */
    public boolean isQuiet() {
        long before = turns();
        if (!allRest() || !isNothingOutside() || away.get() > 0) {
            return false;
        }
        for (int i = 0; i < workers.length(); i++) {
            Worker each = workers.get(i);
            if (!each.queue.isEmpty() || each.hasHanded()) {
                return false;
            }
        }
        return allRest() && isNothingOutside() && turns() == before;
    }

    private boolean allRest() {
        if (!started) {
            return true;
        }
        if (replaced.get() > 0) {
            return false;
        }
        for (int i = 0; i < workers.length(); i++) {
            if (!workers.get(i).isResting()) {
                return false;
            }
        }
        return true;
    }

    /** How many turns have been begun. */
    public long turns() {
        long sum = 0;
        for (int i = 0; i < workers.length(); i++) {
            sum += workers.get(i).turns();
        }
        return sum;
    }

    // ---- the end

    /** Whether all that is still runnable is to be got rid of. */
    boolean isEnding() {
        return ending;
    }

    /** Interrupts those that run something. */
    public void interrupt() {
        ending = true;
        for (Worker each : all()) {
            each.caller.hurry();
            if (!each.isResting()) {
                each.interrupt();
            }
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /** Workers end when they have nothing to run. */
    public void end() {
        ended = true;
        for (Worker each : all()) {
            each.waiter.wake();
        }
    }

    private synchronized List<Worker> all() {
        return List.copyOf(all);
    }

    /** The threads. */
    public List<? extends Thread> threads() {
        return all();
    }
}
