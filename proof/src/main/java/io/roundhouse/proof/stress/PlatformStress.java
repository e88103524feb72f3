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
    private static final int GOODS = 300;

    private final LongRailway railway = HandOver.railway(2, 2, 2048);
    private int next = 1;
    private String seen = "in order";

    @Actor
    public void load() {
        for (int good = 1; good <= GOODS; good++) {
            railway.loader(0).load(good);
        }
    }

    @Actor
    public void unload() {
        for (int i = 0; i < GOODS; i++) {
            take(HandOver.now(railway.unloader(1)));
        }
    }

    private void take(int good) {
        if (good == next) {
            next++;
        } else if (good != 0) {
            seen = "good " + good + " instead of " + next;
        }
    }

    @Arbiter
    public void rest(LL_Result result) {
        railway.loader(0).close();
        railway.unloader(1).forEach(good -> take((int) good));
        result.r1 = seen;
        result.r2 = GOODS + 1 - next;
    }
}
