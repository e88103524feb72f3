package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Goods come in the order in which they were loaded, none twice, none left out. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE)
@Outcome(id = "(0, 0, 1|0, 1, 0|1, 0, 0)", expect = ACCEPTABLE, desc = "the first")
@Outcome(id = "(0, 1, 2|1, 0, 2|1, 2, 0)", expect = ACCEPTABLE, desc = "the first two")
@Outcome(id = "1, 2, 3", expect = ACCEPTABLE, desc = "all")
@State
public class OrderStress {
    private final LongRailway railway = HandOver.railway(2, 2, 2);

    @Actor
    public void load() {
        railway.loader(0).load(1);
        railway.loader(0).load(2);
        railway.loader(0).load(3);
    }

    @Actor
    public void unload(III_Result seen) {
        seen.r1 = HandOver.now(railway.unloader(1));
        seen.r2 = HandOver.now(railway.unloader(1));
        seen.r3 = HandOver.now(railway.unloader(1));
    }
}
