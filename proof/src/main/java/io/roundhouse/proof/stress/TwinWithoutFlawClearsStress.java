package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.twin.Unloaders.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The twin of {@code ClearingStress}, {@link Flaw#NONE}: passes: what both have passed is cleared.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class TwinWithoutFlawClearsStress {
    private final UnloadersInUse twin = new UnloadersInUse(Flaw.NONE);

    @Actor
    public void pass(ZZ_Result seen) {
        seen.r1 = twin.passAll(0);
    }

    @Actor
    public void passToo(ZZ_Result seen) {
        seen.r2 = twin.passAll(1);
    }
}
