package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.twin.Unloaders.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The broken twin of {@code ClearingStress}, {@link Flaw#LOOKS_ONCE}: caught: what a station passed
 * while the other one cleared stays.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class TwinThatLooksOnceStress {
    private final UnloadersInUse twin = new UnloadersInUse(Flaw.LOOKS_ONCE);

    @Actor
    public void pass(ZZ_Result seen) {
        seen.r1 = twin.passAll(0);
    }

    @Actor
    public void passToo(ZZ_Result seen) {
        seen.r2 = twin.passAll(1);
    }
}
