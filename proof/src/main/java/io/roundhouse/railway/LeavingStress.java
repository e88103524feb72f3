package io.roundhouse.railway;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Of two stations that leave a lane at once, at least one sees that both have left. */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "nothing more may be loaded")
@State
public class LeavingStress {
    private final Lane lane = Lanes.ofOneNumber();

    @Actor
    public void leave() {
        lane.leave(1);
    }

    @Actor
    public void leaveToo() {
        lane.leave(2);
    }

    @Arbiter
    public void look(Z_Result closed) {
        closed.r1 = lane.goodsBell.closed();
    }
}
