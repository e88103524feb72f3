package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What one visit loads leaves all at once: a visit that unloads sees all of it or nothing. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "too early")
@Outcome(id = "3, 6", expect = ACCEPTABLE, desc = "all three")
@State
public class VisitStress {
    private final LongRailway railway = HandOver.railway(2, 1, 3);

    @Actor
    public void load() {
        railway.loader(0)
                .load((goods, from, to) -> {
                    for (int i = from; i < to; i++) {
                        goods[i] = 1L + i - from;
                    }
                    return to - from;
                });
    }

    @Actor
    public void unload(II_Result seen) {
        seen.r1 =
                railway.unloader(1)
                        .tryUnload((goods, from, to) -> {
                            for (int i = from; i < to; i++) {
                                seen.r2 += (int) goods[i];
                            }
                        });
    }
}
