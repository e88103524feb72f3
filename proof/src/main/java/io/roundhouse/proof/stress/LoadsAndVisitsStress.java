package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongLoader;
import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.LongUnloader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * Goods loaded in turns one at a time and in visits of a few, which leave nothing beside the
 * position: whoever unloads both ways sees each good once, in order.
 */
@JCStressTest
@Outcome(id = "in order, 0", expect = ACCEPTABLE)
@State
public class LoadsAndVisitsStress {
    private static final int IN_A_VISIT = 3;

    private final InOrder inOrder = new InOrder();
    private final LongRailway railway = HandOver.railway(2, 1, 512);

    @Actor
    public void load() {
        LongLoader loader = railway.loader(0);
        long next = 1;
        while (next <= InOrder.GOODS) {
            long first = next;
            long left = InOrder.GOODS + 1 - first;
            next +=
                    loader.load((goods, from, to) -> {
                        int count = (int) Math.min(left, Math.min(IN_A_VISIT, to - from));
                        for (int i = 0; i < count; i++) {
                            goods[from + i] = first + i;
                        }
                        return count;
                    });
            for (long alone = next % IN_A_VISIT; alone >= 0 && next <= InOrder.GOODS; alone--) {
                loader.load(next++);
            }
        }
    }

    @Actor
    public void unload() {
        LongUnloader unloader = railway.unloader(1);
        for (int i = 0; i < InOrder.GOODS; i++) {
            inOrder.take(HandOver.now(unloader));
            if (i % IN_A_VISIT == 0) {
                unloader.tryUnload(inOrder::visit);
            }
        }
    }

    @Arbiter
    public void rest(LL_Result result) {
        inOrder.rest(railway, result);
    }
}
