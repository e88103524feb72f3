package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/**
 * Trains × capacity = 1 × 1: a slot is not used again before the good in it has been unloaded, and
 * both sides get through.
 */
@JCStressTest
@Outcome(id = "1, 2, 3, loaded", expect = ACCEPTABLE)
@State
public class OneSlotStress {
    private final ThreeGoods goods = new ThreeGoods(1);

    @Actor
    public void load(LLLL_Result seen) {
        goods.load(seen);
    }

    @Actor
    public void unload(LLLL_Result seen) {
        goods.unload(seen);
    }
}
