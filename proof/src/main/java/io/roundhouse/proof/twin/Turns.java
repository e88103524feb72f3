package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * Who runs one actor, after the same algorithm as {@code Task} and {@code Workers}: whoever brings
 * mail looks at the state afterwards, whoever lets it go looks for mail afterwards; a visitor lets
 * it go without a look, so that whoever finds it visited leaves a note; and a note is listed once.
 *
 * <p>What comes is numbered from 1 on and handled in that order. No moment has two runners, and
 * none that lasts has mail, nobody who runs it, and no note.
 */
public final class Turns {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who has brought mail looks at the state before the mail can be seen. */
        LOOKS_BEFORE_ITS_MAIL_IS_SEEN,

        /** Who has let it go looks for mail before others can see that it has. */
        LOOKS_BEFORE_ITS_RELEASE_IS_SEEN,

        /** Who lets it go does not look for mail. */
        RELEASES_WITHOUT_A_LOOK,

        /** Who has looked at the state claims by a plain store. */
        CLAIMS_WITHOUT_COMPARING,

        /** A visitor claims by a plain store. */
        VISITS_WITHOUT_COMPARING,

        /** Who finds it visited believes that the visitor will look. */
        LEAVES_NO_NOTE_WHILE_VISITED,

        /** Who takes a note and finds the actor visited drops it. */
        DROPS_THE_NOTE_OF_WHO_IS_VISITED,

        /**
         * Who finds that it is not idle looks a second time to know whether it is visited: the
         * visitor may have let it go between the two looks.
         */
        LOOKS_TWICE_WHO_RUNS_IT,

        /** Who takes a note says so only after it has looked whether there is something to do. */
        TAKES_THE_NOTE_TOO_LATE,

        /**
         * Who gets rid of mail at the end leaves it to a visitor, who may have let it go already
         * without being seen to, and without having seen the end.
         */
        SWEEPS_WITHOUT_A_HANDSHAKE
    }

    private static final long IDLE = 0;
    private static final long SCHEDULED = 1;
    private static final long VISITED = 2;

    private final Flaw flaw;
    private final Memory memory;
    private final Cell state;
    private final Cell notified;
    private final Cell listed;
    private final Cell ended;
    private final Cell sent;
    private final Cell handled;

    /** Whether somebody runs it: seen by no one but the check. */
    private boolean running;

    /** An idle actor without mail. */
    public Turns(Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
        state = memory.cell(IDLE);
        notified = memory.cell(0);
        listed = memory.cell(0);
        ended = memory.cell(0);
        sent = memory.cell(0);
        handled = memory.cell(0);
    }

    /** A worker brings mail. */
    public void mail() {
        bring();
        mailed();
    }

    private void mailed() {
        long who = state.read();
        if (who == IDLE) {
            who = claim();
            if (who == IDLE) {
                run();
                return;
            }
        }
        if (flaw == Flaw.LOOKS_TWICE_WHO_RUNS_IT) {
            who = state.read();
        }
        if (who == VISITED && flaw != Flaw.LEAVES_NO_NOTE_WHILE_VISITED) {
            leaveNote();
        }
    }

    /** A thread that is no worker brings mail. */
    public void mailFromOutside() {
        bring();
        leaveNote();
    }

    private void bring() {
        if (flaw == Flaw.LOOKS_BEFORE_ITS_MAIL_IS_SEEN) {
            sent.write(sent.read() + 1); // one brings mail only, where this is tried
        } else {
            sent.add(1);
        }
    }

    /** Claims it if it is idle; returns the state before. */
    private long claim() {
        if (flaw == Flaw.CLAIMS_WITHOUT_COMPARING) {
            long was = state.read();
            if (was == IDLE) {
                state.write(SCHEDULED);
            }
            return was;
        }
        while (true) {
            if (state.replace(IDLE, SCHEDULED)) {
                return IDLE;
            }
            long was = state.read();
            if (was != IDLE || flaw == Flaw.LOOKS_TWICE_WHO_RUNS_IT) {
                return was;
            }
        }
    }

    private boolean hasMail() {
        return sent.read() != handled.read();
    }

    private void run() {
        do {
            begin();
            for (long next = handled.read(); next < sent.read(); ) {
                handled.write(++next);
            }
            end();
            state.write(IDLE);
            if (flaw == Flaw.RELEASES_WITHOUT_A_LOOK) {
                return;
            }
            if (flaw != Flaw.LOOKS_BEFORE_ITS_RELEASE_IS_SEEN) {
                memory.fence();
            }
        } while (hasMail() && claim() == IDLE);
    }

    private void begin() {
        if (running) {
            throw new IllegalStateException("two run it");
        }
        running = true;
    }

    private void end() {
        running = false;
    }

    /** A caller runs it on the spot, if it is idle without mail. Returns whether it was idle. */
    public boolean visit() {
        if (state.read() != IDLE) {
            return false;
        }
        if (flaw == Flaw.VISITS_WITHOUT_COMPARING) {
            state.write(VISITED);
        } else if (!state.replace(IDLE, VISITED)) {
            return false;
        }
        if (hasMail()) {
            state.write(IDLE); // whoever has brought it looks at the state, or leaves a note
            return true;
        }
        begin();
        memory.fence(); // a moment in which it does something
        end();
        state.write(IDLE);
        return true;
    }

    /** Likewise; and if its house has come to its end meanwhile, the caller gets rid of mail. */
    public void visitUntilTheEnd() {
        if (visit() && ended.read() != 0) {
            leaveNote();
            sweep();
        }
    }

    /** Its house comes to its end: mail that still comes is got rid of. */
    public void mailAtTheEnd() {
        ended.write(1);
        memory.fence();
        bring();
        leaveNote();
        sweep();
    }

    private void sweep() {
        if (listed.read() == 0 || !listed.replace(1, 0)) {
            return;
        }
        taken();
        if (claim() == IDLE) {
            run();
            return;
        }
        if (flaw != Flaw.SWEEPS_WITHOUT_A_HANDSHAKE) {
            memory.fenceAll();
        }
        if (claim() == IDLE) {
            run();
        }
    }

    private void leaveNote() {
        if (notified.read() == 0 && notified.replace(0, 1)) {
            listed.add(1);
        }
    }

    /** A worker looks whether there is a note, and at the actor if so. */
    public void lookForNotes() {
        if (listed.read() == 0 || !listed.replace(1, 0)) {
            return;
        }
        if (flaw != Flaw.TAKES_THE_NOTE_TOO_LATE) {
            taken();
        }
        long who = claim();
        if (flaw == Flaw.TAKES_THE_NOTE_TOO_LATE) {
            taken();
        }
        if (who == IDLE) {
            run();
            return;
        }
        if (flaw == Flaw.LOOKS_TWICE_WHO_RUNS_IT) {
            who = state.read();
        }
        if (who == VISITED && flaw != Flaw.DROPS_THE_NOTE_OF_WHO_IS_VISITED) {
            leaveNote();
        }
    }

    private void taken() {
        notified.write(0);
        memory.fence();
    }

    /** How much came; not while somebody is at it. */
    public long sent() {
        return sent.read();
    }

    /** How much of it was handled; not while somebody is at it. */
    public long handled() {
        return handled.read();
    }

    /** Whether it is idle; not while somebody is at it. */
    public boolean isIdle() {
        return state.read() == IDLE;
    }
}
