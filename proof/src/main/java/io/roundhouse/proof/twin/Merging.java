package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishers' lanes, the one order that is made of their events, and last stages side by side that
 * give room back, after the same algorithm as {@code Source} (merging, retiring, finding a run),
 * {@code Lane} (room, trains) and {@code Worker} (a batch, and the hook that clears), but for what
 * is first of two lanes, which is {@link Dating}'s: here it is taken lane by lane. Nobody waits:
 * who finds no room or no events goes on.
 */
public final class Merging {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** An event is free once one of the last stages has passed it. */
        FREES_WHAT_ONE_HAS_PASSED,

        /** A stage tells how far it will have come before it has read the events. */
        TELLS_BEFORE_IT_HAS_READ,

        /** A publisher tells of an event before it has filled it. */
        PUBLISHES_BEFORE_IT_FILLS,

        /** A publisher tells of a train when it begins it. */
        TELLS_OF_TRAINS_TOO_EARLY,

        /** Who looks for events leaves what is no whole train. */
        TAKES_TRAINS_ONLY,

        /** Who looks for events believes the last train, though it has taken more than that. */
        TAKES_A_TRAIN_AGAIN,

        /** A run counts before it is written. */
        TELLS_OF_RUNS_TOO_EARLY,

        /** Events have a place in the order before the run in which they are is written. */
        TELLS_OF_EVENTS_TOO_EARLY,

        /** The lock is let go before it is told how far the order goes. */
        LETS_GO_TOO_EARLY,

        /** A run's entry is used again while the oldest run is still in it. */
        USES_ENTRIES_TOO_EARLY,

        /** A run is retired when its last event has not been passed yet. */
        RETIRES_RUNS_TOO_EARLY,

        /** Where several runs have been passed, only the publisher of the newest one is told. */
        PASSES_OVER_RUNS,

        /** New events are taken without the lock. */
        MERGES_UNLOCKED,

        /** Room is given back without the lock. */
        RETIRES_UNLOCKED,

        /** Who searches for a run does not look whether it was retired meanwhile. */
        DOES_NOT_LOOK_AGAIN,

        /** Who clears what all have passed looks for that before all can see how far it is. */
        CLEARS_WITHOUT_A_FENCE
    }

    /** What is read from a slot that nobody has written, and from an entry likewise. */
    private static final long NOTHING = 0;

    private final Memory memory;
    private final Flaw flaw;
    private final int capacity;
    private final int train;
    private final int most;
    private final Lane[] lanes;
    private final Stage[] stages;

    private final Cell merged;
    private final Cell runs;
    private final Cell oldest;
    private final Cell retired;
    private final Cell locked;
    private final Cell[] starts;
    private final Cell[] places; // of a run: its lane and its offset

    // guarded by the lock
    private int newest = -1;
    private long end;

    /**
     * An empty line.
     *
     * @param lanes one a publisher
     * @param capacity of a lane; so many entries of runs there are, too, and two at least
     * @param train after so many events a publisher tells of them on its second line
     * @param stages which are first and last at once
     * @param most events that a stage handles at a look
     */
    public Merging(
            int lanes, int capacity, int train, int stages, int most, Memory memory, Flaw flaw) {
        this.memory = memory;
        this.flaw = flaw;
        this.capacity = capacity;
        this.train = train;
        this.most = most;
        this.lanes = new Lane[lanes];
        for (int i = 0; i < lanes; i++) {
            this.lanes[i] = new Lane(i);
        }
        this.stages = new Stage[stages];
        for (int i = 0; i < stages; i++) {
            this.stages[i] = new Stage();
        }
        merged = memory.cell(0);
        runs = memory.cell(0);
        oldest = memory.cell(0);
        retired = memory.cell(0);
        locked = memory.cell(0);
        starts = cells(Math.max(2, capacity));
        places = cells(starts.length);
    }

    private Cell[] cells(int number) {
        Cell[] cells = new Cell[number];
        for (int i = 0; i < number; i++) {
            cells[i] = memory.cell(NOTHING);
        }
        return cells;
    }

    private static Cell at(Cell[] cells, long number) {
        return cells[(int) Math.floorMod(number, (long) cells.length)];
    }

    // ---- publishers

    /**
     * Publishes an event, which is a number above 0; returns false if there is no room. One thread
     * a lane.
     */
    public boolean publish(int lane, long event) {
        return lanes[lane].publish(event);
    }

    private final class Lane {
        private final int number;
        private final Cell[] events = cells(capacity);
        private final Cell reached = memory.cell(0);
        private final Cell departed = memory.cell(0);
        private final Cell taken = memory.cell(0);
        private final Cell freed = memory.cell(0);

        /** What taken is about to be; guarded by the lock. */
        private long taking;

        // the publisher's own
        private long limit = Math.min(capacity, train);
        private long farthest = capacity;

        Lane(int number) {
            this.number = number;
        }

        boolean publish(long event) {
            long at = reached.read();
            if (at >= limit && !findRoom(at)) {
                return false;
            }
            if (flaw == Flaw.PUBLISHES_BEFORE_IT_FILLS) {
                reached.write(at + 1);
            }
            at(events, at).write(event);
            reached.write(at + 1);
            return true;
        }

        private boolean findRoom(long at) {
            departed.write(at);
            if (at >= farthest) {
                retire();
                farthest = freed.read() + capacity;
            }
            if (at >= farthest) {
                return false;
            }
            limit = Math.min(farthest, (at / train + 1) * train);
            if (flaw == Flaw.TELLS_OF_TRAINS_TOO_EARLY) {
                departed.write(limit);
            }
            return true;
        }

        /** Whole trains; where there are none, all. */
        long news(long from) {
            long trains = departed.read();
            if (flaw == Flaw.TAKES_A_TRAIN_AGAIN && trains > 0) {
                return trains == from ? reached.read() : trains;
            }
            if (trains > from) {
                return trains;
            }
            return flaw == Flaw.TAKES_TRAINS_ONLY ? from : reached.read();
        }

        void tellTaken() {
            if (taking != taken.read()) {
                taken.write(taking);
            }
        }

        boolean isPassed() {
            return freed.read() == reached.read();
        }
    }

    /** Whether all that was published in a lane has a place in the order. Any thread. */
    boolean isTaken(int lane) {
        return lanes[lane].reached.read() == lanes[lane].taken.read();
    }

    // ---- the order

    /** Takes what is new; returns how far the order goes. */
    private long merge() {
        if (hasNews()) {
            if (flaw == Flaw.MERGES_UNLOCKED) {
                takeAll();
            } else {
                lock();
                retireLocked();
                takeAll();
                if (flaw == Flaw.LETS_GO_TOO_EARLY) {
                    long to = end;
                    unlock();
                    merged.write(to);
                } else {
                    unlock();
                }
            }
        }
        return merged.read();
    }

    private boolean hasNews() {
        for (Lane lane : lanes) {
            if (lane.reached.read() != lane.taken.read()) {
                return true;
            }
        }
        return false;
    }

    private void takeAll() {
        for (Lane lane : lanes) {
            take(lane);
        }
        if (flaw != Flaw.LETS_GO_TOO_EARLY) {
            merged.write(end);
        }
        for (Lane lane : lanes) { // behind it: see SharedBells.Flaw.TELLS_WHAT_IS_TAKEN_FIRST
            lane.tellTaken();
        }
    }

    private void take(Lane lane) {
        long from = lane.taken.read();
        long to = lane.news(from);
        if (to == from) {
            return;
        }
        if (flaw == Flaw.TELLS_OF_EVENTS_TOO_EARLY) {
            merged.write(end + to - from);
        }
        if (newest != lane.number) {
            if (areEntriesUsed()) {
                return;
            }
            append(lane, from);
        }
        lane.taking = to;
        end += to - from;
    }

    private void append(Lane lane, long from) {
        long run = runs.read();
        if (flaw == Flaw.TELLS_OF_RUNS_TOO_EARLY) {
            runs.write(run + 1);
        }
        at(starts, run).write(end);
        at(places, run).write(place(lane.number, from - end));
        newest = lane.number;
        runs.write(run + 1);
    }

    private boolean areEntriesUsed() {
        int spare = flaw == Flaw.USES_ENTRIES_TOO_EARLY ? 1 : 0;
        return runs.read() - oldest.read() >= starts.length + spare;
    }

    private long place(int lane, long offset) {
        return offset * lanes.length + lane;
    }

    private Lane laneOf(long place) {
        return lanes[(int) Math.floorMod(place, (long) lanes.length)];
    }

    private long offsetOf(long place) {
        return Math.floorDiv(place, (long) lanes.length);
    }

    // ---- giving room back

    private void retire() {
        if (passed() > retired.read()) {
            if (flaw == Flaw.RETIRES_UNLOCKED) {
                retireLocked();
            } else {
                lock();
                retireLocked();
                unlock();
            }
        }
    }

    /** How far all stages have come. */
    private long passed() {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (Stage stage : stages) {
            long reached = stage.reached.read();
            least = Math.min(least, reached);
            most = Math.max(most, reached);
        }
        return flaw == Flaw.FREES_WHAT_ONE_HAS_PASSED ? most : least;
    }

    private void retireLocked() {
        long to = passed();
        long from = retired.read();
        if (to <= from) {
            return;
        }
        long run = oldest.read();
        long first = run;
        long early = flaw == Flaw.RETIRES_RUNS_TOO_EARLY ? 1 : 0;
        while (run + 1 < runs.read() && at(starts, run + 1).read() - early <= to) {
            if (flaw != Flaw.PASSES_OVER_RUNS) {
                free(run, at(starts, run + 1).read());
            }
            from = at(starts, run + 1).read();
            run++;
        }
        if (to > from) {
            free(run, to);
        }
        if (run != first) {
            oldest.write(run);
        }
        retired.write(to);
    }

    private void free(long run, long to) {
        long place = at(places, run).read();
        laneOf(place).freed.write(to + offsetOf(place));
    }

    private void lock() {
        while (!locked.replace(0, 1)) {
            memory.settle();
        }
    }

    private void unlock() {
        locked.write(0);
    }

    // ---- stages

    /** Handles what is there. One thread a stage. */
    public void look(int stage) {
        stages[stage].look();
    }

    /**
     * Handles what is there, and clears what all stages have passed, as where a line has a hook for
     * that: then, and not when a publisher wants room.
     */
    public void lookAndClear(int stage) {
        look(stage);
        if (flaw != Flaw.CLEARS_WITHOUT_A_FENCE) {
            memory.fence();
        }
        retire();
    }

    /** What a stage has read, in that order. */
    public List<Long> seen(int stage) {
        return stages[stage].seen;
    }

    private final class Stage {
        private final Cell reached = memory.cell(0);
        private final List<Long> seen = new ArrayList<>();

        void look() {
            long from = reached.read();
            long to = Math.min(merge(), from + most);
            if (to <= from) {
                return;
            }
            if (flaw == Flaw.TELLS_BEFORE_IT_HAS_READ) {
                reached.write(to);
            }
            long at = from;
            while (at < to) {
                long run = runOf(at);
                long place = at(places, run).read();
                long until = Math.min(to, endOf(run, to));
                do {
                    seen.add(at(laneOf(place).events, at + offsetOf(place)).read());
                    at++;
                } while (at < until);
            }
            reached.write(at);
        }
    }

    /**
     * The run that an event is in: from the oldest one on, as by a worker that shares its stage and
     * remembers none that is newer.
     */
    private long runOf(long event) {
        while (true) {
            long run = oldest.read();
            long all = runs.read();
            while (run + 1 < all && at(starts, run + 1).read() <= event) {
                run++;
            }
            if (flaw == Flaw.DOES_NOT_LOOK_AGAIN || oldest.read() <= run) {
                return run;
            }
        }
    }

    private long endOf(long run, long least) {
        return run + 1 < runs.read() ? at(starts, run + 1).read() : least;
    }

    // ---- inspection

    /** Whether all that the stages have passed is cleared. Nobody else does anything. */
    public boolean isCleared() {
        return retired.read() == passed();
    }

    /** Gives back what room there is, and says whether that is all. Nobody else does anything. */
    public boolean hasAllRoomBack() {
        retire();
        boolean all = true;
        for (Lane lane : lanes) {
            all &= lane.isPassed();
        }
        return all;
    }
}
