package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.twin.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * The broken twin of {@link OneSlotStress}, {@link Flaw#PUBLISHES_BEFORE_IT_STORES}: caught: a slot
 * is read before the good is in it.
 */
@JCStressTest
@Outcome(id = "1 2 3", expect = ACCEPTABLE)
@State
public class TwinThatPublishesTooEarlyStress {
    private final TwinInUse twin = new TwinInUse(Flaw.PUBLISHES_BEFORE_IT_STORES);

    @Actor
    public void load() {
        twin.load();
    }

    @Actor
    public void unload(L_Result seen) {
        seen.r1 = twin.unload();
    }
}
