package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/**
 * Trains × capacity = 1 × 1: a slot is not used again before the good in it has been unloaded, and
 * both sides get through.
 */
@JCStressTest
@Outcome(id = "1, 2, 3, loaded", expect = ACCEPTABLE)
@State
public class OneSlotStress {
    private final LongRailway railway = HandOver.railway(2, 1, 1);

    @Actor
    public void load(LLLL_Result seen) {
        railway.loader(0).load(1);
        HandOver.load(railway.loader(0), 2);
        seen.r4 = HandOver.load(railway.loader(0), 3);
    }

    @Actor
    public void unload(LLLL_Result seen) {
        seen.r1 = HandOver.next(railway.unloader(1));
        seen.r2 = HandOver.next(railway.unloader(1));
        seen.r3 = HandOver.next(railway.unloader(1));
    }
}
