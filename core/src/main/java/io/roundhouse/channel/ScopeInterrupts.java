package io.roundhouse.channel;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The interrupts by which a scope calls the thread that opened it, told from those by others as far
 * as can be: a thread has one flag for all of them. So a scope takes its own back without taking
 * that of a scope around it or inside, or of others who came before.
 *
 * <p>An interrupt by others that comes after that of a scope leaves no trace, but for that of the
 * scope that has forked the thread, or of its {@link Fork#cancel}. Nor does one that came before
 * while the thread waits for a {@link java.util.concurrent.locks.Lock}, which hides the flag
 * meanwhile; those of scopes do not ({@link AwakeLock}). Nor can be seen that a wait elsewhere ends
 * by one of others in the moment between a scope's look at the flag and its interrupt: what that
 * sets is kept then.
 *
 * <p>What comes from around is told once at least. It may be told twice, if it comes while the
 * thread takes another one back. And where the scope around has ever interrupted the thread,
 * however long ago, it may be told once more whenever an interrupt of a scope is taken back behind
 * a wait that has taken the flag, which was set again since, by whomever.
 *
 * <p>Used under a lock that the scope has for that alone: to interrupt may run code of users.
 */
final class ScopeInterrupts {
    private final OfThread thread;

    /** Whether the scope has interrupted it, and has not taken that back. */
    private boolean pending;

    /**
     * By the thread that opens the scope.
     *
     * @param around those of a scope that the same thread has opened around this one
     */
    ScopeInterrupts(Process owner, @Nullable ScopeInterrupts around) {
        this(owner, around, OfThread::new);
    }

    /**
     * @param make for the first scope of the thread; a proof's, perhaps
     */
    ScopeInterrupts(
            Process owner, @Nullable ScopeInterrupts around, Function<Process, OfThread> make) {
        this.thread = around == null ? ofThread(owner.first, make) : around.thread;
    }

    private static OfThread ofThread(Process first, Function<Process, OfThread> make) {
        OfThread known = first.interrupts();
        if (known == null) {
            known = make.apply(first);
            first.hasInterrupts(known);
        }
        return known;
    }

    /** Any thread. */
    void interrupt() {
        if (pending) {
            Process.interrupt(thread.thread); // a wait elsewhere may have ended by the one before
        } else {
            pending = true;
            thread.interrupt();
        }
    }

    /**
     * By the thread itself. The flag is as others want it then.
     *
     * @param taken whether the caller has taken the flag just before; where it has not, and the
     *     flag is not set, a wait elsewhere has been told of what others did
     * @return whether there was one to take back
     */
    boolean takeBack(boolean taken) {
        boolean was = pending;
        if (was) {
            pending = false;
            thread.takeBack(taken);
        }
        return was;
    }

    /**
     * What the scopes of a thread share, those that come later included: who interrupts from around
     * may have begun under an earlier one. They have locks of their own.
     */
    static class OfThread {
        private final Process first;
        final Thread thread;

        /** Guards what follows. */
        private final ShortLock lock = new ShortLock();

        /** How many scopes have interrupted it, and have not taken that back. */
        private int byScopes;

        /** Whether others had when the first of those scopes did. */
        private boolean byOthers;

        /** How many from around have said so, and may not have set the flag yet. */
        private int onTheirWay;

        /**
         * @param first what the thread was before it opened a scope, or with its first one
         */
        OfThread(Process first) {
            this.first = first;
            this.thread = first.thread;
        }

        final void interrupt() {
            lock.lock();
            try {
                if (byScopes == 0) {
                    byOthers = onTheirWay > 0 || thread.isInterrupted();
                }
                byScopes++;
            } finally {
                lock.unlock();
            }
            Process.interrupt(thread);
        }

        /**
         * By the scope that has forked the thread: it stays when those of the thread's own scopes
         * are taken back. Any thread.
         */
        void interruptFromAround() {
            lock.lock();
            try {
                byOthers = true; // is asked for only while scopes of its own have interrupted it
                onTheirWay++;
            } finally {
                lock.unlock();
            }
            try {
                Process.interrupt(thread); // not under the lock: it may wake somebody
            } finally {
                lock.lock();
                onTheirWay--;
                lock.unlock();
            }
        }

        /**
         * The flag goes and comes back in one step, for all others who look at it here. Where it
         * was set again after the caller had taken it, the first time may have been from around,
         * before the scope had looked at it; or not, if that was told long ago.
         */
        final void takeBack(boolean taken) {
            lock.lock();
            try {
                boolean set = takesFlag();
                boolean told = !set && !taken;
                boolean twice = set && taken;
                byOthers =
                        (byOthers && !told)
                                || onTheirWay > 0
                                || (twice && first.isInterruptedFromAround());
                byScopes--;
                if (byOthers || byScopes > 0) {
                    thread.interrupt(); // the calling thread: wakes nobody
                }
            } finally {
                lock.unlock();
            }
        }

        /** Whether it was set. */
        boolean takesFlag() {
            return Thread.interrupted();
        }
    }
}
