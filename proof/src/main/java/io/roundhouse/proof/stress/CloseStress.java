package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/**
 * A load at the moment of the closing is refused, or accepted; and what was accepted is delivered
 * or counted, and handed back if counted.
 */
@JCStressTest
@Outcome(id = "refused, 0, 0, 0", expect = ACCEPTABLE)
@Outcome(id = "loaded, 1, 0, 0", expect = ACCEPTABLE, desc = "delivered")
@Outcome(id = "loaded, 0, 1, 7", expect = ACCEPTABLE, desc = "counted and handed back")
@State
public class CloseStress {
    private final LongRailway railway = HandOver.railway(2, 1, 1);

    @Actor
    public void load(LLLL_Result seen) {
        seen.r1 = HandOver.load(railway.loader(0), 7);
    }

    @Actor
    public void closeAndUnload(LLLL_Result seen) {
        railway.close();
        seen.r2 = railway.unloader(1).forEach(_ -> {});
    }

    @Arbiter
    public void count(LLLL_Result seen) {
        seen.r3 = railway.undelivered();
        long[] sum = new long[1];
        railway.handBack(good -> sum[0] += good);
        seen.r4 = sum[0];
    }
}
