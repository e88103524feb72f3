package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLLL_Result;

/** Two stations each see every good, in order, also where there is room for one good only. */
@JCStressTest
@Outcome(id = "1, 2, 1, 2, loaded", expect = ACCEPTABLE)
@State
public class MulticastStress {
    private final LongRailway railway = HandOver.railway(3, 1, 1);

    @Actor
    public void loadAndUnload(LLLLL_Result seen) {
        railway.loader(0).load(1);
        seen.r1 = HandOver.next(railway.unloader(1));
        seen.r5 = HandOver.load(railway.loader(0), 2);
        seen.r2 = HandOver.next(railway.unloader(1));
    }

    @Actor
    public void unload(LLLLL_Result seen) {
        seen.r3 = HandOver.next(railway.unloader(2));
        seen.r4 = HandOver.next(railway.unloader(2));
    }
}
