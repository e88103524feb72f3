package io.roundhouse.dispatch.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.stress.Rounds;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A caller runs a task on the spot and lets it go without a look while a worker brings it mail: it
 * is not left idle with mail.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class MailToWhoIsVisitedStress {
    private final Rounds rounds = new Rounds();
    private final TwoWorkers workers = TwoWorkers.thatGoOn();
    private final Numbers task = new Numbers();
    private volatile int visits;

    @Actor
    public void visit(ZZ_Result seen) {
        seen.r1 = rounds.run(0, this::visit, this::handled);
    }

    @Actor
    public void bring(ZZ_Result seen) {
        seen.r2 = rounds.run(1, this::bring, this::handled);
    }

    private void visit(int round) {
        if (task.visit()) {
            for (int i = round & 7; i > 0; i--) {
                Thread.onSpinWait();
            }
            task.endVisit();
        }
        visits = round + 1;
    }

    private void bring(int round) {
        task.bring(round + 1);
        workers.all.mailed(task, workers.other.caller);
        boolean isVisitOver;
        do {
            isVisitOver = visits > round;
            workers.runAllByOther();
        } while (!isVisitOver);
    }

    private boolean handled(int round) {
        return task.isDone() && task.last() == round + 1 && task.seen().equals("in order");
    }
}
