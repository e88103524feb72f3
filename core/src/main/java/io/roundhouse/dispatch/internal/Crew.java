package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.WaitStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The threads of the workers, by their places.
 *
 * <p>One that waits in a call, and says so, is replaced by another in its place; it ends with that
 * call. Where all hang in calls, spare ones are added (see {@link Watch}), in places of their own:
 * so those that hang keep their queues, from which others take. The figures of those who had a
 * place before are those of who has it now, so that no sum goes down.
 */
final class Crew {
    private static final int MOST_REPLACED = 1_000;

    /** Fewer in tests. */
    int mostReplaced = MOST_REPLACED;

    private final Workers workers;
    private final String name;
    private final int count;
    private final int places;

    /** By their places; a copy is changed, under the lock. */
    private volatile Worker[] all;

    /** How many have been replaced and are still in their calls. Changed under the lock. */
    private volatile int replaced;

    /** How many are there and not gone. Changed under the lock. */
    private volatile int live;

    // guarded by this
    private final List<Worker> alive = new ArrayList<>();
    private int made;
    private volatile boolean started;

    Crew(Workers workers, int count, int places, String name) {
        this.workers = workers;
        this.name = name;
        this.count = count;
        this.places = places;
        this.live = count;
        Worker[] first = new Worker[count];
        for (int i = 0; i < count; i++) {
            first[i] = newWorker(i, 0);
            alive.add(first[i]);
        }
        all = first;
    }

    private Worker newWorker(int place, long doneBefore) {
        Worker worker =
                new Worker(
                        workers,
                        place,
                        places,
                        name + made++,
                        WaitStrategy.adaptive().newWaiter(),
                        doneBefore,
                        place >= count);
        if (workers.isEnding()) {
            worker.caller.hurry();
        }
        return worker;
    }

    /** Starts the threads, if that was not done. */
    synchronized void start() {
        if (!started) {
            started = true;
            for (Worker each : all) {
                each.start();
            }
        }
    }

    /** By their places. */
    Worker[] all() {
        return all;
    }

    /** All whose threads may be alive. */
    synchronized List<Worker> alive() {
        return List.copyOf(alive);
    }

    /** How many the house was given. */
    int count() {
        return count;
    }

    /** How many there are. */
    int live() {
        return live;
    }

    // ---- spare workers

    /** Starts one more; returns false if there are as many as there may be. */
    synchronized boolean addSpare() {
        Worker[] before = all;
        int place = count;
        while (place < before.length && !before[place].isGone()) {
            place++;
        }
        if (workers.hasEnded()) {
            return true;
        }
        if (place == places) {
            return false;
        }
        Worker spare = newWorker(place, place < before.length ? before[place].turns() : 0);
        Worker[] now = Arrays.copyOf(before, Math.max(before.length, place + 1));
        now[place] = spare;
        alive.removeIf(Worker::isGone);
        alive.add(spare);
        all = now; // before it claims anything: see Soloist
        live++;
        try {
            spare.start();
        } catch (Throwable e) { // no more threads
            all = before;
            live--;
            alive.remove(spare);
            throw e;
        }
        return true;
    }

    /** There are more at work than there should be. */
    void sendSpareAway() {
        Worker[] now = all;
        for (int i = now.length - 1; i >= count; i--) {
            if (!now[i].isGone() && !now[i].isLeaving()) {
                now[i].leave();
                now[i].waiter.wake();
                return;
            }
        }
    }

    /** It has given away what it had. */
    void spareEnds(Worker spare) {
        synchronized (this) {
            live--;
            spare.goes();
        }
        if (hasSomething() || !workers.isNothingOutside() || workers.areSoundSleepers()) {
            workers.signal(); // it may have been woken for that just now, or to look for the others
        }
        workers.whenResting();
    }

    // ---- workers that wait in a call

    /**
     * Another thread takes the place of this one, which is about to wait in the middle of a call.
     * If there is none to be had, it waits in its place. Returns whether it may: not if so many
     * wait already that it would be missed.
     */
    synchronized boolean replace(Worker worker) {
        if (workers.hasEnded()) {
            return true;
        }
        alive.removeIf(each -> each.isReplaced() && !each.isAlive());
        Worker[] now = all.clone();
        if (alive.size() >= now.length + mostReplaced) {
            return false;
        }
        Worker next = newWorker(worker.place, worker.turns());
        now[worker.place] = next;
        worker.settles();
        alive.add(next);
        try {
            next.start();
        } catch (Throwable e) { // no more threads
            alive.remove(next);
            throw e;
        }
        replaced++; // before it is not there any more: see isAnyReplaced
        all = now;
        worker.leavesItsPlace();
        workers.signal();
        return true;
    }

    /** The call in which it waited has ended, and so does its thread. */
    void replacedEnds() {
        synchronized (this) {
            replaced--;
        }
        workers.whenResting();
    }

    // ---- what they do

    /**
     * Whether there are workers besides those that were found in {@link #all} before. It is counted
     * before its place is taken, so one that is about to wait in a call is in either, or in both:
     * who does not find it in its place any more finds it here. In the other order it may be in
     * neither.
     */
    private boolean isAnyReplaced() {
        return replaced > 0;
    }

    /** Whether all others rest. Not at the end, when those who sweep are no workers. */
    boolean othersRest(Post worker) {
        if (workers.hasEnded()) {
            return false;
        }
        Worker[] now = all; // first
        if (isAnyReplaced()) {
            return false;
        }
        for (Worker each : now) {
            if (each != worker && !each.isResting()) {
                return false;
            }
        }
        return true;
    }

    boolean allRest() {
        if (!started) {
            return true;
        }
        Worker[] now = all; // first
        if (isAnyReplaced()) {
            return false;
        }
        for (Worker each : now) {
            if (!each.isResting()) {
                return false;
            }
        }
        return true;
    }

    /** Whether there is something in a queue, or handed over. A moment ago. */
    boolean hasSomething() {
        for (Worker each : all) {
            if (!each.queue.isEmpty() || each.isHanded(each.slot())) {
                return true;
            }
        }
        return false;
    }

    /** How many turns have been begun. */
    long turns() {
        long sum = 0;
        for (Worker each : all) {
            sum += each.turns();
        }
        return sum;
    }

    /** How often workers have taken from each other. */
    long steals() {
        long sum = 0;
        for (Worker each : all) {
            sum += each.steals();
        }
        return sum;
    }
}
