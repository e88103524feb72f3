package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.twin.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The twin of {@link OneSlotStress}, {@link Flaw#NONE}: passes: one slot, all goods, in order. */
@JCStressTest
@Outcome(id = "1 2 3", expect = ACCEPTABLE)
@State
public class TwinWithoutFlawStress {
    private final TwinInUse twin = new TwinInUse(Flaw.NONE);

    @Actor
    public void load() {
        twin.load();
    }

    @Actor
    public void unload(L_Result seen) {
        seen.r1 = twin.unload();
    }
}
