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
 * As {@link PlatformStress}, but every other good is unloaded by a visit, before which what was
 * taken off its train is put back.
 */
@JCStressTest
@Outcome(id = "in order, 0", expect = ACCEPTABLE)
@State
public class PutBackStress {
    private final InOrder inOrder = new InOrder();
    private final LongRailway railway = HandOver.railway(2, 1, 512);

    @Actor
    public void load() {
        inOrder.load(railway.loader(0));
    }

    @Actor
    public void unload() {
        for (int i = 0; i < InOrder.GOODS / 4; i++) {
            inOrder.take(HandOver.now(railway.unloader(1)));
            inOrder.take(HandOver.now(railway.unloader(1)));
            railway.unloader(1).tryUnload(inOrder::visit);
        }
    }

    @Arbiter
    public void rest(LL_Result result) {
        inOrder.rest(railway, result);
    }
}
