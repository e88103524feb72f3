package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.twin.Memory;
import io.roundhouse.proof.twin.Platform;
import io.roundhouse.proof.twin.Platform.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * The broken twin of {@link PlatformStress}, {@link Flaw#BELIEVES_WHAT_IT_READ}: caught: a good of
 * the next train is taken for one of the train that has departed.
 */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE, desc = "in order")
@State
public class TwinThatBelievesThePlatformStress {
    private static final int GOODS = 8;

    private final Platform twin = new Platform(GOODS, Memory.real(), Flaw.BELIEVES_WHAT_IT_READ);
    private long next = 1;

    @Actor
    public void load() {
        for (long good = 1; good <= GOODS; good++) {
            twin.load(good);
        }
    }

    @Actor
    public void unload(Z_Result inOrder) {
        inOrder.r1 = true;
        for (int i = 0; i < GOODS; i++) {
            twin.unload(good -> inOrder.r1 &= good == next++);
        }
    }
}
