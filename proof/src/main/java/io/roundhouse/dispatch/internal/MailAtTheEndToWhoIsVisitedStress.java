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
public class MailAtTheEndToWhoIsVisitedStress extends MailRounds {
    private static final int FEW = 16; // each may stop all threads

    private final Caller outside = new Caller(Thread.currentThread(), null);

    public MailAtTheEndToWhoIsVisitedStress() {
        super(TwoWorkers.thatEnd(), new Rounds(FEW));
    }

    @Actor
    public void visit(ZZ_Result seen) {
        seen.r1 = runOrVisitEachRound();
    }

    @Actor
    public void bring(ZZ_Result seen) {
        seen.r2 = bringEachRound();
    }

    @Override
    void runOrVisit(int round) {
        if (task.visit(2)) {
            task.endVisit();
            workers.all.mailed(task, outside); // as Asking does where the house is closed
        }
    }

    @Override
    void goOn(int round) {
        TwoWorkers.run(workers.other);
        workers.all.sweep();
    }
}
