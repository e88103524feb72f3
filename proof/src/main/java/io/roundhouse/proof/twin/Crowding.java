package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Consumers that sleep at one end of a queue, after the same algorithm as {@code Crowd} and the
 * waits of {@code AnyQueue}: one wake-up is underway at a time, who was woken says so before it
 * looks, and who goes on passes it on. The queue is a row of slots, one for each element that is
 * ever put; the places of those who sleep are the digits of one number, who came first the last of
 * them.
 */
public final class Crowding {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who has taken an element does not look whether there is one for another sleeper. */
        DOES_NOT_PASS_ON,

        /** Who gives up does not look whether it was woken for an element. */
        GIVES_UP_IN_SILENCE,

        /** Who wakes looks for a wake-up underway before all can see what it has put. */
        WAKES_WITHOUT_A_FENCE,

        /** Who has found nobody to wake does not look again when it has said so. */
        LOOKS_FOR_SLEEPERS_ONCE,

        /** Who was woken, and found nothing, sleeps again without a place. */
        SLEEPS_WITHOUT_A_PLACE,

        /** Who was woken while it went away by itself leaves its wake-up underway for ever. */
        LEAVES_ITS_WAKE_UP_UNDERWAY,

        /** Who was woken says so only when it has taken its element and passed on what is left. */
        ARRIVES_TOO_LATE
    }

    /** Ends the wait of who was told to give up. */
    private static final class GaveUp extends RuntimeException {
        private static final long serialVersionUID = 1;

        GaveUp() {
            super(null, null, false, false);
        }
    }

    private static final long EMPTY = 0;
    private static final long FULL = 1;
    private static final long TAKEN = 2;
    private static final int DIGIT = 4;
    private static final int DIGITS = (1 << DIGIT) - 1;
    private static final int NOBODY = -1;

    private final Flaw flaw;
    private final Memory memory;
    private final Waiter[] waiters;
    private final List<Place> all = new ArrayList<>();
    private final Cell[] givesUp;
    private final Cell[] slots;
    private final Cell bell;
    private final Cell underway;
    private final Cell places;

    /**
     * @param waiters makes those with which consumers wait
     */
    public Crowding(
            int consumers,
            int elements,
            Memory memory,
            Flaw flaw,
            Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.memory = memory;
        this.waiters = new Waiter[consumers];
        givesUp = new Cell[consumers];
        for (int i = 0; i < consumers; i++) {
            this.waiters[i] = waiters.apply(memory);
            givesUp[i] = memory.cell(0);
        }
        slots = new Cell[elements];
        for (int i = 0; i < elements; i++) {
            slots[i] = memory.cell(EMPTY);
        }
        bell = memory.cell(0);
        underway = memory.cell(0);
        places = memory.cell(0);
    }

    // ---- who puts

    /** Puts the element of that slot. A producer; each slot is put once. */
    public void put(int slot) {
        slots[slot].write(FULL);
        if (bell.read() != 0) {
            wake();
        }
    }

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
        } while (flaw != Flaw.LOOKS_FOR_SLEEPERS_ONCE && places.read() != 0);
    }

    private void arrived() {
        underway.write(0);
        memory.fence();
    }

    // ---- who takes

    /** Takes one element, however long that takes; returns false if it was told to give up. */
    public boolean take(int consumer) {
        if (poll()) {
            return true;
        }
        boolean has = false;
        try {
            while (!has) {
                waiters[consumer].await(new Place(consumer));
                has = poll();
            }
        } catch (GaveUp e) {
            if (flaw != Flaw.GIVES_UP_IN_SILENCE) {
                passOn();
            }
            return false;
        }
        if (flaw != Flaw.DOES_NOT_PASS_ON) {
            passOn();
        }
        if (flaw == Flaw.ARRIVES_TOO_LATE) {
            arrived();
        }
        return true;
    }

    /** One consumer more has rung for itself, and comes no further: who puts looks for sleepers. */
    public void anotherIsAboutToSleep() {
        bell.add(1);
    }

    private void passOn() {
        if (bell.read() != 0 && isThereOne()) {
            wake();
        }
    }

    /** Tells a consumer to give up: it does when it wakes up and finds nothing. */
    public void interrupt(int consumer) {
        givesUp[consumer].write(1);
        memory.fence();
        waiters[consumer].wake();
    }

    private boolean poll() {
        for (Cell slot : slots) {
            if (slot.read() == FULL && slot.replace(FULL, TAKEN)) {
                return true;
            }
        }
        return false;
    }

    private boolean isThereOne() {
        for (Cell slot : slots) {
            if (slot.read() == FULL) {
                return true;
            }
        }
        return false;
    }

    /** How many elements nobody has taken. */
    public int left() {
        int left = 0;
        for (Cell slot : slots) {
            left += slot.read() == FULL ? 1 : 0;
        }
        return left;
    }

    // ---- the places of those who sleep

    private void addPlace(int number) {
        long before;
        long after;
        do {
            before = places.read();
            after = before;
            for (int shift = 0; ; shift += DIGIT) {
                if (before >> shift == 0) {
                    after += (number + 1L) << shift;
                    break;
                }
            }
        } while (!places.replace(before, after));
    }

    /** Takes the first place; -1 if there is none. */
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
        private final int consumer;
        private final int number = all.size();
        private final Cell taken = memory.cell(0);
        private boolean parking;

        Place(int consumer) {
            this.consumer = consumer;
            all.add(this);
        }

        void wake() {
            taken.write(1);
            memory.fence();
            waiters[consumer].wake();
        }

        @Override
        public boolean met() {
            if (taken.read() == 0 ? isThereOne() : wasWoken()) {
                return true;
            }
            if (givesUp[consumer].read() != 0) {
                throw new GaveUp();
            }
            return false;
        }

        private boolean wasWoken() {
            taken.write(0);
            if (flaw != Flaw.ARRIVES_TOO_LATE) {
                arrived();
            }
            if (isThereOne()) {
                parking = false;
                return true;
            }
            if (flaw != Flaw.SLEEPS_WITHOUT_A_PLACE) {
                addPlace(number);
            }
            return isThereOne();
        }

        @Override
        public void beforePark() {
            bell.add(1);
            parking = true;
            addPlace(number);
        }

        @Override
        public void afterPark() {
            if (parking && !removePlace(number) && flaw != Flaw.LEAVES_ITS_WAKE_UP_UNDERWAY) {
                arrived();
            }
            bell.add(-1);
        }

        @Override
        public String toString() {
            return "consumer " + consumer + " waits for an element";
        }
    }
}
