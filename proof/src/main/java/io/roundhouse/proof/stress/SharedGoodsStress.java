package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.LongUnloader;
import io.roundhouse.waiting.WaitStrategy;
import java.util.Arrays;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Two stations share the goods of a closed railway, and one of them leaves in the middle of what it
 * has claimed: every good is unloaded by one of them, or handed back, once.
 */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE)
@State
public class SharedGoodsStress {
    private static final int GOODS = 8;

    private final LongRailway railway =
            LongRailway.stations(3)
                    .sharing(1, 2)
                    .trains(1)
                    .capacity(GOODS)
                    .waiting(WaitStrategy.yielding())
                    .build();
    private final int[] seenByOne = new int[GOODS];
    private final int[] seenByTheOther = new int[GOODS];

    public SharedGoodsStress() {
        for (long good = 0; good < GOODS; good++) {
            railway.loader(0).load(good);
        }
        railway.close();
    }

    @Actor
    public void unloadOneAndLeave() {
        LongUnloader unloader = railway.unloader(1);
        unloader.tryUnload(good -> seenByOne[(int) good]++);
        unloader.close();
    }

    @Actor
    public void unloadToTheEnd() {
        railway.unloader(2).forEach(good -> seenByTheOther[(int) good]++);
    }

    @Arbiter
    public void eachOnce(Z_Result result) {
        int[] times = new int[GOODS];
        long undelivered = railway.undelivered();
        railway.handBack(good -> times[(int) good]++);
        result.r1 = Arrays.stream(times).sum() == undelivered;
        for (int good = 0; good < GOODS; good++) {
            result.r1 &= times[good] + seenByOne[good] + seenByTheOther[good] == 1;
        }
    }
}
