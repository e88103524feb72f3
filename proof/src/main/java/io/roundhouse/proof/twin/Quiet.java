package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * Whether there is nothing to do, after the same algorithm as {@code Workers.isQuiet}: all workers
 * rest, nothing is in a queue, handed over, or away, and all that is still so, and no turn was
 * begun meanwhile. One call goes through the house, and becomes another one whenever it is handled,
 * so many times; it lies in a queue, in a worker's slot, or with somebody who rests until there is
 * room. It is never quiet before that has come to its end.
 */
public final class Quiet {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who asks looks only once whether all rest. */
        LOOKS_ONCE,

        /** Who asks does not look whether turns were begun meanwhile. */
        COUNTS_NO_TURNS,

        /** A worker takes what is there, and then says that it does not rest. */
        TAKES_WHILE_IT_SAYS_THAT_IT_RESTS,

        /** Who asks looks at the workers, and not at what is outside. */
        LOOKS_NOT_OUTSIDE,

        /** Who asks does not look for who rests until there is room. */
        FORGETS_WHO_IS_AWAY,

        /** Who goes on is not away any more before it is in a queue. */
        RETURNS_BEFORE_IT_IS_IN_A_QUEUE,

        /**
         * No flaw either: who asks does not look into the slots. A call is in the slot of a worker
         * that does not rest, or in the hands of a thief that does not.
         */
        LOOKS_NOT_INTO_THE_SLOTS
    }

    /** Where a call lies when it has been sent. */
    public enum Way {
        /** In the queue of the worker. */
        QUEUE,
        /** In its slot. */
        SLOT,
        /** With an actor that rests. */
        AWAY
    }

    private final Flaw flaw;
    private final Memory memory;
    private final Way way;
    private final Worker[] workers;
    private final Cell outside;
    private final Cell away;
    private final Cell rests;
    private boolean over;

    /** So many workers, which rest, and a call outside that becomes so many others. */
    public Quiet(int workers, int becomes, Way way, Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
        this.way = way;
        this.workers = new Worker[workers];
        for (int i = 0; i < workers; i++) {
            this.workers[i] = new Worker();
        }
        outside = memory.cell(1 + becomes);
        away = memory.cell(0);
        rests = memory.cell(0);
    }

    /** One of the workers, from 0 on. */
    public Worker worker(int number) {
        return workers[number];
    }

    /** Somebody else has made room for whoever rests. */
    public void makeRoom() {
        long call = rests.read();
        if (call == 0 || !rests.replace(call, 0)) {
            return;
        }
        if (flaw == Flaw.RETURNS_BEFORE_IT_IS_IN_A_QUEUE) {
            away.add(-1);
            outside.write(call);
        } else {
            outside.write(call);
            away.add(-1);
        }
    }

    /** Whether it is quiet; throws if that is wrong. */
    public boolean isQuiet() {
        boolean is = looksQuiet();
        if (is && !over) {
            throw new IllegalStateException("not quiet at all");
        }
        return is;
    }

    private boolean looksQuiet() {
        long before = turns();
        if (!allRest() || !isNothingOutside() || isSomebodyAway()) {
            return false;
        }
        for (Worker each : workers) {
            if (each.queue.read() != 0
                    || (flaw != Flaw.LOOKS_NOT_INTO_THE_SLOTS && each.slot.read() != 0)) {
                return false;
            }
        }
        return (flaw == Flaw.LOOKS_ONCE || allRest())
                && isNothingOutside()
                && (flaw == Flaw.COUNTS_NO_TURNS || turns() == before);
    }

    private boolean isNothingOutside() {
        return flaw == Flaw.LOOKS_NOT_OUTSIDE || outside.read() == 0;
    }

    private boolean isSomebodyAway() {
        return flaw != Flaw.FORGETS_WHO_IS_AWAY && away.read() != 0;
    }

    private boolean allRest() {
        for (Worker each : workers) {
            if (each.resting.read() == 0) {
                return false;
            }
        }
        return true;
    }

    private long turns() {
        long sum = 0;
        for (Worker each : workers) {
            sum += each.turns.read();
        }
        return sum;
    }

    /** One worker. */
    public final class Worker {
        private final Cell resting = memory.cell(1);
        private final Cell turns = memory.cell(0);
        private final Cell queue = memory.cell(0);
        private final Cell slot = memory.cell(0);
        private long turnsKnown;

        private Worker() {}

        /** Looks for work outside. */
        public void lookOutside() {
            lookInto(outside);
        }

        /** Looks for work with another one. */
        public void lookAt(Worker other) {
            lookInto(way == Way.SLOT ? other.slot : other.queue);
        }

        private void lookInto(Cell place) {
            if (place.read() == 0) {
                return;
            }
            if (flaw != Flaw.TAKES_WHILE_IT_SAYS_THAT_IT_RESTS) {
                resting.write(0);
                memory.fence();
            }
            for (long call = take(place); call != 0; ) {
                resting.write(0);
                call = turn(call);
            }
            resting.write(1);
            memory.fence();
        }

        private long take(Cell place) {
            long call = place.read();
            return call != 0 && place.replace(call, 0) ? call : 0;
        }

        /** Handles a call; returns the next one that this worker runs, 0 if there is none. */
        private long turn(long call) {
            turns.write(++turnsKnown);
            long next = call - 1;
            Cell place = place();
            if (next == 0) {
                over = true;
            } else {
                if (way == Way.AWAY) {
                    away.add(1);
                }
                place.write(next);
            }
            return next == 0 || way == Way.AWAY || !place.replace(next, 0) ? 0 : next;
        }

        private Cell place() {
            return switch (way) {
                case QUEUE -> queue;
                case SLOT -> slot;
                case AWAY -> rests;
            };
        }
    }
}
