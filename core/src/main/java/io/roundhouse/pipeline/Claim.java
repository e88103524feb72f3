package io.roundhouse.pipeline;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A worker as those see it that go round: run by who has claimed it, a batch at a time. Any thread
 * of the line; see {@link Rounds}.
 */
final class Claim<T> {
    private static final VarHandle CLAIMED;

    static {
        try {
            CLAIMED = MethodHandles.lookup().findVarHandle(Claim.class, "claimed", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Worker<T> worker;
    private final Line<T> line;
    private final Rounds<T> rounds;

    /** Whether a thread runs a batch of it. */
    @SuppressWarnings("UnusedVariable") // through CLAIMED
    private boolean claimed;

    Claim(Worker<T> worker, Rounds<T> rounds) {
        this.worker = worker;
        this.line = worker.line;
        this.rounds = rounds;
    }

    /** Whether the worker has events, as far as can be seen without having claimed it. */
    boolean hasEvents() {
        return worker.hasEvents();
    }

    /** Whether it has events, and nobody. */
    boolean isLeftAlone() {
        return !(boolean) CLAIMED.getAcquire(this) && hasEvents();
    }

    /** Runs a batch if there is one and nobody else runs one; returns how many events it had. */
    long visit() {
        while (hasEvents() && !line.isStopping() && tryClaim()) {
            try {
                rounds.moves();
                long before = worker.place();
                if (worker.runBatch()) {
                    return worker.place() - before;
                }
            } catch (Throwable thrown) {
                worker.fails(thrown); // before it is let go: no event is handled again
            } finally {
                letGo();
            }
        }
        return 0;
    }

    /** Nobody may run it before its own thread has begun and lets go; before there are threads. */
    void hold() {
        CLAIMED.setRelease(this, true); // whoever starts the threads carries it to them
    }

    boolean tryClaim() {
        return CLAIMED.compareAndSet(this, false, true); // acquires what letGo has released
    }

    void letGo() {
        CLAIMED.setRelease(this, false); // pairs with tryClaim: all that was done in the batch
        // who finds it claimed before this has told of more before that: the next look sees it
        VarHandle.fullFence();
        if (line.isSettled() || line.isStopping()) {
            worker.waiter().wake(); // its own thread, which may end now
        } else if (hasEvents()) {
            rounds.leftEvents();
        }
    }

    /** Claims it for its own thread, for good: waits until who runs it has let go. */
    void claimForGood() {
        Wait forClaim = new ForClaim();
        while (true) {
            try {
                worker.waiter().await(forClaim);
                return;
            } catch (WaitInterruptedException interrupted) {
                Thread.interrupted(); // meant for handlers, and one of them runs elsewhere
            }
        }
    }

    private final class ForClaim implements Wait {
        private boolean mine;

        @Override
        public boolean met() {
            mine = mine || tryClaim();
            return mine;
        }

        @Override
        public String toString() {
            return worker + " is about to end, and waits for the thread that runs it";
        }
    }
}
