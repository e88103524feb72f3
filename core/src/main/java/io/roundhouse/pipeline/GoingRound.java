package io.roundhouse.pipeline;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Stay;

/** What a thread does that goes round the stages: see {@link Rounds}. */
final class GoingRound<T> implements Runnable {
    private static final long NAP_NANOS = 1_000_000;

    /** For so long a deputy waits for more after a round that was long. */
    private static final long LINGER_NANOS = 2_000_000;

    private final Worker<T> own;
    private final Claim<T> claim;
    private final Line<T> line;
    private final Rounds<T> rounds;
    private final Waiter waiter;
    private final Clock clock = Clock.system();

    /** Which of the threads that go round it is; that of the first stage is 0, deputies follow. */
    private final int number;

    private boolean wasLong;
    private long doneBefore;
    private final Wait forMore;
    private final Wait forCall = new ForCall();
    private final Wait forWatch = new ForWatch();
    private final Wait forEvents = new ForEvents();

    /**
     * @param number which of the threads that go round it is; the first one waits for publishers
     */
    GoingRound(Claim<T> claim, Rounds<T> rounds, int number) {
        this.number = number;
        this.claim = claim;
        this.own = claim.worker;
        this.line = own.line;
        this.rounds = rounds;
        this.waiter = own.waiter();
        // who leaves events to the first thread has issued a fence: see Rounds.leftEvents
        this.forMore =
                own.new ForMore(rounds::isOneLeftAlone, number == 0 ? own.stay() : Stay.none());
        claim.hold();
    }

    @Override
    public void run() {
        boolean begun = own.begin();
        rounds.begins();
        try {
            claim.letGo(); // from now on others may run it
            if (begun) {
                goRound();
            }
        } catch (Throwable thrown) {
            line.fail(own.stage, thrown);
        } finally {
            if (begun) {
                claim.claimForGood();
                own.end();
            }
        }
    }

    private void goRound() {
        while (!line.isStopping() && !own.isAtEnd()) {
            waitForWork();
            rounds.enter();
            try {
                goOn();
            } finally {
                rounds.leave();
            }
        }
    }

    /** Goes round as long as there are events, and this thread is needed. */
    private void goOn() {
        wasLong = false;
        doneBefore = rounds.doneBefore(number);
        while (go() && (number == 0 || isNeeded())) {
            own.pauseForBlock();
        }
    }

    private boolean go() {
        long begun = clock.nanoTime();
        long events = rounds.go();
        if (events == 0) {
            return false;
        }
        wasLong = Rounds.isLong(clock.nanoTime() - begun, events);
        rounds.hasDoneOne(number);
        if (wasLong) {
            rounds.call();
        }
        return true;
    }

    private void waitForWork() {
        try {
            if (number == 0 || line.isSettled()) {
                waiter.await(forMore);
            } else if (!wasLong || !waiter.await(forMore, LINGER_NANOS)) {
                standBy();
            }
        } catch (WaitInterruptedException _) {
            if (!line.isStopping()) {
                throw own.interrupted();
            }
        }
    }

    // ---- deputies

    /**
     * Whether its last round was long, or no thread before it has done one meanwhile; or the end is
     * known, and the first thread may have come to its own.
     */
    private boolean isNeeded() {
        long before = doneBefore;
        doneBefore = rounds.doneBefore(number);
        return wasLong || doneBefore == before || line.isSettled();
    }

    /** Returns when it is needed, or the end is known. */
    private void standBy() {
        while (!rounds.watch(waiter)) {
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
        boolean moved = true;
        while (!waiter.doze(forCall, NAP_NANOS)) {
            if (rounds.wereLeftAlone(marks)) {
                return;
            }
            boolean moves = rounds.isMoving();
            if (!moved && !moves && rounds.haveAllBegun()) {
                sleepUntilMoving();
                moves = true;
            }
            moved = moves;
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

    private abstract class ForEnd implements Wait {
        @Override
        public boolean met() {
            return isOver();
        }

        @Override
        public String toString() {
            return own + " stands by while other threads of its line run it";
        }
    }

    private final class ForCall extends ForEnd {
        @Override
        public boolean met() {
            return super.met() || rounds.isCalled();
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
