package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Function;

/**
 * Consumers that sleep at one end of a queue, after the same algorithm as {@code Crowd} ({@link
 * Sleepers}) and the waits of {@code AnyQueue}: who goes on passes its wake-up on. The queue is a
 * row of slots, one for each element that is ever put.
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
        WAKES_WITHOUT_A_FENCE(Sleepers.Flaw.WAKES_WITHOUT_A_FENCE),

        /** A lone waker that is sent away does not see to it that this is known. */
        IS_SENT_AWAY_WITHOUT_A_COUNT(Sleepers.Flaw.IS_SENT_AWAY_WITHOUT_A_COUNT),

        /** Who was woken wakes nobody for what it may not have seen. */
        RELIES_ON_WHAT_IT_SEES(Sleepers.Flaw.RELIES_ON_WHAT_IT_SEES),

        /** Consumers trust in a stay that has only just begun. */
        TRUSTS_A_FRESH_STAY,

        /** Who has found nobody to wake does not look again when it has said so. */
        LOOKS_FOR_SLEEPERS_ONCE(Sleepers.Flaw.LOOKS_FOR_SLEEPERS_ONCE),

        /** Who was woken, and found nothing, sleeps again without a place. */
        SLEEPS_WITHOUT_A_PLACE(Sleepers.Flaw.SLEEPS_WITHOUT_A_PLACE),

        /** Who was woken while it went away by itself leaves its wake-up underway for ever. */
        LEAVES_ITS_WAKE_UP_UNDERWAY(Sleepers.Flaw.LEAVES_ITS_WAKE_UP_UNDERWAY),

        /** Who was woken says so only when it has taken its element and passed on what is left. */
        ARRIVES_TOO_LATE(Sleepers.Flaw.ARRIVES_TOO_LATE),

        /** Who wakes does not look whether it is too late: the one it calls has left. */
        CALLS_WHO_HAS_LEFT(Sleepers.Flaw.CALLS_WHO_HAS_LEFT),

        /** Who leaves says so though it has been called since it looked. */
        LEAVES_WITHOUT_ASKING(Sleepers.Flaw.LEAVES_WITHOUT_ASKING),

        /** Who enters the row says only then that it may be called. */
        STANDS_IN_THE_ROW_TOO_EARLY(Sleepers.Flaw.STANDS_IN_THE_ROW_TOO_EARLY),

        /** Who sweeps those out who have left sweeps out all. */
        SWEEPS_WHO_IS_THERE(Sleepers.Flaw.SWEEPS_WHO_IS_THERE);

        private final Sleepers.Flaw ofSleepers;

        Flaw() {
            this(Sleepers.Flaw.NONE);
        }

        Flaw(Sleepers.Flaw ofSleepers) {
            this.ofSleepers = ofSleepers;
        }
    }

    private static final long EMPTY = 0;
    private static final long FULL = 1;
    private static final long TAKEN = 2;

    private final Flaw flaw;
    private final Cell[] slots;
    private final Cell bell;
    private final boolean staying;

    private final StayTogether stay;

    private final Sleepers sleepers;

    /**
     * @param staying whether consumers stay at the bell when they wake up
     * @param waiters makes those with which consumers wait
     */
    public Crowding(
            int consumers,
            int elements,
            boolean staying,
            Memory memory,
            Flaw flaw,
            Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.staying = staying;
        slots = new Cell[elements];
        for (int i = 0; i < elements; i++) {
            slots[i] = memory.cell(EMPTY);
        }
        bell = memory.cell(0);
        stay = new StayTogether(memory);
        sleepers = new Sleepers(consumers, memory, flaw.ofSleepers, waiters);
    }

    // ---- who puts

    /** Puts the element of that slot. A producer; each slot is put once. */
    public void put(int slot) {
        slots[slot].write(FULL);
        long seen = bell.read();
        if (seen != 0) {
            ring(seen);
        }
    }

    private void ring(long seen) {
        StayTogether.countDown(bell, seen);
        sleepers.wake(); // with a fence
    }

    /** Likewise, by the only producer there is. */
    public void putAlone(int slot) {
        slots[slot].write(FULL);
        long seen = bell.read();
        if (StayTogether.isStay(seen)) {
            ring(seen);
        } else if (seen != 0) {
            sleepers.wakeAlone();
        }
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
                sleepers.await(consumer, new ForElement());
                has = poll();
            }
        } catch (Sleepers.GaveUp e) {
            if (flaw != Flaw.GIVES_UP_IN_SILENCE) {
                passOn();
            }
            return false;
        }
        if (flaw != Flaw.DOES_NOT_PASS_ON) {
            passOn();
        }
        if (flaw == Flaw.ARRIVES_TOO_LATE) {
            sleepers.arrived();
        }
        return true;
    }

    /** There was a stay before, long ago, which is over. */
    public void haveStayedBefore() {
        stay.haveStayedBefore();
    }

    /** One consumer more has rung for itself, and comes no further: who puts looks for sleepers. */
    public void anotherIsAboutToSleep() {
        bell.add(1);
    }

    private void passOn() {
        if (bell.read() != 0 && isThereOne()) {
            sleepers.wake();
        }
    }

    /** Tells a consumer to give up: it does when it wakes up and finds nothing. */
    public void interrupt(int consumer) {
        sleepers.giveUp(consumer);
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

    private final class ForElement implements Wait {
        @Override
        public boolean met() {
            return isThereOne();
        }

        @Override
        public void beforePark() {
            bell.add(1);
        }

        @Override
        public void afterPark() {
            if (staying) {
                stay.stay(bell, true);
            } else {
                bell.add(-1);
            }
        }

        @Override
        public boolean wakersFence(Clock clock) {
            return staying && stay.hasLasted(1, flaw == Flaw.TRUSTS_A_FRESH_STAY, bell);
        }

        @Override
        public String toString() {
            return "waits for an element";
        }
    }
}
