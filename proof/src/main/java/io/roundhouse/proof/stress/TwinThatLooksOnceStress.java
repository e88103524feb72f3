package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.twin.Memory;
import io.roundhouse.proof.twin.Unloaders;
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
    private final Rounds rounds = new Rounds();
    private final Unloaders twin = new Unloaders(2, 2, Memory.real(), Flaw.LOOKS_ONCE);

    @Actor
    public void pass(ZZ_Result seen) {
        seen.r1 = rounds.run(0, round -> pass(0, round), this::allCleared);
    }

    @Actor
    public void passToo(ZZ_Result seen) {
        seen.r2 = rounds.run(1, round -> pass(1, round), this::allCleared);
    }

    private void pass(int station, int round) {
        twin.pass(station, 2L * round + 1);
        twin.pass(station, 2L * round + 2);
    }

    private boolean allCleared(int round) {
        return twin.cleared() == 2L * round + 2;
    }
}
