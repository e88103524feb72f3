package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A loader does not wait for a station that leaves; those that stay see every good. */
@JCStressTest
@Outcome(id = "loaded, 1, 2", expect = ACCEPTABLE)
@State
public class LeaveStress {
    private final LongRailway railway = HandOver.railway(3, 1, 1);

    @Actor
    public void stay(LLL_Result seen) {
        railway.loader(0).load(1);
        seen.r2 = HandOver.next(railway.unloader(2));
        seen.r1 = HandOver.load(railway.loader(0), 2);
        seen.r3 = HandOver.next(railway.unloader(2));
    }

    @Actor
    public void leave() {
        railway.unloader(1).close();
    }
}
