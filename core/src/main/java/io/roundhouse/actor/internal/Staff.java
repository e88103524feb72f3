package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Dispatching;
import io.roundhouse.dispatch.internal.OwnThread;
import io.roundhouse.memory.WeakList;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who runs the actors of a house: those that all share, and those of one actor each.
 *
 * <p><b>When all is quiet.</b> Whoever runs actors says when it rests, and counts the turns that it
 * has begun. If all rest, and all rest once more at a second look, and no turn was begun between,
 * then nothing was runnable or running at the moment between the looks: what ran before the first
 * look has scheduled whom it sent to before it came to rest, so whoever was looked at too early is
 * found busy at the second look, or has begun a turn.
 */
final class Staff {
    private final Dispatching shared;

    /** Woken when somebody has nothing to do; replaced under the lock. */
    private volatile Waiter[] listening = {};

    // guarded by this
    private final Set<Dispatching> own = new LinkedHashSet<>();
    private long turnsOfThoseGone;

    /** Threads of those gone, which may have some steps to go. */
    private final List<WeakReference<Thread>> lastSteps = new ArrayList<>();

    /**
     * An actor with mail in a lane is held by who runs it, is about to, or will look at it once
     * more; so this need not hold it.
     */
    private final WeakList<Actor> actorsWithLanes =
            new WeakList<>(actor -> !actor.isStopped() || actor.hasMail());

    /** Those with mailboxes that somebody has waited for room in. */
    private final WeakList<Bounded> waitedFor = new WeakList<>();

    /** Whether nobody new is taken. */
    private boolean isComplete;

    /**
     * With the one that is told what to call when it rests.
     *
     * @param shared makes it
     */
    Staff(Function<Runnable, Dispatching> shared) {
        this.shared = shared.apply(this::somebodyRests);
    }

    /** For all actors that have none of their own. */
    Dispatching shared() {
        return shared;
    }

    // ---- those of one actor each

    /** Takes this one, and has it begin; returns whether it is not too late for that. */
    synchronized boolean takes(Dispatching dispatching, Runnable begins) {
        if (isComplete) {
            return false;
        }
        own.add(dispatching);
        try {
            begins.run();
        } catch (Throwable e) { // no more threads
            own.remove(dispatching);
            throw e;
        }
        return true;
    }

    /** It was gone, and has something to do once more. */
    synchronized void takesBack(Dispatching dispatching) {
        if (own.add(dispatching)) {
            turnsOfThoseGone -= dispatching.turns();
        }
    }

    /** It has nothing to do any more. */
    synchronized void letsGo(Dispatching dispatching) {
        if (own.remove(dispatching)) {
            turnsOfThoseGone += dispatching.turns();
        }
    }

    /** The thread has had its last turn. */
    void isGone(OwnThread thread) {
        synchronized (this) {
            if (own.contains(thread)) {
                letsGo(thread);
                lastSteps.removeIf(each -> !isAlive(each.get()));
                lastSteps.add(new WeakReference<>(Thread.currentThread()));
            }
        }
        somebodyRests();
    }

    private static boolean isAlive(@Nullable Thread thread) {
        return thread != null && thread.isAlive();
    }

    /** Those that have a thread or an executor of their own, and are not gone. */
    synchronized int owned() {
        return own.size();
    }

    /** From now on nobody new is taken; returns those that are there. */
    synchronized List<Dispatching> completes() {
        isComplete = true;
        return List.copyOf(own);
    }

    /** The threads that have run actors, and may be alive. */
    List<Thread> threads() {
        List<Thread> threads = new ArrayList<>(shared.threads());
        synchronized (this) {
            own.forEach(each -> threads.addAll(each.threads()));
        }
        return threads;
    }

    /** Threads of those gone, which may have some steps to go. */
    private synchronized List<Thread> threadsOfThoseGone() {
        List<Thread> threads = new ArrayList<>();
        for (WeakReference<Thread> each : lastSteps) {
            Thread its = each.get();
            if (its != null && its != Thread.currentThread()) {
                threads.add(its);
            }
        }
        return threads;
    }

    /**
     * Waits for threads that have nothing more to do but to end: those that all share, those of
     * these, and those of who is gone.
     *
     * @param nanos how long at most
     * @param hangs told of each thread that does not: it is in a call
     * @return whether it was interrupted meanwhile, to which it is deaf
     */
    boolean join(List<Dispatching> own, long nanos, Consumer<Thread> hangs) {
        List<Thread> threads = new ArrayList<>(shared.threads());
        own.forEach(each -> threads.addAll(each.threads()));
        threads.addAll(threadsOfThoseGone());
        boolean interrupted = false;
        Clock system = Clock.system();
        long now = system.nanoTime();
        long deadline = nanos < Long.MAX_VALUE / 2 ? now + nanos : now + Long.MAX_VALUE / 2;
        for (Thread each : threads) {
            if (each.getState() == Thread.State.NEW) { // it was to start, and could not be
                continue;
            }
            interrupted |= join(each, Math.max(1, deadline - system.nanoTime()));
            if (each.getState() != Thread.State.TERMINATED) { // which comes before it is not alive
                hangs.accept(each);
            }
        }
        return interrupted;
    }

    /** Likewise, for one; returns whether it was interrupted meanwhile. */
    static boolean join(Thread thread, long nanos) {
        boolean interrupted = false;
        while (true) {
            try {
                if (nanos == Long.MAX_VALUE) {
                    thread.join();
                } else {
                    thread.join(Duration.ofNanos(nanos));
                }
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    // ---- actors with lanes

    /** This actor has got lanes. */
    synchronized void hasLanes(Actor actor) {
        actorsWithLanes.add(actor);
    }

    /** Those that can still be called or have something to do. */
    synchronized List<Actor> actorsWithLanes() {
        List<Actor> actors = new ArrayList<>();
        actorsWithLanes.forEach(actors::add);
        return actors;
    }

    // ---- actors that others rest for

    /** Somebody is about to wait for room there, for the first time. */
    synchronized void isWaitedFor(Bounded actor) {
        waitedFor.add(actor);
        actor.dispatching().isWaitedFor(actor);
    }

    /** The same for one of another house: its mark is for that, so it is looked for here. */
    synchronized void isWaitedForElsewhere(Bounded actor) {
        for (Bounded each : waitedFor) {
            if (each == actor) {
                return;
            }
        }
        isWaitedFor(actor);
    }

    /** Whoever rests until there is room goes on: that may never be. */
    void relievesAll() {
        List<Bounded> actors = new ArrayList<>();
        synchronized (this) {
            waitedFor.forEach(actors::add);
        }
        actors.forEach(Bounded::relievesAll);
    }

    // ---- quiet

    /** Somebody has nothing to do: whoever waits for quiet looks again. */
    void somebodyRests() {
        for (Waiter waiter : listening) {
            waiter.wake();
        }
    }

    /** Whether there was a moment at which nothing was runnable or running. */
    boolean isQuiet() {
        long before = turns();
        boolean rested = allRest();
        return rested && allRest() && turns() == before; // in this order: see above
    }

    private synchronized boolean allRest() {
        for (Dispatching each : own) {
            if (!each.isQuiet()) {
                return false;
            }
        }
        for (Actor each : actorsWithLanes) {
            if (each.hasMail()) {
                return false;
            }
        }
        return shared.isQuiet();
    }

    /** Turns begun, and calls handled. */
    synchronized long turns() {
        long sum = turnsOfThoseGone + shared.turns();
        for (Dispatching each : own) {
            sum += each.turns();
        }
        return sum;
    }

    /** Waits for something that comes true when somebody rests; returns whether it did in time. */
    boolean await(Wait wait, long nanos) {
        Waiter waiter = WaitStrategy.adaptive().newWaiter();
        listen(waiter, true);
        try {
            return waiter.await(wait, nanos);
        } finally {
            listen(waiter, false);
        }
    }

    private synchronized void listen(Waiter waiter, boolean on) {
        List<Waiter> now = new ArrayList<>(List.of(listening));
        if (on) {
            now.add(waiter);
        } else {
            now.remove(waiter);
        }
        listening = now.toArray(Waiter[]::new);
    }
}
