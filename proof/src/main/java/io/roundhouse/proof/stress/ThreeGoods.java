package io.roundhouse.proof.stress;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.infra.results.LLLL_Result;

/** The goods 1, 2 and 3 through station 0 and 1 of a railway whose trains carry one good each. */
final class ThreeGoods {
    private final LongRailway railway;

    ThreeGoods(int trains) {
        railway = HandOver.railway(2, trains, 1);
    }

    /** Loads all; how that went with the last is result 4. */
    void load(LLLL_Result seen) {
        railway.loader(0).load(1);
        HandOver.load(railway.loader(0), 2);
        seen.r4 = HandOver.load(railway.loader(0), 3);
    }

    /** Unloads all: results 1 to 3. */
    void unload(LLLL_Result seen) {
        seen.r1 = HandOver.next(railway.unloader(1));
        seen.r2 = HandOver.next(railway.unloader(1));
        seen.r3 = HandOver.next(railway.unloader(1));
    }
}
