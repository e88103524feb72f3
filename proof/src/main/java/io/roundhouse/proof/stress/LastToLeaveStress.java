package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.RailwayClosedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two stations that leave at once: one of them is the last, and the loader is told. */
@JCStressTest
@Outcome(id = "told", expect = ACCEPTABLE)
@State
public class LastToLeaveStress {
    private final LongRailway railway = HandOver.railway(3, 1, 1);

    @Actor
    public void leave() {
        railway.unloader(1).close();
    }

    @Actor
    public void leaveToo() {
        railway.unloader(2).close();
    }

    @Arbiter
    public void load(L_Result seen) {
        try {
            seen.r1 = railway.loader(0).tryLoad(7) ? "loaded for nobody" : "left waiting";
        } catch (RailwayClosedException e) {
            seen.r1 = "told";
        }
    }
}
