package io.roundhouse.pipeline;

import io.roundhouse.memory.Claims;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.VarHandle;

/**
 * A worker as those see it that go round: run by who has claimed it, a batch at a time. Any thread
 * of the line; see {@link Rounds}.
 */
final class Claim<T> {
    final Worker<T> worker;
    private final Line<T> line;
    private final Rounds<T> rounds;

    /** How often it was claimed and let go: odd while a thread runs a batch of it. */
    private final Claims turns = new Claims();

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
        return !isClaimed(turns.acquire()) && hasEvents();
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
        tryClaim(); // whoever starts the threads carries it to them
    }

    boolean tryClaim() {
        long turn = turns.acquire();
        return !isClaimed(turn) && turns.claim(turn, turn + 1); // acquires what letGo has released
    }

    private static boolean isClaimed(long turn) {
        return (turn & 1) != 0;
    }

    void letGo() {
        long turn = turns.acquire();
        turns.claim(turn, turn + 1); // pairs with tryClaim: all that was done in the batch
        // who finds it claimed before this has told of more before that: the next look sees it
        VarHandle.fullFence();
        if (line.isSettled() || line.isStopping()) {
            wake(worker.waiter()); // its own thread, which may end now
        } else if (hasEvents()) {
            rounds.leftEvents();
        }
    }

    /**
     * By who goes round. What a waiter of a user's throws fails the line; but not once it ends:
     * then all is delivered first, and who closes it is told.
     */
    void wake(Waiter each) {
        try {
            each.wake();
        } catch (Throwable thrown) {
            if (!line.isSettled() && !line.isStopping()) {
                throw thrown;
            }
            line.ending.keep(thrown);
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
