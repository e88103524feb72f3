package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * Threads that go round the stages of a line, after the same algorithm as {@code Rounds} and {@code
 * Worker.visit}: who finds a stage with events and without anybody claims it, handles a batch,
 * tells how far the stage has come, and lets go; who finds nothing in a whole round goes to sleep.
 * A deputy stops after one round, and wakes the first thread if a stage is left alone.
 */
public final class Claiming {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Two may claim the same stage. */
        CLAIMS_UNCOMPARED,

        /** No fence stands between letting go of a stage and the next look at it. */
        LETS_GO_UNFENCED,

        /** Who lets go of a stage has not told yet how far that has come. */
        TELLS_TOO_LATE,

        /** A deputy that is no longer needed does not look whether a stage is left alone. */
        LEAVES_WITHOUT_A_LOOK
    }

    private final Memory memory;
    private final Flaw flaw;
    private final Cell[] claimed;
    private final Cell[] reached;
    private final Cell[][] handled;

    /** So many stages, one behind the other, and events, all of which have been published. */
    public Claiming(int stages, int events, Memory memory, Flaw flaw) {
        this.memory = memory;
        this.flaw = flaw;
        claimed = new Cell[stages];
        reached = new Cell[stages + 1];
        handled = new Cell[stages][events];
        reached[0] = memory.cell(events);
        for (int s = 0; s < stages; s++) {
            claimed[s] = memory.cell(0);
            reached[s + 1] = memory.cell(0);
            for (int e = 0; e < events; e++) {
                handled[s][e] = memory.cell(0);
            }
        }
    }

    /** Goes round until there is nothing to do. */
    public void work() {
        boolean ran;
        do {
            ran = goRound();
        } while (ran);
    }

    /** Goes round once; what is left alone then is for the first thread, which is woken. */
    public void workAsDeputy() {
        goRound();
        if (flaw != Flaw.LEAVES_WITHOUT_A_LOOK && isOneLeftAlone()) {
            work(); // what the first thread does that is woken
        }
    }

    private boolean goRound() {
        boolean ran = false;
        memory.fence();
        for (int stage = 0; stage < claimed.length; stage++) {
            ran |= visit(stage);
        }
        return ran;
    }

    private boolean isOneLeftAlone() {
        for (int stage = 0; stage < claimed.length; stage++) {
            if (claimed[stage].read() == 0 && hasEvents(stage)) {
                return true;
            }
        }
        return false;
    }

    private boolean visit(int stage) {
        boolean ran = false;
        while (!ran && hasEvents(stage) && claim(stage)) {
            ran = hasEvents(stage);
            long next = ran ? handleOne(stage) : -1;
            if (ran && flaw != Flaw.TELLS_TOO_LATE) {
                reached[stage + 1].write(next);
            }
            letGo(stage);
            if (ran && flaw == Flaw.TELLS_TOO_LATE) {
                reached[stage + 1].write(next);
            }
        }
        return ran;
    }

    private boolean hasEvents(int stage) {
        return reached[stage + 1].read() < reached[stage].read();
    }

    private boolean claim(int stage) {
        if (flaw == Flaw.CLAIMS_UNCOMPARED) {
            boolean free = claimed[stage].read() == 0;
            claimed[stage].write(1);
            return free;
        }
        return claimed[stage].replace(0, 1);
    }

    private long handleOne(int stage) {
        long event = reached[stage + 1].read();
        Cell times = handled[stage][(int) event];
        times.write(times.read() + 1); // nobody else is at it
        return event + 1;
    }

    private void letGo(int stage) {
        claimed[stage].write(0);
        if (flaw != Flaw.LETS_GO_UNFENCED) {
            memory.fence();
        }
    }

    /** Whether every stage has handled every event once, and told so. */
    public boolean allDone() {
        boolean done = true;
        for (int s = 0; s < claimed.length; s++) {
            done &= reached[s + 1].read() == handled[s].length;
            for (Cell each : handled[s]) {
                done &= each.read() == 1;
            }
        }
        return done;
    }
}
