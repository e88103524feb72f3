package io.roundhouse.dispatch.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A worker runs a task that has no mail and lets it go while another one brings it mail: it is not
 * left idle with mail, and never do both run it.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class MailToWhoIsLetGoStress extends MailRounds {

    public MailToWhoIsLetGoStress() {
        super(TwoWorkers.thatEnd());
    }

    @Actor
    public void letGo(ZZ_Result seen) {
        seen.r1 = runOrVisitEachRound();
    }

    @Actor
    public void bring(ZZ_Result seen) {
        seen.r2 = bringEachRound();
    }

    @Override
    void runOrVisit(int round) {
        if (task.claim()) {
            workers.all.schedule(task, workers.one);
        }
        TwoWorkers.run(workers.one);
    }

    @Override
    void goOn(int round) {
        TwoWorkers.run(workers.other);
    }
}
