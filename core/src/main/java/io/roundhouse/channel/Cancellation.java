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

    /**
     * Guards the interrupts of the owner. Taken before the other one. To interrupt the owner may be
     * to close what it waits at, which is code of users: only the owner, and who interrupts it,
     * waits for that.
     */
    private final AwakeLock ownersLock = new AwakeLock();

    private final ScopeInterrupts interrupts;

    /**
     * Whether to interrupt the owner has thrown, and nobody is at it again. Written under that
     * lock; never set while it is being interrupted: a process that cancels, or fails, as it cleans
     * up must not wait for that.
     */
    private volatile boolean ownerIsMissed;

    /** Guards what follows. User code runs outside of it. */
    private final AwakeLock lock;

    private final Reason reason = new Reason();
    private boolean begun;
    private boolean ownerJoins;

    /** Whether the owner is to be interrupted, and has not been. */
    private boolean owesOwner;

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
            if (!begun) {
                processes.add(process);
                return;
            }
        } finally {
            lock.unlock();
        }
        throwIfInterruptedOwner(false);
        throwReasonToOwner();
        throw new ScopeCanceled();
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
        boolean interrupts = false;
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
                interrupts = isNew || (isDone && processes.willBeInterruptedAgain());
            } finally {
                lock.unlock();
            }
        }
        try {
            if (interrupts) {
                processes.interrupt();
            }
        } finally {
            if (isNew) {
                interruptOwnerBehindThem();
            } else if (ownerIsMissed) {
                interruptOwnerAgain();
            }
        }
        return isNew;
    }

    /** With the lock; all are interrupted without it. */
    private void begins(@Nullable RuntimeException why) {
        begun = true;
        reason.begins(why);
        processes.willBeInterrupted();
        processes.ownerWillBeInterrupted();
        owesOwner = !ownerJoins && Thread.currentThread() != owner.thread;
    }

    /** Until then it may wait for those that have ended by now. */
    private void interruptOwnerBehindThem() {
        try {
            interruptOwner();
        } finally {
            processes.ownerWasInterrupted();
        }
    }

    /**
     * If it has not been, and is to be. Behind the processes: to close what it waits at may take
     * until one of them has ended.
     */
    private void interruptOwner() {
        ownersLock.lock();
        try {
            if (takeDebt()) {
                tryInterruptOwner();
            }
        } finally {
            ownersLock.unlock();
        }
    }

    /**
     * Where that has thrown; not beside another one who does, nor beside the owner, who is told.
     */
    private void interruptOwnerAgain() {
        if (!ownersLock.tryLock()) {
            return;
        }
        try {
            if (ownerIsMissed) {
                tryInterruptOwner();
            }
        } finally {
            ownersLock.unlock();
        }
    }

    /** With its lock. */
    private void tryInterruptOwner() {
        boolean isDone = false;
        ownerIsMissed = false; // who begins meanwhile passes by
        try {
            interrupts.interrupt();
            isDone = true;
        } finally {
            ownerIsMissed = !isDone;
        }
    }

    /** Whether the owner is to be interrupted, and has not been; it is not any more. */
    private boolean takeDebt() {
        lock.lock();
        try {
            boolean owed = owesOwner;
            owesOwner = false;
            return owed;
        } finally {
            lock.unlock();
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
        ownersLock.lock();
        try {
            takeDebt();
            tellsAnew(report);
            tryInterruptOwner();
        } finally {
            ownersLock.unlock();
        }
    }

    private void tellsAnew(DeadlockException report) {
        lock.lock();
        try {
            reason.tellsAnew(report);
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
        ownersLock.lock();
        try {
            setOwnerJoins(on);
            ownerIsMissed = false;
            interrupts.takeBack(false);
        } finally {
            ownersLock.unlock();
        }
    }

    private void setOwnerJoins(boolean on) {
        lock.lock();
        try {
            ownerJoins = on;
            owesOwner = false;
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
        throwIfTold(true);
    }

    /**
     * The same for a caller that has not been interrupted, and would have waited: if a scope that
     * it has opened has interrupted it, or is about to, throws why.
     */
    static void throwIfCanceled() {
        throwIfTold(false);
    }

    /**
     * @param now whether the wait of the caller has just ended by the interrupt
     */
    private static void throwIfTold(boolean now) {
        for (Process at = Process.current();
                at != null && at.scope.isOwner(at);
                at = at.scope.outer) {
            at.scope.cancellation.throwIfInterruptedOwner(now);
        }
    }

    private void throwIfInterruptedOwner(boolean now) {
        if (Thread.currentThread() != owner.thread || !takeBack(now)) {
            return;
        }
        RuntimeException why = tellReason();
        throw why == null ? new ScopeCanceled() : why;
    }

    /**
     * An interrupt that is to come yet cannot have ended a wait; but who is told of it otherwise
     * does not need it.
     */
    private boolean takeBack(boolean now) {
        ownersLock.lock();
        try {
            boolean owed = !now && takeDebt();
            ownerIsMissed = false;
            return interrupts.takeBack(now) || owed;
        } finally {
            ownersLock.unlock();
        }
    }

    // ---- the scope ends

    /**
     * Nobody is admitted any more. By the owner.
     *
     * @return whether it had not been said before
     */
    boolean end() {
        ownersLock.lock();
        try {
            boolean isNew = ends();
            ownerIsMissed = false;
            if (isNew) {
                interrupts.takeBack(false); // of a hook's wait: the thread's next scope shares them
            }
            return isNew;
        } finally {
            ownersLock.unlock();
        }
    }

    private boolean ends() {
        lock.lock();
        try {
            boolean isNew = !ended;
            ended = true;
            owesOwner = false;
            return isNew;
        } finally {
            lock.unlock();
        }
    }

    boolean hasEnded() {
        return ended;
    }
}
