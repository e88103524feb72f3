package io.roundhouse.dispatch.internal;

import io.roundhouse.proof.stress.Rounds;

/**
 * A task that one thread runs or visits while another worker brings it mail, one number a round:
 * after each round the number has been handled, in its turn, and the task is idle.
 */
abstract class MailRounds {
    final TwoWorkers workers;
    final Numbers task = new Numbers();
    private final Rounds rounds;

    MailRounds(TwoWorkers workers) {
        this(workers, new Rounds());
    }

    MailRounds(TwoWorkers workers, Rounds rounds) {
        this.workers = workers;
        this.rounds = rounds;
    }

    /** The one thread's part of a round; the task is idle before. */
    abstract void runOrVisit(int round);

    /** The other worker's part of a round, once it has brought the mail. */
    abstract void goOn(int round);

    /** All that the one thread does; returns whether all mail was handled each time. */
    final boolean runOrVisitEachRound() {
        return rounds.run(0, this::runOrVisit, this::handled);
    }

    /** All that the other worker does; returns whether all mail was handled each time. */
    final boolean bringEachRound() {
        return rounds.run(1, this::bring, this::handled);
    }

    private void bring(int round) {
        task.bring(round + 1);
        workers.all.mailed(task, workers.other.caller);
        goOn(round);
    }

    private boolean handled(int round) {
        return task.isDone() && task.last() == round + 1 && task.seen().equals("in order");
    }
}
