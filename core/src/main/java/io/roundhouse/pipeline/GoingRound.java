package io.roundhouse.pipeline;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;

/** What a thread does that goes round the stages: see {@link Rounds}. */
final class GoingRound<T> implements Runnable {
    private static final long NAP_NANOS = 1_000_000;
    private static final long LONGEST_NAP_NANOS = 16 * NAP_NANOS;

    private final Worker<T> own;
    private final Line<T> line;
    private final Rounds<T> rounds;
    private final Waiter waiter;
    private final boolean isDeputy;
    private final Wait forMore;
    private final Wait forEnd = new ForEnd();
    private final Wait forWatch = new ForWatch();
    private final Wait forEvents = new ForEvents();

    /**
     * @param isDeputy whether another thread waits for publishers
     */
    GoingRound(Worker<T> own, Rounds<T> rounds, boolean isDeputy) {
        this.own = own;
        this.line = own.line;
        this.rounds = rounds;
        this.waiter = own.waiter();
        this.isDeputy = isDeputy;
        this.forMore = own.new ForMore(rounds::isOneLeftAlone, false);
        own.hold();
    }

    @Override
    public void run() {
        boolean begun = own.begin();
        own.letGo(); // from now on others may run it
        if (begun) {
            goRound();
            own.claimForGood();
            own.end();
        }
    }

    private void goRound() {
        try {
            while (!line.isStopping() && !own.isAtEnd()) {
                waitForWork();
                while (rounds.go()) {
                    own.pauseForBlock();
                }
            }
        } catch (Throwable thrown) {
            line.fail(own.stage, thrown);
        }
    }

    private void waitForWork() {
        try {
            if (isDeputy && !line.isSettled()) {
                standBy();
            } else {
                waiter.await(forMore);
            }
        } catch (WaitInterruptedException interrupted) {
            if (!line.isStopping()) {
                throw interrupted;
            }
        }
    }

    // ---- deputies

    /** Returns when it is needed, or the end is known. */
    private void standBy() {
        while (!rounds.watch()) {
            if (waiter.doze(forWatch, Long.MAX_VALUE) && isOver()) {
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
        long[] marks = rounds.newMarks();
        long nap = NAP_NANOS;
        while (!waiter.doze(forEnd, nap)) {
            if (rounds.wereLeftAlone(marks)) {
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
        rounds.movingBell().listen(); // a full fence stands between this and the look below
        try {
            waiter.doze(forEvents, Long.MAX_VALUE);
        } finally {
            rounds.movingBell().ignore();
        }
    }

    /** Whether deputies are no longer needed. */
    private boolean isOver() {
        return line.isStopping() || line.isSettled();
    }

    private class ForEnd implements Wait {
        @Override
        public boolean met() {
            return isOver();
        }

        @Override
        public String toString() {
            return own + " stands by while other threads of its line run it";
        }
    }

    private final class ForWatch extends ForEnd {
        @Override
        public boolean met() {
            return super.met() || !rounds.isWatched();
        }
    }

    private final class ForEvents extends ForEnd {
        @Override
        public boolean met() {
            return super.met() || rounds.isMoving();
        }
    }
}
