package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * One actor and workers of whom one claims it by plain stores while all others rest, after the same
 * algorithm as {@code Worker} and {@code Workers}: who stops resting has the soloist share, waits
 * for its consent, or finds by a handshake that it is in a call. Threads that are no workers visit
 * the actor while there is no soloist. No moment has two who run it.
 */
public final class Solo {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** The soloist does not look whether it is to share before it claims. */
        CLAIMS_WITHOUT_ASKING,

        /** The soloist looks whether it is to share before a call, and not behind it. */
        ASKS_BEFORE_THE_CALL,

        /** The soloist says that it is no longer in a call when it has claimed the next. */
        CLAIMS_WHILE_IT_SAYS_THAT_IT_IS_IN_A_CALL,

        /** The short way's one look comes before the soloist says that it is in no call. */
        LOOKS_WITHIN_THE_CALL,

        /** On the short way the look before the claim serves the release behind the call, too. */
        LOOKS_BEFORE_THE_CLAIM_ONLY,

        /** Who stops resting claims, and does not wait until there is no soloist. */
        CLAIMS_UNSHARED,

        /** Who stops resting says so when there is no soloist any more. */
        SHARES_WHILE_IT_SAYS_THAT_IT_RESTS,

        /** Who becomes the soloist looks whether all others rest before it is the soloist only. */
        BECOMES_SOLOIST_WITH_ONE_LOOK,

        /**
         * Who has run the actor may become the soloist before it lets it go. Mail that a worker
         * brought meanwhile was left to the look behind the release, which a soloist does not take.
         */
        BECOMES_SOLOIST_BEHIND_A_CALL,

        /**
         * Who becomes the soloist when it has claimed the actor does not look once more for mail.
         * What a worker brought meanwhile was left to the look behind the release, which a soloist
         * does not take.
         */
        TAKES_WHO_IS_READY_FOR_PLAIN,

        /** Nobody looks whether the soloist is in a call: it is taken for granted. */
        BELIEVES_IT_IS_IN_A_CALL,

        /** It is looked whether the soloist is in a call, without the handshake. */
        SHAKES_NO_HANDS,

        /** It is looked whether the soloist is in a call, and then comes the handshake. */
        SHAKES_HANDS_TOO_LATE,

        /** It is not asked to share before the handshake. */
        ASKS_BEHIND_THE_HANDSHAKE,

        /** A visitor does not look whether there is a soloist. */
        VISITS_THE_SOLOIST,

        /** A visitor looks whether there is a soloist before it has claimed only. */
        VISITS_WITH_ONE_LOOK,

        /**
         * A visitor that finds a soloist lets go of what the soloist may have claimed meanwhile.
         */
        ENDS_A_VISIT_BLINDLY,

        /** A visitor does not look whether a soloist, who is gone by now, has claimed over it. */
        VISITS_WITHOUT_A_LOOK_AT_THE_STATE,

        /**
         * A visitor looks whether there is a soloist now, and not whether there was one between.
         */
        VISITS_ACROSS_ERAS,

        /** The state says that there is a visitor, and not who it is. */
        VISITORS_HAVE_NO_NUMBERS,

        /** A soloist shuts visitors out when it has claimed something already. */
        SHUTS_BEHIND_A_CLAIM
    }

    private static final long IDLE = 0;
    private static final long SCHEDULED = 1;
    private static final long NOBODY = 0;
    private static final long CHANGE = 1000;

    private final Flaw flaw;
    private final Memory memory;
    private final Worker[] workers;
    private final Cell soloist;

    /** How many shut visitors out, and {@link #CHANGE} for each time that this has changed. */
    private final Cell era;

    // the actor
    private final Cell state;
    private final Cell sent;
    private final Cell handled;
    private final Cell notes;
    private boolean running;

    /** An idle actor and so many workers, which rest. */
    public Solo(int workers, Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
        this.workers = new Worker[workers];
        for (int i = 0; i < workers; i++) {
            this.workers[i] = new Worker(i + 1);
        }
        soloist = memory.cell(NOBODY);
        era = memory.cell(0);
        state = memory.cell(IDLE);
        sent = memory.cell(0);
        handled = memory.cell(0);
        notes = memory.cell(0);
    }

    /** One of the workers, from 0 on. */
    public Worker worker(int number) {
        return workers[number];
    }

    private void begin() {
        if (running) {
            throw new IllegalStateException("two run it");
        }
        running = true;
    }

    private boolean hasMail() {
        return sent.read() != handled.read();
    }

    // ---- threads that are no workers

    /** Brings mail. */
    public void mail() {
        sent.add(1);
        notes.add(1);
    }

    /**
     * Runs the actor on the spot, if there is no soloist and it is idle without mail.
     *
     * @param visited a number of this visitor's own, 2 or more
     */
    public void visit(long visited) {
        if (flaw == Flaw.VISITS_THE_SOLOIST || soloist.read() == NOBODY) {
            visitHavingLooked(visited);
        }
    }

    /** Likewise, by one with this number of its own, who has seen that there is no soloist. */
    public void visitHavingLooked(long visited) {
        if (state.read() != IDLE || !state.replace(IDLE, visited)) {
            return;
        }
        if (hasMail()
                || (flaw != Flaw.VISITS_WITH_ONE_LOOK
                        && flaw != Flaw.VISITS_THE_SOLOIST
                        && soloist.read() != NOBODY)
                || (flaw != Flaw.VISITS_WITHOUT_A_LOOK_AT_THE_STATE && state.read() != visited)) {
            if (flaw == Flaw.ENDS_A_VISIT_BLINDLY) {
                state.write(IDLE);
                memory.fence();
            } else {
                state.replace(visited, IDLE);
            }
            return;
        }
        visited();
    }

    private void visited() {
        begin();
        memory.fence(); // a moment in which it does something
        running = false;
        state.write(IDLE);
    }

    /** Likewise, by one who looks at the era twice, and not at the state again. */
    public void visitInOneEra(long visited) {
        visitIn(era.read(), visited);
    }

    /**
     * Likewise, by one who has seen that era. Where it is another one by now, it looks as those do
     * who know of no eras: there is no soloist, and the visit is still its own.
     */
    public void visitIn(long before, long number) {
        long visited = flaw == Flaw.VISITORS_HAVE_NO_NUMBERS ? 2 : number;
        if (isShut(before) || state.read() != IDLE || !state.replace(IDLE, visited)) {
            return;
        }
        long now = era.read();
        boolean stands =
                now == before
                        || !isShut(now)
                                && (flaw == Flaw.VISITS_ACROSS_ERAS || state.read() == visited);
        if (hasMail() || !stands) {
            state.replace(visited, IDLE);
            return;
        }
        visited();
    }

    private static boolean isShut(long era) {
        return era % CHANGE != 0;
    }

    private void leave(long who) {
        if (soloist.replace(who, NOBODY)) {
            era.add(CHANGE - 1);
        }
    }

    /** How much mail came; not while somebody is at it. */
    public long sent() {
        return sent.read();
    }

    /** How much mail was handled; not while somebody is at it. */
    public long handled() {
        return handled.read();
    }

    /** Whether some worker will look at the actor; not while somebody is at it. */
    public boolean isNoted() {
        return notes.read() != 0;
    }

    // ---- workers

    /** One worker. */
    public final class Worker {
        private static final int PATIENCE = 2;

        private final long name;
        private final Cell resting = memory.cell(1);
        private final Cell solo = memory.cell(0);
        private final Cell inCall = memory.cell(0);
        private boolean alone;
        private boolean mayBeAlone;

        /** Whether it goes the short way, and what its one look behind a call has found. */
        private boolean isShort;

        private boolean stillAlone;

        private Worker(long name) {
            this.name = name;
        }

        /**
         * Stops resting and looks at the actor so many times, with calls of others in between, then
         * rests. If {@code mayBeAlone}, it becomes the soloist where it can.
         */
        public void work(int turns, boolean mayBeAlone) {
            this.mayBeAlone = mayBeAlone;
            if (wakesUp()) {
                for (int i = 0; i < turns; i++) {
                    turn();
                }
                if (alone) {
                    shareMyself();
                }
            }
            resting.write(1);
            memory.fence();
        }

        /**
         * The short way: as a soloist it runs another actor, this one, another one, and so on; one
         * look behind each call serves the claim of the next and the release of the last.
         */
        public void hops(int times) {
            if (wakesUp()) {
                alone = becomesSoloist();
                isShort = true;
                call(false);
                for (int i = 0; i < times && stillAlone && state.read() == IDLE; i++) {
                    state.write(SCHEDULED);
                    call(true);
                    if (stillAlone) {
                        state.write(IDLE);
                        call(false);
                    } else {
                        letGo();
                    }
                }
                isShort = false;
                if (alone) {
                    shareMyself();
                }
            }
            resting.write(1);
            memory.fence();
        }

        /**
         * Claims the actor, which has no mail, for a call that it has handed over, becomes the
         * soloist if it can, and only then runs it: the short way, on which nobody looks for mail
         * behind the call, where there is none before it.
         */
        public void hopsWithAClaim() {
            if (wakesUp()) {
                if (state.replace(IDLE, SCHEDULED)) {
                    boolean hadMail = hasMail();
                    alone = becomesSoloist();
                    isShort = true;
                    stillAlone = false;
                    boolean plain =
                            alone
                                    && !hadMail
                                    && (flaw == Flaw.TAKES_WHO_IS_READY_FOR_PLAIN || !hasMail());
                    if (plain) {
                        callWithoutMail();
                    } else {
                        call(true);
                    }
                    if (plain && stillAlone) {
                        state.write(IDLE);
                    } else {
                        letGo();
                    }
                    isShort = false;
                }
                if (alone) {
                    shareMyself();
                }
            }
            resting.write(1);
            memory.fence();
        }

        /** The call that was handed over, and nothing else. */
        private void callWithoutMail() {
            inCall.write(1);
            begin();
            running = false;
            inCall.write(0);
            stillAlone = alone && solo.read() != 0;
        }

        /** Stops resting, brings mail, has it handled unless somebody runs the actor, and rests. */
        public void mails() {
            if (wakesUp()) {
                sent.add(1);
                if (state.read() == IDLE && state.replace(IDLE, SCHEDULED)) {
                    call(true);
                    letGo();
                }
            }
            resting.write(1);
            memory.fence();
        }

        /** It does not rest, and is the soloist: before anything else. */
        public void isAlone() {
            resting.write(0);
            soloist.write(name);
            era.add(CHANGE + 1);
            solo.write(1);
            alone = true;
        }

        private boolean wakesUp() {
            if (flaw == Flaw.CLAIMS_UNSHARED) {
                awake();
                return true;
            }
            if (flaw == Flaw.SHARES_WHILE_IT_SAYS_THAT_IT_RESTS) {
                boolean shared = share();
                awake();
                return shared;
            }
            awake();
            return share();
        }

        private void awake() {
            resting.write(0);
            memory.fence();
        }

        /** Returns whether there is no soloist any more: who waits for ever does no harm. */
        private boolean share() {
            for (int i = 0; i < PATIENCE; i++) {
                long who = soloist.read();
                if (who == NOBODY || who == name) {
                    return true;
                }
                if (workers[(int) who - 1].isCaughtInACall()) {
                    leave(who);
                }
            }
            return soloist.read() == NOBODY;
        }

        private boolean isCaughtInACall() {
            if (flaw == Flaw.ASKS_BEHIND_THE_HANDSHAKE) {
                memory.fenceAll();
                boolean is = inCall.read() != 0;
                ask();
                return is;
            }
            ask();
            if (flaw == Flaw.BELIEVES_IT_IS_IN_A_CALL) {
                return true;
            }
            if (flaw == Flaw.SHAKES_HANDS_TOO_LATE) {
                boolean is = inCall.read() != 0;
                memory.fenceAll();
                return is;
            }
            if (flaw != Flaw.SHAKES_NO_HANDS) {
                memory.fenceAll();
            }
            return inCall.read() != 0;
        }

        private void ask() {
            solo.write(0);
            memory.fence();
        }

        private void turn() {
            if (mayBeAlone && !alone) {
                alone = becomesSoloist();
            }
            call(false);
            boolean claimed = takesNote() && claim();
            if (claimed || claim()) {
                if (flaw == Flaw.CLAIMS_WHILE_IT_SAYS_THAT_IT_IS_IN_A_CALL) {
                    inCall.write(0);
                }
                call(true);
                if (flaw == Flaw.BECOMES_SOLOIST_BEHIND_A_CALL && mayBeAlone && !alone) {
                    alone = becomesSoloist();
                }
                letGo();
            }
        }

        private boolean becomesSoloist() {
            if (!othersRest() || !soloist.replace(NOBODY, name)) {
                return false;
            }
            if (flaw != Flaw.SHUTS_BEHIND_A_CLAIM) {
                era.add(CHANGE + 1);
            }
            solo.write(1);
            memory.fence();
            if (flaw == Flaw.BECOMES_SOLOIST_WITH_ONE_LOOK || othersRest()) {
                return true;
            }
            solo.write(0);
            leave(name);
            return false;
        }

        private boolean othersRest() {
            for (Worker each : workers) {
                if (each != this && each.resting.read() == 0) {
                    return false;
                }
            }
            return true;
        }

        /** A call of the actor, or of another one. */
        private void call(boolean ofTheActor) {
            inCall.write(1);
            if (flaw == Flaw.ASKS_BEFORE_THE_CALL && alone && solo.read() == 0) {
                shareMyself();
            }
            if (ofTheActor) {
                begin();
                for (long next = handled.read(); next < sent.read(); ) {
                    handled.write(++next);
                }
                running = false;
                if (state.read() != SCHEDULED) {
                    throw new IllegalStateException("somebody else let go of it");
                }
            }
            boolean isLookDue =
                    isShort && (flaw != Flaw.LOOKS_BEFORE_THE_CLAIM_ONLY || !ofTheActor);
            if (isLookDue && flaw == Flaw.LOOKS_WITHIN_THE_CALL) {
                stillAlone = alone && solo.read() != 0;
            }
            if (ofTheActor || flaw != Flaw.CLAIMS_WHILE_IT_SAYS_THAT_IT_IS_IN_A_CALL) {
                inCall.write(0);
            }
            if (isLookDue && flaw != Flaw.LOOKS_WITHIN_THE_CALL) {
                stillAlone = alone && solo.read() != 0;
            }
        }

        private boolean takesNote() {
            if (notes.read() == 0) {
                return false;
            }
            asks();
            long before = notes.read();
            return before != 0 && notes.replace(before, 0);
        }

        private void asks() {
            if (alone
                    && flaw != Flaw.CLAIMS_WITHOUT_ASKING
                    && flaw != Flaw.ASKS_BEFORE_THE_CALL
                    && solo.read() == 0) {
                shareMyself();
            }
        }

        private void shareMyself() {
            alone = false;
            leave(name);
        }

        private boolean claim() {
            asks();
            if (!alone) {
                return state.replace(IDLE, SCHEDULED);
            }
            if (state.read() != IDLE) {
                return false;
            }
            state.write(SCHEDULED);
            if (flaw == Flaw.SHUTS_BEHIND_A_CLAIM) {
                era.add(CHANGE + 1);
            }
            return true;
        }

        private void letGo() {
            while (true) {
                state.write(IDLE);
                if (alone && solo.read() != 0) {
                    return; // who is no worker has left a note
                }
                memory.fence();
                if (!hasMail() || !state.replace(IDLE, SCHEDULED)) {
                    return;
                }
                call(true);
            }
        }
    }
}
