package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** What a loader loaded before it left is always delivered: the closing is not seen before it. */
@JCStressTest
@Outcome(id = "1, 7", expect = ACCEPTABLE)
@State
public class LastGoodStress {
    private final LongRailway railway = HandOver.railway(2, 1, 1);

    @Actor
    public void loadAndLeave() {
        railway.loader(0).load(7);
        railway.loader(0).close();
    }

    @Actor
    public void unload(JJ_Result seen) {
        seen.r1 = railway.unloader(1).forEach(good -> seen.r2 += good);
    }
}
