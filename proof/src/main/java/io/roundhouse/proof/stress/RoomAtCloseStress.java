package io.roundhouse.proof.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.RailwayClosedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A visit is offered no slot that holds a good that has still to be unloaded, also while the
 * railway is closed: of eight slots, one is free.
 */
@JCStressTest
@Outcome(id = "(0|1)", expect = ACCEPTABLE, desc = "refused, or the one free slot")
@State
public class RoomAtCloseStress {
    private final LongRailway railway = HandOver.railway(2, 1, 8);

    public RoomAtCloseStress() {
        for (int good = 0; good < 8; good++) {
            railway.loader(0).load(good);
        }
        HandOver.now(railway.unloader(1));
        HandOver.now(railway.unloader(1));
        railway.loader(0).load(8);
    }

    @Actor
    public void load(I_Result seen) {
        try {
            seen.r1 = railway.loader(0).tryLoad((_, from, to) -> to - from);
        } catch (RailwayClosedException e) {
            seen.r1 = 0;
        }
    }

    @Actor
    public void close() {
        railway.close();
    }
}
