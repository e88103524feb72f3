package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.twin.Memory;
import io.roundhouse.proof.twin.Unloaders;
import io.roundhouse.proof.twin.Unloaders.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * The broken twin of {@code LeavingStress}, {@link Flaw#LEAVES_UNSEEN}: caught: of two stations
 * that leave at once, neither sees that both have left.
 */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE)
@State
public class TwinThatLeavesUnseenStress {
    private final Unloaders twin = new Unloaders(2, 1, Memory.real(), Flaw.LEAVES_UNSEEN);

    @Actor
    public void leave() {
        twin.leave(0);
    }

    @Actor
    public void leaveToo() {
        twin.leave(1);
    }

    @Arbiter
    public void look(Z_Result closed) {
        closed.r1 = twin.closed();
    }
}
