package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import io.roundhouse.waiting.WaitStrategy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A thread loads as there is room, while the goods before are shared by two stations, that of the
 * calling thread and the loader's own: no good is overwritten before whoever has claimed it has
 * unloaded it.
 */
@JCStressTest
@Outcome(id = "36, 8", expect = ACCEPTABLE)
@State
public class SharedRoomStress {
    private static final int ROOM = 4;
    private static final int GOODS = 2 * ROOM;

    private final LongRailway railway =
            LongRailway.stations(3)
                    .sharing(1, 2)
                    .trains(1)
                    .capacity(ROOM)
                    .waiting(WaitStrategy.yielding())
                    .build();
    private int sum;
    private int count;
    private int otherSum;
    private int otherCount;

    @Actor
    public void loadAndUnload() {
        for (long good = 1; good <= GOODS; good++) {
            while (!railway.loader(0).tryLoad(good)) {
                railway.unloader(1).tryUnload((long got) -> seen(got));
            }
        }
        railway.loader(0).close();
        railway.unloader(1).forEach(this::seen);
    }

    private void seen(long good) {
        sum += (int) good;
        count++;
    }

    @Actor
    public void unload() {
        railway.unloader(2)
                .forEach(good -> {
                    otherSum += (int) good;
                    otherCount++;
                });
    }

    @Arbiter
    public void all(II_Result result) {
        result.r1 = sum + otherSum;
        result.r2 = count + otherCount;
    }
}
