package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** Counted while the railway runs, there are never less goods than none on the way. */
@JCStressTest
@Outcome(id = "(0|1|2|3)", expect = ACCEPTABLE)
@State
public class UndeliveredStress {
    private final LongRailway railway = HandOver.railway(2, 1, 4);

    @Actor
    public void run() {
        for (int good = 0; good < 3; good++) {
            railway.loader(0).load(good);
            HandOver.now(railway.unloader(1));
        }
    }

    @Actor
    public void count(J_Result seen) {
        seen.r1 = railway.undelivered();
    }
}
