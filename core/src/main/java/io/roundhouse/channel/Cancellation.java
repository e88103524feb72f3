package io.roundhouse.channel;

import io.roundhouse.memory.StackRoom;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Whether a scope has been canceled, why, and whether the thread that opened it knows. A scope is
 * canceled once, by whoever is first, and before it ends; a process is admitted before that, or not
 * at all.
 *
 * <p>Any thread, unless said otherwise.
 */
final class Cancellation {
    /** More than it takes to interrupt a virtual thread, or to start one for that; small ones. */
    static final int FRAMES = 128;

    private final Process owner;
    private final Processes processes;

    /** Guards what follows. User code runs outside of it. */
    private final AwakeLock lock;

    private final ScopeInterrupts interrupts;
    private final Reason reason = new Reason();
    private boolean begun;
    private boolean ownerJoins;
    private volatile boolean ended; // written under the lock

    /**
     * By the owner.
     *
     * @param lock that of the processes
     * @param around that of a scope that the same thread has opened around this one
     */
    Cancellation(
            Process owner, Processes processes, AwakeLock lock, @Nullable Cancellation around) {
        this.owner = owner;
        this.processes = processes;
        this.lock = lock;
        this.interrupts = new ScopeInterrupts(owner, around == null ? null : around.interrupts);
    }

    /**
     * Adds a process that is about to be started.
     *
     * @throws CancellationException if it has begun; the owner gets the reason instead, if there is
     *     one that it has not got
     * @throws IllegalStateException if the scope has ended
     */
    void admit(Process process) {
        lock.lock();
        try {
            if (ended) {
                throw new IllegalStateException("the scope is closed");
            }
            if (begun) {
                throwIfInterruptedOwner(false);
                throwReasonToOwner();
                throw new ScopeCanceled();
            }
            processes.add(process);
        } finally {
            lock.unlock();
        }
    }

    // ---- it begins

    /**
     * Cancels all processes, unless they have been.
     *
     * @param why what the owner is to be thrown; null if nothing
     * @return whether they had not been before
     * @throws StackOverflowError if there is too little stack to interrupt them all; nothing is
     *     canceled then
     */
    boolean begin(@Nullable RuntimeException why) {
        boolean isNew = false;
        boolean isDone = false;
        while (!isDone) {
            boolean mayInterrupt = !processes.areQuiet() || Thread.currentThread() != owner.thread;
            if (mayInterrupt) {
                StackRoom.needs(FRAMES); // it begins once: with all that it does, or not at all
            }
            lock.lock();
            try {
                isDone = mayInterrupt || processes.areQuiet(); // else one has been forked just now
                isNew = isDone && !begun && !ended;
                if (isNew) {
                    begins(why);
                }
            } finally {
                lock.unlock();
            }
        }
        if (isNew) {
            processes.interrupt();
        }
        return isNew;
    }

    /** With the lock; the processes are interrupted without it. */
    private void begins(@Nullable RuntimeException why) {
        begun = true;
        reason.begins(why);
        processes.willBeInterrupted();
        if (!ownerJoins && Thread.currentThread() != owner.thread) {
            interrupts.interrupt();
        }
    }

    /** For a process has failed, by that problem. */
    void failed(ScopeFailedException failure, Throwable problem) {
        if (!begin(failure) && !Fork.isOfCancellation(problem)) {
            lock.lock();
            try {
                reason.failedToo(failure, problem);
            } finally {
                lock.unlock();
            }
        }
    }

    /** For all wait for each other; also where it has begun: some have waited again since. */
    void stuck(DeadlockException report) {
        if (begin(report)) {
            return;
        }
        lock.lock();
        try {
            reason.stuckToo(report);
        } finally {
            lock.unlock();
        }
        interruptAll();
    }

    /** The same, where the owner waits in a scope inside of it. */
    void stuckFromInside(DeadlockException report) {
        stuck(report);
        lock.lock();
        try {
            reason.tellsAnew(report);
            interrupts.interrupt();
        } finally {
            lock.unlock();
        }
    }

    void interruptAll() {
        processes.interruptAll();
        owner.interruptInside();
    }

    boolean hasBegun() {
        lock.lock();
        try {
            return begun;
        } finally {
            lock.unlock();
        }
    }

    // ---- the owner is told

    /**
     * The owner waits for the processes from now on, or no longer: there it is not interrupted. By
     * the owner.
     */
    void ownerJoins(boolean on) {
        lock.lock();
        try {
            ownerJoins = on;
            interrupts.takeBack(false);
        } finally {
            lock.unlock();
        }
    }

    /** Why it has begun, if there is something to throw, whoever has got it. */
    @Nullable RuntimeException tellReason() {
        lock.lock();
        try {
            return reason.tell();
        } finally {
            lock.unlock();
        }
    }

    /** Likewise; once, as soon as there is something to throw. */
    @Nullable RuntimeException takeReason() {
        lock.lock();
        try {
            return reason.take();
        } finally {
            lock.unlock();
        }
    }

    /** Throws why it has begun, if the caller is the owner and has not got it. */
    void throwReasonToOwner() {
        if (Thread.currentThread() == owner.thread) {
            throwReason();
        }
    }

    /** Likewise, by the owner. */
    void throwReason() {
        RuntimeException why = takeReason();
        if (why != null) {
            throw why;
        }
    }

    /**
     * The calling thread was interrupted while it waited, and has taken the flag, or is about to.
     * If that was by a scope it has opened, the last one or one around it, throws why, and leaves
     * the flag as others have set it. It waits no longer: its party has given up.
     *
     * @throws RuntimeException of {@link Scope#join}
     * @throws CancellationException if the scope has been canceled by {@link Scope#cancel}
     */
    static void throwIfItInterrupted() {
        throwIfItInterrupted(true);
    }

    /**
     * @param now whether the wait of the caller has just ended by the interrupt
     */
    static void throwIfItInterrupted(boolean now) {
        for (Process at = Process.current();
                at != null && at.scope.isOwner(at);
                at = at.scope.outer) {
            at.scope.cancellation.throwIfInterruptedOwner(now);
        }
    }

    private void throwIfInterruptedOwner(boolean now) {
        RuntimeException why;
        lock.lock();
        try {
            if (Thread.currentThread() != owner.thread || !interrupts.takeBack(now)) {
                return;
            }
            why = reason.tell();
        } finally {
            lock.unlock();
        }
        throw why == null ? new ScopeCanceled() : why;
    }

    // ---- the scope ends

    /**
     * Nobody is admitted any more. By the owner.
     *
     * @return whether it had not been said before
     */
    boolean end() {
        lock.lock();
        try {
            boolean isNew = !ended;
            if (isNew) {
                ended = true;
                interrupts.takeBack(false); // of a hook's wait: the thread's next scope shares them
            }
            return isNew;
        } finally {
            lock.unlock();
        }
    }

    boolean hasEnded() {
        return ended;
    }
}
