package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Publishers that take turns in the lane that they share, after the same algorithm as {@code Turn}
 * and the {@code Crowd} behind it: one takes a free turn by compare-and-set, within it as often as
 * it likes; who lets go wakes one of those who sleep; who was woken and does not get the turn, or
 * gives up, passes that on; and a line that is closed wakes all of them. The places of those who
 * sleep are the digits of one number, who came first the last of them.
 */
public final class SharedLane {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who finds the turn free takes it, whoever does the same. */
        TAKES_WHAT_IT_SAW_FREE,

        /** The end of a turn within a turn is the end of that one, too. */
        LETS_GO_WITHIN,

        /** Who lets go wakes nobody. */
        LETS_GO_IN_SILENCE,

        /** Who lets go wakes somebody first. */
        WAKES_BEFORE_IT_LETS_GO,

        /** Who lets go looks for those who sleep before they can see that. */
        WAKES_WITHOUT_A_FENCE,

        /** Who was woken, and lost the turn to somebody who came, sleeps again without a place. */
        SLEEPS_WITHOUT_A_PLACE,

        /** Whoever closes the line wakes nobody. */
        CLOSES_IN_SILENCE,

        /** Who waits looks for the turn only, not whether the line is closed. */
        WAITS_THOUGH_CLOSED
    }

    /** Ends the wait of who was told to give up: its time is up. */
    private static final class GaveUp extends RuntimeException {
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
    private final int[] within;
    private final List<Place> all = new ArrayList<>();
    private final Cell closed;
    private final Cell holder;
    private final Cell underway;
    private final Cell places;

    /**
     * @param waiters makes those with which publishers wait
     */
    public SharedLane(int publishers, Memory memory, Flaw flaw, Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.memory = memory;
        this.waiters = new Waiter[publishers];
        givesUp = new Cell[publishers];
        within = new int[publishers];
        for (int i = 0; i < publishers; i++) {
            this.waiters[i] = waiters.apply(memory);
            givesUp[i] = memory.cell(0);
        }
        closed = memory.cell(0);
        holder = memory.cell(0);
        underway = memory.cell(0);
        places = memory.cell(0);
    }

    // ---- turns

    private boolean tryEnter(int me) {
        long now = holder.read();
        if (now == me + 1) {
            within[me]++;
            return true;
        }
        if (flaw == Flaw.TAKES_WHAT_IT_SAW_FREE && now == 0) {
            holder.write(me + 1);
            memory.fence();
            return true;
        }
        return now == 0 && holder.replace(0, me + 1);
    }

    /** Waits for the turn; returns false if told to give up, or if the line is closed. */
    public boolean enter(int me) {
        if (tryEnter(me)) {
            return true;
        }
        Place place = new Place(me);
        try {
            if (!place.met()) {
                waiters[me].await(place);
            }
        } catch (GaveUp e) {
            // as where it was not worth waiting for
        }
        if (!place.mine) { // that it has to: see Crowding
            wake();
        }
        return place.mine;
    }

    /** The end of a turn. */
    public void exit(int me) {
        if (within[me] > 0) {
            within[me]--;
            if (flaw != Flaw.LETS_GO_WITHIN) {
                return;
            }
        }
        if (flaw == Flaw.WAKES_BEFORE_IT_LETS_GO) {
            wake();
        }
        holder.write(0);
        if (flaw != Flaw.WAKES_BEFORE_IT_LETS_GO && flaw != Flaw.LETS_GO_IN_SILENCE) {
            wake();
        }
    }

    /** A turn is not worth waiting for any more. */
    public void close() {
        closed.write(1);
        memory.fence();
        if (flaw != Flaw.CLOSES_IN_SILENCE) {
            for (int next = firstPlace(); next != NOBODY; next = firstPlace()) {
                all.get(next).wake();
            }
        }
    }

    /** The time of that one is up. */
    public void giveUp(int publisher) {
        givesUp[publisher].write(1);
        memory.fence();
        waiters[publisher].wake();
    }

    // ---- those who sleep

    private void wake() {
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
        } while (places.read() != 0);
    }

    private void arrived() {
        underway.write(0);
        memory.fence();
    }

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

    /** Takes the first place; -1 if there is none. */
    private int firstPlace() {
        long before;
        do {
            before = places.read();
        } while (before != 0 && !places.replace(before, before >> DIGIT));
        return (int) (before & DIGITS) - 1;
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
        private final int publisher;
        private final int number = all.size();
        private final Cell taken = memory.cell(0);
        private boolean mine;
        private boolean parking;

        Place(int publisher) {
            this.publisher = publisher;
            all.add(this);
        }

        void wake() {
            taken.write(1);
            memory.fence();
            waiters[publisher].wake();
        }

        private boolean isOver() {
            mine = mine || tryEnter(publisher);
            return mine || (flaw != Flaw.WAITS_THOUGH_CLOSED && closed.read() != 0);
        }

        @Override
        public boolean met() {
            if (taken.read() == 0 ? isOver() : wasWoken()) {
                return true;
            }
            if (givesUp[publisher].read() != 0) {
                throw new GaveUp();
            }
            return false;
        }

        private boolean wasWoken() {
            taken.write(0);
            arrived();
            if (isOver()) {
                parking = false;
                return true;
            }
            if (flaw != Flaw.SLEEPS_WITHOUT_A_PLACE) {
                addPlace(number);
            }
            return isOver();
        }

        @Override
        public void beforePark() {
            parking = true;
            addPlace(number);
        }

        @Override
        public void afterPark() {
            if (parking && !removePlace(number)) {
                arrived();
            }
        }

        @Override
        public String toString() {
            return "publisher " + publisher + " waits for its turn";
        }
    }
}
