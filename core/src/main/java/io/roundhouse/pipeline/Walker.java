package io.roundhouse.pipeline;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.util.Arrays;

/**
 * What a thread does that goes round: runs its own stage, and the others of {@link Rounds}.
 */
final class Walker<T> implements Runnable {
    private static final long NAP_NANOS = 1_000_000;
    private static final long LONGEST_NAP_NANOS = 16 * NAP_NANOS;

    private final Worker<T> home;
    private final Line<T> line;
    private final Rounds<T> rounds;
    private final Waiter waiter;
    private final boolean deputy;
    private final Wait forMore;
    private final Wait onWatch = new OnWatch();
    private final Wait forWatch = new ForWatch();
    private final Wait forMoving = new ForMoving();

    Walker(Worker<T> home, Rounds<T> rounds, boolean deputy) {
        this.home = home;
        this.line = home.line;
        this.rounds = rounds;
        this.waiter = home.waiter();
        this.deputy = deputy;
        this.forMore = home.new ForMore(this::isWanted);
    }

    @Override
    public void run() {
        try {
            while (!line.isStopping() && !home.isAtEnd()) {
                if (deputy && !line.isSettled()) {
                    standBy();
                }
                while (goRound()) {
                    home.pauseForBlock();
                }
                if (!(deputy && !line.isSettled())) {
                    await();
                }
            }
        } catch (Throwable thrown) {
            line.fail(home.stage, thrown);
        }
    }

    private boolean goRound() throws Exception {
        boolean moved = !home.isMovable() && home.runOnce();
        return rounds.go() | moved;
    }

    private boolean isWanted() {
        return rounds.isWanted() || (!home.isMovable() && home.look());
    }

    private void await() {
        try {
            waiter.await(forMore);
        } catch (WaitInterruptedException interrupted) {
            if (!line.isStopping()) {
                throw interrupted;
            }
        }
    }

    // ---- deputies

    private void standBy() {
        while (!rounds.watch()) {
            waiter.doze(forWatch, Long.MAX_VALUE);
            if (line.isSettled() || line.isStopping()) {
                return;
            }
        }
        try {
            keepWatch();
        } finally {
            rounds.leaveWatch();
        }
    }

    private void keepWatch() {
        long[] marks = new long[rounds.size()];
        Arrays.fill(marks, -1);
        long nap = NAP_NANOS;
        while (!waiter.doze(onWatch, nap)) {
            if (rounds.isLeftAlone(marks)) {
                return;
            }
            if (rounds.isMoving()) {
                nap = NAP_NANOS;
            } else if (nap < LONGEST_NAP_NANOS) {
                nap *= 2;
            } else {
                sleepUntilMoving();
                nap = NAP_NANOS;
            }
        }
    }

    private void sleepUntilMoving() {
        rounds.movingBell().listen();
        try {
            waiter.doze(forMoving, Long.MAX_VALUE);
        } finally {
            rounds.movingBell().ignore();
        }
    }

    private class OnWatch implements Wait {
        @Override
        public boolean met() {
            return line.isStopping() || line.isSettled();
        }
        @Override
        public String toString() {
            return home + " watches the stages that other threads of its line run";
        }
    }

    private final class ForWatch extends OnWatch {
        @Override
        public boolean met() {
            return super.met() || !rounds.isWatched();
        }
    }

    private final class ForMoving extends OnWatch {
        @Override
        public boolean met() {
            return super.met() || rounds.isMoving();
        }
    }
}
