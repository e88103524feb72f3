package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * Goods loaded one at a time in a long lane, over several trains at the platform: whoever reads a
 * train while it departs and is loaded again sees each good once, in order.
 */
@JCStressTest
@Outcome(id = "in order, 0", expect = ACCEPTABLE)
@State
public class PlatformStress {
    private final InOrder inOrder = new InOrder();
    private final LongRailway railway = HandOver.railway(2, 1, 512);

    @Actor
    public void load() {
        inOrder.load(railway.loader(0));
    }

    @Actor
    public void unload() {
        for (int i = 0; i < InOrder.GOODS; i++) {
            inOrder.take(HandOver.now(railway.unloader(1)));
        }
    }

    @Arbiter
    public void rest(LL_Result result) {
        inOrder.rest(railway, result);
    }
}
