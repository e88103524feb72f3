package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What a thread did before it loaded a good is seen by the thread that unloaded it. */
@JCStressTest
@Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "too early: nothing there")
@Outcome(id = "7, 1", expect = ACCEPTABLE, desc = "the good, and what was done before")
@State
public class ContentsStress {
    private final LongRailway railway = HandOver.railway(2, 1, 1);
    private int before;

    @Actor
    public void load() {
        before = 1;
        railway.loader(0).load(7);
    }

    @Actor
    public void unload(II_Result seen) {
        seen.r1 = HandOver.now(railway.unloader(1));
        seen.r2 = seen.r1 == 0 ? -1 : before;
    }
}
