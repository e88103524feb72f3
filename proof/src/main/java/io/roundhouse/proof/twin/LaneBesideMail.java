package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import java.util.ArrayList;
import java.util.List;

/**
 * One actor whom a thread calls by mail first and by a lane from then on, and another thread by
 * mail, after the same algorithm as {@code CallLanes}, {@code CallLane}, {@code Lookouts} and the
 * notes of {@code Workers}: the thread does not fence between publishing and looking at the bell,
 * so that the runner, which listens and finds nothing, looks once more when everything has arrived.
 * It goes on to listen through turns of mail only, so whoever rings fences. Calls are numbered from
 * 1 on, and handled in that order.
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
        HANDLES_THE_LANE_FIRST,

        /** Who rings leaves no word, without a fence, where somebody has left some. */
        RINGS_WITHOUT_A_FENCE,

        /** An actor that has had a turn is not looked at any more. */
        FORGETS_WHO_HAD_A_TURN,

        /** The runner does not look into a lane that rings. */
        TAKES_RINGING_FOR_SILENT
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
    private final Cell note;
    private final Cell othersMail;
    private final Cell othersHandled;
    private final List<Long> got = new ArrayList<>();

    // the thread's own
    private long mailed;
    private long loaded;

    // the other thread's own
    private long others;

    // the runner's own
    private boolean listening = true;
    private boolean wasSilent;

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
        note = memory.cell(0);
        othersMail = memory.cell(0);
        othersHandled = memory.cell(0);
    }

    /** The thread calls by mail. */
    public void mail() {
        mailed = mail.add(1);
        leaveNote();
    }

    /** The thread calls by its lane; not by mail from then on. */
    public void load() {
        lane.write(++loaded);
        if (bell.read() != 0) {
            if (flaw != Flaw.RINGS_WITHOUT_A_FENCE) {
                memory.fence();
            }
            leaveNote();
        }
    }

    /** The other thread calls by mail. */
    public void mailOfAnother() {
        others = othersMail.add(1);
        leaveNote();
    }

    /** Unless there is one. Whoever leaves it takes it as well: so few threads are enough. */
    private void leaveNote() {
        if (note.read() == 0 && note.replace(0, 1)) {
            note.write(0);
            memory.fence();
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
        boolean isLookedAt = false;
        while (again) {
            while (turn()) {}
            isLookedAt = !wasSilent || (isLookedAt && flaw != Flaw.FORGETS_WHO_HAD_A_TURN);
            if (flaw != Flaw.LISTENS_TOO_LATE) {
                listen();
            }
            state.write(IDLE);
            memory.fence();
            again = claimIfMail();
            if (!again && flaw == Flaw.LISTENS_TOO_LATE) {
                listen();
            }
            if (!again && isLookedAt && flaw != Flaw.LOOKS_ONCE) {
                isLookedAt = false;
                if (flaw != Flaw.LOOKS_AGAIN_TOO_SOON) {
                    memory.settle();
                }
                again = claimIfMail();
            }
        }
    }

    private boolean claimIfMail() {
        return (mail.read() != mailHandled.read()
                        || othersMail.read() != othersHandled.read()
                        || lane.read() != laneHandled.read())
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
        long mailSeen = flaw == Flaw.LOOKS_AT_THE_MAIL_FIRST ? mail.read() : 0;
        wasSilent =
                listening
                        && (flaw == Flaw.TAKES_RINGING_FOR_SILENT
                                || lane.read() == laneHandled.read());
        if (wasSilent) {
            drain(mail.read());
            return false;
        }
        if (listening) {
            listening = false;
            bell.write(0);
        }
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
        othersHandled.write(othersMail.read());
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

    /** How many calls of the other thread were not handled; not while somebody is at it. */
    public long leftOfAnother() {
        return others - othersHandled.read();
    }

    /** How many calls there were; not while somebody is at it. */
    public long sent() {
        return mailed + loaded;
    }
}
