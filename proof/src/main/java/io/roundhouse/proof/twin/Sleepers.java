package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Those who sleep for one thing, after the same algorithm as {@code Crowd}: one wake-up is underway
 * at a time, and who was woken says so before it looks. Their places are the digits of one number,
 * who came first the last of them.
 */
final class Sleepers {
    /** What they do wrong. */
    enum Flaw {
        NONE,
        WAKES_WITHOUT_A_FENCE,
        LOOKS_FOR_SLEEPERS_ONCE,
        SLEEPS_WITHOUT_A_PLACE,
        LEAVES_ITS_WAKE_UP_UNDERWAY,
        ARRIVES_TOO_LATE
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

    private final Flaw flaw;
    private final Memory memory;
    private final Waiter[] waiters;
    private final Cell[] givesUp;
    private final List<Place> all = new ArrayList<>();
    private final Cell underway;
    private final Cell places;

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
        places = memory.cell(0);
    }

    /**
     * Waits for that.
     *
     * @throws GaveUp if told to, and there is nothing
     */
    void await(int thread, Wait wait) {
        waiters[thread].await(new Place(thread, wait));
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
            int first = somebody ? firstPlace() : NOBODY;
            if (first != NOBODY) {
                all.get(first).wake();
                return;
            }
            arrived();
        } while (flaw != Flaw.LOOKS_FOR_SLEEPERS_ONCE && places.read() != 0);
    }

    void wakeAll() {
        for (int next = firstPlace(); next != NOBODY; next = firstPlace()) {
            all.get(next).wake();
        }
    }

    /** Who was woken says so. */
    void arrived() {
        underway.write(0);
        memory.fence();
    }

    // ---- places

    private void addPlace(int number) {
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

    private int firstPlace() {
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

    /** Gives up a place; returns whether it was there. */
    private boolean removePlace(int number) {
        while (true) {
            long before = places.read();
            int shift = 0;
            while (before >> shift != 0 && (before >> shift & DIGITS) != number + 1L) {
                shift += DIGIT;
            }
            if (before >> shift == 0) {
                return false;
            }
            long below = before & ((1L << shift) - 1);
            if (places.replace(before, before >> (shift + DIGIT) << shift | below)) {
                return true;
            }
        }
    }

    private final class Place implements Wait {
        private final int thread;
        private final Wait wait;
        private final int number = all.size();
        private final Cell taken = memory.cell(0);
        private boolean parking;

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
                arrived();
            }
            if (wait.met()) {
                parking = false;
                return true;
            }
            if (flaw != Flaw.SLEEPS_WITHOUT_A_PLACE) {
                addPlace(number);
            }
            return wait.met();
        }

        @Override
        public void beforePark() {
            wait.beforePark();
            parking = true;
            addPlace(number);
        }

        @Override
        public void afterPark() {
            if (parking && !removePlace(number) && flaw != Flaw.LEAVES_ITS_WAKE_UP_UNDERWAY) {
                arrived();
            }
            wait.afterPark();
        }

        @Override
        public String toString() {
            return "thread " + thread + " " + wait;
        }
    }
}
