package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Publishers that say in which epoch they publish, and who puts their events in order by that,
 * after the same algorithm as {@code Epochs}, {@code Dated} and {@code Lanes}. There is room for
 * all events.
 */
public final class Dating {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** A publisher does not look whether the epoch that it has begun still lasts. */
        STAYS_IN_ITS_EPOCH,

        /** It looks before it fills the event, and may learn of others' while it does. */
        LOOKS_BEFORE_IT_FILLS,

        /** Two publishers may begin the same epoch. */
        BEGINS_UNCOMPARED,

        /** An event is published before its mark is written. */
        PUBLISHES_BEFORE_IT_MARKS,

        /** Who did not get to publish an event leaves its mark as it was. */
        LEAVES_AN_OLD_MARK,

        /** Who ended in the middle of marking believes that there is a mark. */
        NOTES_A_MARK_TOO_EARLY,

        /** Who puts events in order begins no epoch. */
        BEGINS_NONE_TO_TAKE,

        /** It looks at the lanes before it begins one. */
        LOOKS_BEFORE_IT_BEGINS,

        /** It takes all that it sees, of its own epoch and later ones, too. */
        TAKES_LATER_ONES,

        /** It takes the only lane with news as it is, though there may be others by now. */
        TAKES_ONE_WITHOUT_A_SECOND_LOOK,

        /** It takes lane by lane. */
        TAKES_LANE_BY_LANE,

        /** It looks for marks before it looks for events. */
        LOOKS_FOR_MARKS_FIRST,

        /** It reads the mark of an event that is not published, and may be marked once more. */
        PASSES_MARKS_TOO_EARLY
    }

    /** Where a publisher's stack ends. */
    public enum End {
        /** Nowhere. */
        NOWHERE,

        /** When it is about to tell of the mark. */
        WITHIN_A_MARK,

        /** Behind the mark, when it is about to publish. */
        BEHIND_A_MARK
    }

    private static final long NONE = -1;

    private final Memory memory;
    private final Flaw flaw;
    private final int slots;
    private final Lane[] lanes;
    private final Cell begun;
    private final Cell locked;

    // guarded by the lock
    private final List<Long> order = new ArrayList<>();

    /**
     * Nothing is published.
     *
     * @param lanes one a publisher
     * @param slots of a lane; no more events are published in it
     */
    public Dating(int lanes, int slots, Memory memory, Flaw flaw) {
        this.memory = memory;
        this.flaw = flaw;
        this.slots = slots;
        begun = memory.cell(0);
        locked = memory.cell(0);
        this.lanes = new Lane[lanes];
        for (int i = 0; i < lanes; i++) {
            this.lanes[i] = new Lane();
        }
    }

    private long beginToPublish() {
        while (true) {
            long before = begun.read();
            long next = (before | 1) + (before % 2 == 0 ? 0 : 2);
            if (flaw == Flaw.BEGINS_UNCOMPARED) {
                begun.write(next);
                memory.fence();
                return next;
            }
            if (begun.replace(before, next)) {
                return next;
            }
        }
    }

    private long beginToTake() {
        if (flaw == Flaw.BEGINS_NONE_TO_TAKE) {
            memory.fence();
            return Long.MAX_VALUE;
        }
        while (true) {
            long before = begun.read();
            long next = (before | 1) + 1;
            if (begun.replace(before, next)) {
                return next;
            }
        }
    }

    // ---- publishers

    /**
     * Publishes an event, which is a number above 0. One thread a lane.
     *
     * @param filler says which one
     * @param end whether it has no stack to publish it
     */
    public void publish(int lane, LongSupplier filler, End end) {
        lanes[lane].publish(filler, end);
    }

    /** Whether there are less events in a lane than so many. Its publisher. */
    public boolean hasNotPublished(int lane, int events) {
        return lanes[lane].reached.read() < events;
    }

    // ---- who puts events in order

    /** Takes what is new. Any thread. */
    public void take() {
        while (!locked.replace(0, 1)) {
            memory.settle();
        }
        Lane alone = looksAtOne();
        if (alone != null) {
            while (alone.at < alone.to) {
                alone.takePiece();
            }
            locked.write(0);
            return;
        }
        if (flaw == Flaw.LOOKS_BEFORE_IT_BEGINS) {
            look();
        }
        long now = beginToTake();
        if (flaw != Flaw.LOOKS_BEFORE_IT_BEGINS) {
            look();
        }
        if (flaw == Flaw.TAKES_LATER_ONES) {
            now = Long.MAX_VALUE;
        }
        for (Lane next = first(now); next != null; next = first(now)) {
            next.takePiece();
        }
        locked.write(0);
    }

    private @Nullable Lane looksAtOne() {
        Lane one = null;
        for (Lane lane : lanes) {
            if (lane.reached.read() != lane.at) {
                if (one != null) {
                    return null;
                }
                one = lane;
            }
        }
        if (one == null) {
            return null;
        }
        one.look();
        for (Lane lane : lanes) {
            if (lane != one
                    && flaw != Flaw.TAKES_ONE_WITHOUT_A_SECOND_LOOK
                    && lane.reached.read() != lane.at) {
                return null;
            }
        }
        return one;
    }

    private void look() {
        for (Lane lane : lanes) {
            lane.look();
        }
    }

    private @Nullable Lane first(long now) {
        @Nullable Lane first = null;
        long before = now;
        for (Lane lane : lanes) {
            if (lane.hasMoreBefore(before)) {
                if (flaw == Flaw.TAKES_LANE_BY_LANE) {
                    return lane;
                }
                first = lane;
                before = lane.epoch;
            }
        }
        return first;
    }

    /** All that has been taken, in that order. Nobody does anything. */
    public List<Long> order() {
        return order;
    }

    private final class Lane {
        private final Cell[] events = cells();
        private final Cell[] firsts = cells();
        private final Cell[] numbers = cells();
        private final Cell reached = memory.cell(0);
        private final Cell marks = memory.cell(0);

        // the publisher's own
        private long mine = NONE;
        private long lastFirst = NONE;

        // guarded by the lock
        private long passed;
        private long all;
        private long at;
        private long to;
        private long epoch = NONE;

        private Cell[] cells() {
            Cell[] cells = new Cell[slots];
            for (int i = 0; i < slots; i++) {
                cells[i] = memory.cell(0);
            }
            return cells;
        }

        void publish(LongSupplier filler, End end) {
            long place = reached.read();
            boolean isEarly = flaw == Flaw.LOOKS_BEFORE_IT_FILLS;
            boolean isNow = isEarly && isNow();
            events[(int) place].write(filler.getAsLong());
            if (flaw == Flaw.PUBLISHES_BEFORE_IT_MARKS && end == End.NOWHERE) {
                reached.write(place + 1);
            }
            if (isEarly ? !isNow : !isNow()) {
                long epoch = beginToPublish();
                if (!mark(place, epoch, end)) {
                    return;
                }
                mine = epoch;
            }
            if (end != End.BEHIND_A_MARK) {
                reached.write(place + 1);
            }
        }

        private boolean isNow() {
            return flaw == Flaw.STAYS_IN_ITS_EPOCH ? mine != NONE : mine == begun.read();
        }

        /** Returns whether there was stack for it. */
        private boolean mark(long place, long epoch, End end) {
            long mark = marks.read();
            if (place == lastFirst) {
                if (flaw != Flaw.LEAVES_AN_OLD_MARK) {
                    numbers[(int) Math.max(0, mark - 1)].write(epoch);
                }
                return true;
            }
            firsts[(int) mark].write(place);
            numbers[(int) mark].write(epoch);
            if (flaw == Flaw.NOTES_A_MARK_TOO_EARLY) {
                lastFirst = place;
            }
            if (end == End.WITHIN_A_MARK) {
                return false;
            }
            marks.write(mark + 1);
            lastFirst = place;
            return true;
        }

        void look() {
            if (flaw == Flaw.LOOKS_FOR_MARKS_FIRST) {
                all = marks.read();
            }
            to = reached.read();
            if (flaw != Flaw.LOOKS_FOR_MARKS_FIRST) {
                all = marks.read();
            }
            pass();
        }

        private void pass() {
            while ((at < to || flaw == Flaw.PASSES_MARKS_TOO_EARLY)
                    && passed < all
                    && firsts[(int) passed].read() <= at) {
                epoch = numbers[(int) passed].read();
                passed++;
            }
        }

        boolean hasMoreBefore(long next) {
            return at < to && epoch < next;
        }

        void takePiece() {
            long next = passed < all ? Math.min(to, firsts[(int) passed].read()) : to;
            for (; at < next; at++) {
                order.add(events[(int) at].read());
            }
            pass();
        }
    }
}
