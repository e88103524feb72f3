package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Those who sleep for one thing, after the same algorithm as {@code Crowd}: one wake-up is underway
 * at a time, and who was woken says so before it looks. Their places are in a row, after the
 * algorithm of {@code Row}: who leaves says so, and is passed over or swept out later. The list
 * behind the row is one number, whose digits are places, who came first the last of them.
 */
final class Sleepers {
    /** What they do wrong. */
    enum Flaw {
        NONE,
        WAKES_WITHOUT_A_FENCE,
        IS_SENT_AWAY_WITHOUT_A_COUNT,
        RELIES_ON_WHAT_IT_SEES,
        LOOKS_FOR_SLEEPERS_ONCE,
        SLEEPS_WITHOUT_A_PLACE,
        LEAVES_ITS_WAKE_UP_UNDERWAY,
        ARRIVES_TOO_LATE,
        CALLS_WHO_HAS_LEFT,
        LEAVES_WITHOUT_ASKING,
        STANDS_IN_THE_ROW_TOO_EARLY,
        SWEEPS_WHO_IS_THERE
    }

    /** Ends the wait of who was told to give up. */
    static final class GaveUp extends RuntimeException {
        private static final long serialVersionUID = 1;

        GaveUp() {
            super(null, null, false, false);
        }
    }

    private static final int DIGIT = 4;
    private static final int DIGITS = (1 << DIGIT) - 1;
    private static final int NOBODY = -1;

    private static final long OUT = 0;
    private static final long IN = 1;
    private static final long LEFT = 2;

    /** After so many calls that were sent away a lone waker goes without a fence. */
    private static final int MOST_SENT_AWAY = 1;

    /** How many go between two sweeps. */
    private static final int UNSWEPT = 2;

    private final Flaw flaw;
    private final Memory memory;
    private final Waiter[] waiters;
    private final Cell[] givesUp;
    private final List<Place> all = new ArrayList<>();
    private final Cell underway;
    private final Cell sentAway;
    private final Cell places;
    private final Cell gone;

    /**
     * @param waiters makes those with which the threads wait
     */
    Sleepers(int threads, Memory memory, Flaw flaw, Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.memory = memory;
        this.waiters = new Waiter[threads];
        givesUp = new Cell[threads];
        for (int i = 0; i < threads; i++) {
            this.waiters[i] = waiters.apply(memory);
            givesUp[i] = memory.cell(0);
        }
        underway = memory.cell(0);
        sentAway = memory.cell(0);
        places = memory.cell(0);
        gone = memory.cell(0);
    }

    /**
     * Waits for that.
     *
     * @throws GaveUp if told to, and there is nothing
     */
    void await(int thread, Wait wait) {
        Place place = new Place(thread, wait);
        try {
            waiters[thread].await(place);
        } finally {
            if (place.mayHaveMissed && flaw != Flaw.RELIES_ON_WHAT_IT_SEES) {
                wake();
            }
        }
    }

    /** Tells one to give up: it does when it wakes up and finds nothing. */
    void giveUp(int thread) {
        givesUp[thread].write(1);
        memory.fence();
        waiters[thread].wake();
    }

    /** Wakes one of them, unless one is on its way. */
    void wake() {
        if (flaw != Flaw.WAKES_WITHOUT_A_FENCE) {
            memory.fence();
        }
        do {
            if (underway.read() != 0) {
                return;
            }
            boolean somebody = places.read() != 0;
            if (!underway.replace(0, 1)) {
                return;
            }
            int first = somebody ? call() : NOBODY;
            if (first != NOBODY) {
                all.get(first).wake();
                return;
            }
            arrived();
        } while (flaw != Flaw.LOOKS_FOR_SLEEPERS_ONCE && places.read() != 0);
    }

    /** Likewise, by the only one that calls this. */
    void wakeAlone() {
        long before = sentAway.read();
        if (underway.read() != 0) {
            if (before == MOST_SENT_AWAY || flaw == Flaw.IS_SENT_AWAY_WITHOUT_A_COUNT) {
                return;
            }
            sentAway.write(before + 1);
        } else if (before != 0) {
            sentAway.write(0);
        }
        wake();
    }

    void wakeAll() {
        for (int next = call(); next != NOBODY; next = call()) {
            all.get(next).wake();
        }
    }

    /** Who was woken says so. */
    void arrived() {
        underway.write(0);
        memory.fence();
    }

    // ---- places

    private void enter(int number) {
        Cell state = all.get(number).state;
        if (flaw != Flaw.STANDS_IN_THE_ROW_TOO_EARLY) {
            state.write(IN);
        }
        add(number);
        if (flaw == Flaw.STANDS_IN_THE_ROW_TOO_EARLY) {
            state.write(IN);
        }
    }

    private int call() {
        int first = takeFirst();
        while (first != NOBODY
                && !all.get(first).state.replace(IN, OUT)
                && flaw != Flaw.CALLS_WHO_HAS_LEFT) {
            first = takeFirst();
        }
        return first;
    }

    /** Gives up a place; returns whether it was there. */
    private boolean leave(int number) {
        Cell state = all.get(number).state;
        if (flaw != Flaw.LEAVES_WITHOUT_ASKING) {
            return state.replace(IN, LEFT);
        }
        boolean wasThere = state.read() == IN;
        state.write(LEFT);
        return wasThere;
    }

    private void sweepNowAndThen() {
        if (gone.add(1) % UNSWEPT != 0) {
            return;
        }
        for (int number = 0; number < all.size(); number++) {
            if (all.get(number).state.read() == LEFT || flaw == Flaw.SWEEPS_WHO_IS_THERE) {
                remove(number);
            }
        }
    }

    // ---- the list of places

    private void add(int number) {
        long before;
        long after;
        do {
            before = places.read();
            int shift = 0;
            while (before >> shift != 0) {
                shift += DIGIT;
            }
            after = before + ((number + 1L) << shift);
        } while (!places.replace(before, after));
    }

    private int takeFirst() {
        while (true) {
            long before = places.read();
            if (before == 0) {
                return NOBODY;
            }
            if (places.replace(before, before >> DIGIT)) {
                return (int) (before & DIGITS) - 1;
            }
        }
    }

    private void remove(int number) {
        while (true) {
            long before = places.read();
            int shift = 0;
            while (before >> shift != 0 && (before >> shift & DIGITS) != number + 1L) {
                shift += DIGIT;
            }
            long below = before & ((1L << shift) - 1);
            if (before >> shift == 0
                    || places.replace(before, before >> (shift + DIGIT) << shift | below)) {
                return;
            }
        }
    }

    private final class Place implements Wait {
        private final int thread;
        private final Wait wait;
        private final int number = all.size();
        private final Cell state = memory.cell(OUT);
        private final Cell taken = memory.cell(0);
        private boolean parking;
        private boolean mayHaveMissed;

        Place(int thread, Wait wait) {
            this.thread = thread;
            this.wait = wait;
            all.add(this);
        }

        void wake() {
            taken.write(1);
            memory.fence();
            waiters[thread].wake();
        }

        @Override
        public boolean met() {
            if (taken.read() == 0 ? wait.met() : wasWoken()) {
                return true;
            }
            if (givesUp[thread].read() != 0) {
                throw new GaveUp();
            }
            return false;
        }

        private boolean wasWoken() {
            taken.write(0);
            if (flaw != Flaw.ARRIVES_TOO_LATE) {
                hasArrived();
            }
            if (wait.met()) {
                parking = false;
                return true;
            }
            if (flaw != Flaw.SLEEPS_WITHOUT_A_PLACE) {
                enter(number);
            }
            return wait.met();
        }

        @Override
        public void beforePark() {
            wait.beforePark();
            parking = true;
            enter(number);
        }

        @Override
        public void afterPark() {
            if (parking && !leave(number) && flaw != Flaw.LEAVES_ITS_WAKE_UP_UNDERWAY) {
                hasArrived();
            }
            wait.afterPark();
            sweepNowAndThen();
        }

        private void hasArrived() {
            arrived();
            mayHaveMissed = sentAway.read() == MOST_SENT_AWAY;
        }

        @Override
        public boolean wakersFence(Clock clock) {
            return wait.wakersFence(clock);
        }

        @Override
        public String toString() {
            return "thread " + thread + " " + wait;
        }
    }
}
