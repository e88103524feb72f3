package io.roundhouse.dispatch.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

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
public class MailToWhoIsVisitedStress extends MailRounds {
    private volatile int visits;

    public MailToWhoIsVisitedStress() {
        super(TwoWorkers.thatGoOn());
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
            for (int i = round & 7; i > 0; i--) {
                Thread.onSpinWait();
            }
            task.endVisit();
        }
        visits = round + 1;
    }

    @Override
    void goOn(int round) {
        boolean isVisitOver;
        do {
            isVisitOver = visits > round;
            workers.runAllByOther();
        } while (!isVisitOver);
    }
}
