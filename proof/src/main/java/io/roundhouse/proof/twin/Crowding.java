package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.proof.twin.Memory.Mark;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
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
    private static final long ONE_RING = 1L << 32;
    private static final long STAY = 2 * ONE_RING;

    private final Flaw flaw;
    private final Cell[] slots;
    private final Cell bell;
    private final Memory memory;
    private final boolean staying;

    /** When stays began: {@code since} is the number of the one at hand, or of a later one. */
    private final List<Mark> beginnings = new ArrayList<>();

    private final Cell since;

    /** Who may be about to begin a stay. */
    private final Cell beginners;

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
        this.memory = memory;
        this.staying = staying;
        slots = new Cell[elements];
        for (int i = 0; i < elements; i++) {
            slots[i] = memory.cell(EMPTY);
        }
        bell = memory.cell(0);
        since = memory.cell(-1);
        beginners = memory.cell(0);
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

    private void ring(long bellSeen) {
        long seen = bellSeen;
        if (seen >= ONE_RING) {
            while (seen >= ONE_RING && !bell.replace(seen, seen - ONE_RING)) {
                seen = bell.read();
            }
        }
        sleepers.wake(); // with a fence
    }

    /** Likewise, by the only producer there is. */
    public void putAlone(int slot) {
        slots[slot].write(FULL);
        long seen = bell.read();
        if (seen >= ONE_RING) {
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
        beginnings.add(() -> true);
        since.write(0);
        memory.fence();
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
                stay();
            } else {
                bell.add(-1);
            }
        }

        private void stay() {
            long before = bell.read();
            while (before >= ONE_RING) {
                if (bell.replace(before, before % ONE_RING - 1 + STAY)) {
                    return;
                }
                before = bell.read();
            }
            beginners.add(1);
            do {
                before = bell.read();
            } while (!bell.replace(before, before % ONE_RING - 1 + STAY));
            if (before < ONE_RING) {
                begins();
            }
            beginners.add(-1);
        }

        /** Stays are numbered in the order in which they may have begun: none goes back. */
        private void begins() {
            long mine = beginnings.size();
            beginnings.add(memory.written());
            long known = since.read();
            while (known < mine && !since.replace(known, mine)) {
                known = since.read();
            }
        }

        @Override
        public boolean wakersFence(Clock clock) {
            if (!staying || bell.read() < ONE_RING || beginners.read() != 0) {
                return false;
            }
            int last = (int) since.read();
            return last >= 0
                    && (flaw == Flaw.TRUSTS_A_FRESH_STAY || beginnings.get(last).isVisible());
        }

        @Override
        public String toString() {
            return "waits for an element";
        }
    }
}
