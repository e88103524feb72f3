package io.roundhouse.channel;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Sleep;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The processes that a scope has forked, and what its join waits for: their ends. Guarded by the
 * lock of the scope, but for {@link #hasEnded} and {@link #areQuiet}; what says so takes it.
 *
 * <p>Threads are made, started and interrupted without the lock: the first may run code of users,
 * for what a thread inherits, and the last close what a thread waits at; and there may be many. A
 * thread that is interrupted before it is started is so from its beginning. While some have been
 * interrupted and others have not, the owner included, those others may seem to wait for what is no
 * more: so nobody is told that all wait.
 */
final class Processes implements Obstacle {
    /** Who is interrupted: those of the scope, or those of the scopes inside as well. */
    private enum Reach {
        OWN,
        AND_INSIDE
    }

    private static final int FEW = 16;

    /** More than it takes to interrupt a thread that waits at a channel of the JDK's. */
    private static final int FRAMES_TO_CLOSE = 400;

    private final Scope scope;
    private final AwakeLock lock;
    private List<Process> processes = new ArrayList<>();
    private final AtomicInteger named = new AtomicInteger();

    /** How many have not ended. Grows under the lock only. */
    private final AtomicInteger running = new AtomicInteger();

    /**
     * How many threads are about to interrupt them, one after the other, and how many the owner
     * behind them. Grows under the lock.
     */
    private final AtomicInteger interrupting = new AtomicInteger();

    /** Made with the scope: there may be no memory when it is canceled. */
    private final Interrupts ofCancellation = new Interrupts(Reach.OWN);

    Processes(Scope scope, AwakeLock lock) {
        this.scope = scope;
        this.lock = lock;
    }

    /** Any thread. */
    String nextName() {
        return "process " + named.incrementAndGet();
    }

    /**
     * One is about to be started: from now on it is waited for, and interrupted with the others.
     */
    void add(Process process) {
        forget();
        processes.add(process);
        running.getAndIncrement();
    }

    /** Starts one that has been added. Any thread. */
    void start(Process process) {
        boolean started = false;
        try {
            process.thread.start();
            started = true;
        } finally {
            if (!started && hasEnded(process)) { // for want of memory
                Sleep.end(scope.owner.thread);
            }
        }
    }

    /** Forgets those that have ended, when they are as many as the others. */
    private void forget() {
        if (processes.size() > FEW && processes.size() > 2 * running.get()) {
            List<Process> alive = new ArrayList<>();
            for (Process each : processes) {
                if (!each.ended || each.thread.isAlive()) {
                    alive.add(each);
                }
            }
            processes = alive;
        }
    }

    /**
     * One has, or could not be started, or both: for want of memory a start may fail behind the
     * point where the thread runs. Returns whether it was the last one. Any thread.
     */
    boolean hasEnded(Process process) {
        return process.ends() && running.decrementAndGet() == 0;
    }

    /** Whether all have ended. Any thread. */
    boolean areQuiet() {
        return running.get() == 0;
    }

    /** No more are added, and the caller will {@link #interrupt} them. With the lock. */
    void willBeInterrupted() {
        willBeRun(ofCancellation, processes);
    }

    /** The same, if some have not been when they were to. With the lock. */
    boolean willBeInterruptedAgain() {
        boolean again = ofCancellation.hasFailed;
        if (again) {
            ofCancellation.hasFailed = false;
            willBeInterrupted();
        }
        return again;
    }

    /** Nor is the owner left out, whom the caller interrupts behind them. With the lock. */
    void ownerWillBeInterrupted() {
        interrupting.getAndIncrement();
    }

    /** As was said, or it need not be. Any thread. */
    void ownerWasInterrupted() {
        interrupting.getAndDecrement();
    }

    /** As was said. Without the lock. */
    void interrupt() {
        withRoom(ofCancellation);
    }

    /**
     * Interrupts them, and those of the scopes that they have opened. Takes the lock for a copy.
     */
    void interruptAll() {
        StackRoom.needs(Cancellation.FRAMES);
        Interrupts interrupts = new Interrupts(Reach.AND_INSIDE);
        lock.lock();
        try {
            willBeRun(interrupts, List.copyOf(processes));
        } finally {
            lock.unlock();
        }
        withRoom(interrupts);
    }

    /** The caller will run it; until it has, nobody is told that all wait. With the lock. */
    private void willBeRun(Interrupts interrupts, List<Process> all) {
        interrupting.getAndIncrement();
        interrupts.all = all;
        interrupts.toBeRun.set(true);
    }

    /** Is run by one thread, and takes no memory. */
    private final class Interrupts implements Runnable {
        private final AtomicBoolean toBeRun = new AtomicBoolean();
        private final Reach reach;

        /** Written before it is to be run. */
        private List<Process> all = List.of();

        /** Whether one could not be interrupted: for want of memory or stack. */
        private volatile boolean hasFailed;

        Interrupts(Reach reach) {
            this.reach = reach;
        }

        @Override
        public void run() {
            if (!toBeRun.compareAndSet(true, false)) {
                return;
            }
            Error problem = null;
            boolean ended = false;
            try {
                for (int i = 0; i < all.size(); i++) { // an iterator takes memory
                    problem = interrupt(all.get(i), problem);
                }
                ended = true;
            } finally {
                hasFailed = !ended || problem != null;
                interrupting.getAndDecrement();
            }
            if (problem != null) {
                throw problem;
            }
        }

        /** The others have to be interrupted all the same. Returns what was thrown first. */
        private @Nullable Error interrupt(Process each, @Nullable Error before) {
            try {
                each.interrupt();
                if (reach == Reach.AND_INSIDE) {
                    each.interruptInside();
                }
                return before;
            } catch (Error e) {
                return before == null ? e : before;
            }
        }
    }

    /**
     * Runs what interrupts threads. To close what one of them waits at may take more stack than is
     * left here; cut short, it leaves the JDK's thread where no interrupt reaches it. So it is run
     * by a thread that has enough.
     */
    static void withRoom(Runnable interrupts) {
        if (StackRoom.has(FRAMES_TO_CLOSE)) {
            interrupts.run();
            return;
        }
        try {
            var _ =
                    Thread.ofPlatform()
                            .daemon()
                            .name("roundhouse-interrupts")
                            .inheritInheritableThreadLocals(false) // nor a class loader
                            .start(interrupts);
        } catch (StackOverflowError | OutOfMemoryError e) { // better cut short than not at all
            interrupts.run();
        }
    }

    /**
     * Looks at those that have not ended, as long as they wait; returns whether each of them does.
     * Takes the lock.
     */
    boolean add(List<Process.Look> looks) {
        lock.lock();
        try {
            if (interrupting.get() > 0) {
                return false;
            }
            for (Process each : processes) {
                if (!each.ended && !each.adds(looks)) {
                    return false;
                }
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the lock. */
    List<Process> all() {
        lock.lock();
        try {
            return List.copyOf(processes);
        } finally {
            lock.unlock();
        }
    }

    /** Returns when all threads have ended; whether the caller was interrupted meanwhile. */
    boolean joinThreads() {
        boolean interrupted = false;
        for (Process each : all()) {
            while (each.thread.isAlive()) {
                try {
                    each.thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        return interrupted;
    }

    // ---- the join of the scope: any thread

    @Override
    public boolean met() {
        return areQuiet();
    }

    /** The bodies of all may have ended, though it has not been counted yet. */
    @Override
    public boolean mayEnd() {
        for (Process each : all()) {
            if (!each.ended) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isConfinedTo(Scope asked) {
        return scope.isWithin(asked);
    }

    @Override
    public String toString() {
        return "joins the processes of a scope";
    }
}
