package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Function;

/**
 * A publisher, somebody who closes the line and a stage that fails it, after the same algorithm as
 * {@code Lane.publish}, {@code Line.fail} and {@code Line.settle}: without a fence a publication,
 * an event is either within what was sealed or its publisher is told that it is not. A failure is
 * told also where the line was being closed before. A publisher that waits for room, as {@code
 * Loading} does, is released by either.
 */
public final class Sealing {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who closes seals at once, and may not yet see what was published before. */
        SEALS_AT_ONCE,

        /** Who publishes does not look again whether the line was closed meanwhile. */
        DOES_NOT_LOOK_AGAIN,

        /**
         * Who publishes takes back what it finds outside without the lock under which it is taken.
         */
        TAKES_BACK_UNLOCKED,

        /** Who takes events does not heed the seal. */
        TAKES_WHAT_IS_BEYOND,

        /** A failure of a line that is being closed leaves its closing as it is. */
        LOSES_THE_CAUSE,

        /** Who closes after another seals, though that one may not have refused publishers yet. */
        TRUSTS_WHO_WAS_FIRST,

        /** A failure refuses publishers before it says what the cause is. */
        TELLS_THE_CAUSE_LATE,

        /** Who ends the line does not wake a publisher that waits for room. */
        WAKES_NOBODY,

        /** Who ends the line wakes that publisher before there is anything to see. */
        WAKES_TOO_EARLY,

        /** A publisher that waits for room does not look whether the line has ended. */
        LOOKS_FOR_ROOM_ALONE
    }

    /** How a line has ended: {@link #ending}. */
    public static final long STILL_OPEN = 0;

    public static final long CLOSED = 1;
    public static final long FAILED = 2;

    private static final long OPEN = Long.MAX_VALUE;

    private final Flaw flaw;
    private final Memory memory;
    private final long room;
    private final Waiter waiter;
    private final Cell roomBell;
    private final Cell ending;
    private final Cell settling;
    private final Cell closed;
    private final Cell limit;
    private final Cell position;
    private final Cell sealed;
    private final Cell locked;
    private final Cell taken;

    private boolean overwritten;

    /**
     * An open line.
     *
     * @param room for how many events
     * @param waiters makes the one with which the publisher waits for room
     */
    public Sealing(Memory memory, Flaw flaw, long room, Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.memory = memory;
        this.room = room;
        waiter = waiters.apply(memory);
        roomBell = memory.cell(0);
        ending = memory.cell(STILL_OPEN);
        settling = memory.cell(0);
        closed = memory.cell(0);
        limit = memory.cell(room);
        position = memory.cell(0);
        sealed = memory.cell(OPEN);
        locked = memory.cell(0);
        taken = memory.cell(0);
    }

    /** Publishes one event; returns whether it was accepted. One thread only. */
    public boolean publish() {
        long at = position.read();
        if (at >= limit.read() && !awaitRoom()) {
            return false;
        }
        overwritten |= at >= taken.read() + room;
        position.write(at + 1);
        if (flaw == Flaw.DOES_NOT_LOOK_AGAIN || closed.read() == 0) {
            return true;
        }
        boolean kept = confirm(at + 1);
        if (!kept) {
            position.write(at);
        }
        return kept;
    }

    /** Waits for room, or the end of the line; returns whether it is open. */
    private boolean awaitRoom() {
        if (ending.read() != STILL_OPEN) {
            return false;
        }
        waiter.await(new ForRoom());
        return ending.read() == STILL_OPEN;
    }

    private boolean moreRoom() {
        long next = taken.read() + room;
        if (position.read() >= next) {
            return false;
        }
        limit.write(next);
        memory.fence();
        if (closed.read() != 0) {
            limit.write(-1);
        }
        return true;
    }

    private final class ForRoom implements Wait {
        @Override
        public boolean met() {
            return (flaw != Flaw.LOOKS_FOR_ROOM_ALONE && closed.read() != 0) || moreRoom();
        }

        @Override
        public void beforePark() {
            roomBell.add(1);
        }

        @Override
        public void afterPark() {
            roomBell.add(-1);
        }

        @Override
        public String toString() {
            return "the publisher waits for room";
        }
    }

    private boolean confirm(long next) {
        if (flaw == Flaw.TAKES_BACK_UNLOCKED) {
            return false;
        }
        lock();
        boolean kept = next <= sealed.read();
        locked.write(0);
        return kept;
    }

    /** Closes the line. */
    public void close() {
        boolean first = ending.replace(STILL_OPEN, CLOSED);
        if (first || flaw != Flaw.TRUSTS_WHO_WAS_FIRST) {
            refuse();
        }
        settle();
    }

    /** A stage has thrown: what it has not taken is left. */
    public void fail() {
        if (flaw == Flaw.TELLS_THE_CAUSE_LATE) {
            refuse();
        }
        boolean first = ending.replace(STILL_OPEN, FAILED);
        if (!first && flaw != Flaw.LOSES_THE_CAUSE) {
            ending.replace(CLOSED, FAILED);
        }
        refuse();
        settle();
    }

    private void refuse() {
        if (flaw == Flaw.WAKES_TOO_EARLY) {
            waiter.wake();
        }
        closed.write(1);
        memory.fence();
        limit.write(-1);
        memory.fence();
        if (flaw != Flaw.WAKES_TOO_EARLY && flaw != Flaw.WAKES_NOBODY) {
            waiter.wake();
        }
    }

    /** Who finds that another one does it leaves it to that one; the library waits for it. */
    private void settle() {
        if (settling.replace(0, 1)) {
            seal();
        }
    }

    private void seal() {
        if (flaw != Flaw.SEALS_AT_ONCE) {
            memory.settle();
        }
        lock();
        sealed.write(position.read());
        locked.write(0);
        memory.fence();
    }

    /** Takes what has been published. */
    public void take() {
        lock();
        long to = position.read();
        if (flaw != Flaw.TAKES_WHAT_IS_BEYOND) {
            to = Math.min(to, sealed.read());
        }
        taken.write(Math.max(taken.read(), to));
        locked.write(0);
        if (roomBell.read() != 0) {
            waiter.wake();
        }
    }

    private void lock() {
        while (!locked.replace(0, 1)) {
            memory.settle();
        }
    }

    /** How the line has ended. */
    public long ending() {
        return ending.read();
    }

    /** Whether an event was published in the place of one that had not been taken. */
    public boolean overwritten() {
        return overwritten;
    }

    /** How many events were taken. */
    public long taken() {
        return taken.read();
    }

    /** How many events are delivered in the end. */
    public long sealed() {
        return sealed.read();
    }
}
