package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * A thread that runs an actor on the spot while another one closes the house, after the same
 * algorithm as {@code Visiting.runsFromOutside} and {@code Outsiders}: either the house is not
 * quiet before that call has ended and what it has sent can be seen, or the call is not run on the
 * spot any more.
 */
public final class VisitAtTheEnd {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who visits says so when it has looked whether it may. */
        SAYS_SO_TOO_LATE,

        /** Who visits does not look any more when it has claimed the actor. */
        LOOKS_ONCE,

        /** Who closes looks who visits, and then has nobody visit. */
        SHUTS_TOO_LATE,

        /** Who visits says that it does no more, and may be seen to send something afterwards. */
        ENDS_BEFORE_WHAT_IT_SENT,

        /** Who closes looks what is there to be handled, and then who visits. */
        LOOKS_FOR_MAIL_FIRST
    }

    private final Flaw flaw;
    private final Memory memory;
    private final Cell open;
    private final Cell state;
    private final Cell[] running;
    private final Cell mail;
    private final Cell closed;

    /** An actor, and so many threads that may visit it. */
    public VisitAtTheEnd(int visitors, Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
        open = memory.cell(1);
        state = memory.cell(0);
        mail = memory.cell(0);
        closed = memory.cell(0);
        running = new Cell[visitors];
        for (int i = 0; i < visitors; i++) {
            running[i] = memory.cell(0);
        }
    }

    /** Runs the actor on the spot, if it may. That visitor. */
    public void visit(int visitor) {
        Cell mine = running[visitor];
        if (open.read() == 0) {
            return;
        }
        if (flaw != Flaw.SAYS_SO_TOO_LATE) {
            mine.write(1);
        }
        if (!state.replace(0, 1)) {
            mine.write(0);
            return;
        }
        if (flaw != Flaw.LOOKS_ONCE && open.read() == 0) {
            state.replace(1, 0);
            mine.write(0);
            return;
        }
        mine.write(1);
        call(mine);
        state.write(0);
    }

    /** The call, which sends something. */
    private void call(Cell mine) {
        if (closed.read() != 0) {
            throw new IllegalStateException("closed while it is called");
        }
        if (flaw == Flaw.ENDS_BEFORE_WHAT_IT_SENT) {
            mine.write(0);
        }
        mail.add(1);
        mine.write(0);
    }

    /** Closes the house, if it is quiet. */
    public void close() {
        if (flaw != Flaw.SHUTS_TOO_LATE) {
            open.add(-1);
        }
        long there = flaw == Flaw.LOOKS_FOR_MAIL_FIRST ? mail.read() : 0;
        for (Cell each : running) {
            if (each.read() != 0) {
                return;
            }
        }
        if (flaw == Flaw.SHUTS_TOO_LATE) {
            open.add(-1);
        }
        there = flaw == Flaw.LOOKS_FOR_MAIL_FIRST ? there : mail.read();
        if (there == 0) { // else it is to be handled first
            closed.add(1);
            memory.fence();
            if (mail.read() != 0) {
                throw new IllegalStateException("something was sent that nobody handles");
            }
        }
    }
}
