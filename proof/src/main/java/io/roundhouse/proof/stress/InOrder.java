package io.roundhouse.proof.stress;

import io.roundhouse.railway.LongLoader;
import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * The numbers from 1 on through station 0 and 1 of a railway: whether each comes once, in order.
 */
final class InOrder {
    /** Several trains at the platform. */
    static final int GOODS = 300;

    private int next = 1;
    private String seen = "in order";

    void load(LongLoader loader) {
        for (int good = 1; good <= GOODS; good++) {
            loader.load(good);
        }
    }

    /** One good, 0 if there was none. */
    void take(long good) {
        if (good == next) {
            next++;
        } else if (good != 0) {
            seen = "good " + good + " instead of " + next;
        }
    }

    void visit(long[] goods, int from, int to) {
        for (int slot = from; slot < to; slot++) {
            if (goods[slot] != next++) {
                seen = "good " + goods[slot] + " instead of " + (next - 1);
            }
        }
    }

    /** Unloads what is left: what came, and how many goods did not. */
    void rest(LongRailway railway, LL_Result result) {
        railway.loader(0).close();
        railway.unloader(1).forEach(this::take);
        result.r1 = seen;
        result.r2 = GOODS + 1 - next;
    }
}
