package io.roundhouse.dispatch.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.stress.Rounds;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A caller runs a task on the spot while a worker whose house is at its end brings it mail: whoever
 * of them is last gets rid of it.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class MailAtTheEndToWhoIsVisitedStress {
    private final Rounds rounds = new Rounds();
    private final TwoWorkers workers = TwoWorkers.thatEnd();
    private final Numbers task = new Numbers();
    private final Caller outside = new Caller(null);

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
            task.endVisit();
            workers.all.mailed(task, outside); // as Asking does where the house is closed
        }
    }

    private void bring(int round) {
        task.bring(round + 1);
        workers.all.mailed(task, workers.other.caller);
        TwoWorkers.run(workers.other);
        workers.all.sweep();
    }

    private boolean handled(int round) {
        return task.isDone() && task.last() == round + 1 && task.seen().equals("in order");
    }
}
