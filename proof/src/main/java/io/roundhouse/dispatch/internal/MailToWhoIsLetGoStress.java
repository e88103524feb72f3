package io.roundhouse.dispatch.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.stress.Rounds;
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
public class MailToWhoIsLetGoStress {
    private final Rounds rounds = new Rounds();
    private final TwoWorkers workers = TwoWorkers.thatEnd();
    private final Numbers task = new Numbers();

    @Actor
    public void letGo(ZZ_Result seen) {
        seen.r1 = rounds.run(0, this::letGo, this::handled);
    }

    @Actor
    public void bring(ZZ_Result seen) {
        seen.r2 = rounds.run(1, this::bring, this::handled);
    }

    private void letGo(int round) {
        if (task.claim()) {
            workers.all.schedule(task, workers.one);
        }
        TwoWorkers.run(workers.one);
    }

    private void bring(int round) {
        task.bring(round + 1);
        workers.all.mailed(task, workers.other.caller);
        TwoWorkers.run(workers.other);
    }

    private boolean handled(int round) {
        return task.isDone() && task.last() == round + 1 && task.seen().equals("in order");
    }
}
