package io.roundhouse.railway;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/** What one of two stations has passed is cleared, also if the other one leaves meanwhile. */
@JCStressTest
@Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "both goods are cleared")
@State
public class ClearingWhenOneLeavesStress {
    private final Lane lane = Lanes.ofTwoReferences();

    @Actor
    public void pass() {
        Lanes.pass(lane, 0, 0);
    }

    @Actor
    public void leave() {
        lane.leave(2);
    }

    @Arbiter
    public void look(JI_Result seen) {
        seen.r1 = lane.freed();
        seen.r2 = Lanes.uncleared(lane);
    }
}
