package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * One actor whom a thread calls by mail first and by a lane from then on, after the same algorithm
 * as {@code CallLanes} and {@code Lookouts}: the thread does not fence between publishing and
 * looking at the bell, so that the runner, which listens and finds nothing, looks once more when
 * everything has arrived. Calls are numbered from 1 on, and handled in that order.
 */
public final class LaneBesideMail {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** The runner does not look again. */
        LOOKS_ONCE,

        /** The runner looks again at once. */
        LOOKS_AGAIN_TOO_SOON,

        /** The runner finds nothing, and has the bell ring when it has let the actor go. */
        LISTENS_TOO_LATE,

        /** The runner looks how far the mail goes, and then how far the lane goes. */
        LOOKS_AT_THE_MAIL_FIRST,

        /** The runner handles what is in the lane before what is in the mail. */
        HANDLES_THE_LANE_FIRST
    }

    private static final long IDLE = 0;
    private static final long SCHEDULED = 1;

    private final Flaw flaw;
    private final Memory memory;
    private final Cell state;
    private final Cell mail;
    private final Cell lane;
    private final Cell bell;
    private final Cell mailHandled;
    private final Cell laneHandled;
    private final List<Long> got = new ArrayList<>();

    // the thread's own
    private long mailed;
    private long loaded;

    // the runner's own
    private boolean listening = true;

    /** An idle actor without mail. */
    public LaneBesideMail(Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
        state = memory.cell(IDLE);
        mail = memory.cell(0);
        lane = memory.cell(0);
        bell = memory.cell(1);
        mailHandled = memory.cell(0);
        laneHandled = memory.cell(0);
    }

    /** The thread calls by mail. */
    public void mail() {
        mailed = mail.add(1);
        runIfIdle();
    }

    /** The thread calls by its lane; not by mail from then on. */
    public void load() {
        lane.write(++loaded);
        if (bell.read() != 0) {
            runIfIdle();
        }
    }

    /** A worker looks at the actor. */
    public void runIfIdle() {
        if (state.read() == IDLE && state.replace(IDLE, SCHEDULED)) {
            run();
        }
    }

    private void run() {
        boolean again = true;
        while (again) {
            while (turn()) {}
            if (flaw != Flaw.LISTENS_TOO_LATE) {
                listen();
            }
            state.write(IDLE);
            memory.fence();
            again = claimIfMail();
            if (!again && flaw == Flaw.LISTENS_TOO_LATE) {
                listen();
            }
            if (!again && flaw != Flaw.LOOKS_ONCE) {
                if (flaw != Flaw.LOOKS_AGAIN_TOO_SOON) {
                    memory.settle();
                }
                again = claimIfMail();
            }
        }
    }

    private boolean claimIfMail() {
        return (mail.read() != mailHandled.read() || lane.read() != laneHandled.read())
                && state.replace(IDLE, SCHEDULED);
    }

    private void listen() {
        if (!listening) {
            listening = true;
            bell.write(1);
            memory.fence();
        }
    }

    /** Returns whether there may be more. */
    private boolean turn() {
        if (listening) {
            listening = false;
            bell.write(0);
        }
        long mailSeen = flaw == Flaw.LOOKS_AT_THE_MAIL_FIRST ? mail.read() : 0;
        long laneSeen = lane.read();
        if (laneSeen == laneHandled.read()) {
            drain(mail.read());
            return false;
        }
        if (flaw != Flaw.LOOKS_AT_THE_MAIL_FIRST) {
            mailSeen = mail.read();
        }
        if (flaw == Flaw.HANDLES_THE_LANE_FIRST) {
            unload(laneSeen);
            drain(mailSeen);
        } else {
            drain(mailSeen);
            unload(laneSeen);
        }
        return true;
    }

    private void drain(long end) {
        for (long next = mailHandled.read() + 1; next <= end; next++) {
            got.add(next);
            mailHandled.write(next);
        }
    }

    private void unload(long end) {
        for (long next = laneHandled.read() + 1; next <= end; next++) {
            got.add(mailed + next);
            laneHandled.write(next);
        }
    }

    /** What was handled; not while somebody is at it. */
    public List<Long> got() {
        return got;
    }

    /** How many calls there were; not while somebody is at it. */
    public long sent() {
        return mailed + loaded;
    }
}
