package io.roundhouse.railway;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.stress.Rounds;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** What both of two stations have passed is cleared, whoever of them comes second. */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class ClearingStress {
    private final Rounds rounds = new Rounds();
    private final Lane lane = Lanes.ofTwoReferences();

    @Actor
    public void pass(ZZ_Result seen) {
        seen.r1 = rounds.run(0, round -> pass(0, round), this::allCleared);
    }

    @Actor
    public void passToo(ZZ_Result seen) {
        seen.r2 = rounds.run(1, round -> pass(1, round), this::allCleared);
    }

    private void pass(int station, int round) {
        Lanes.pass(lane, station, 2L * round);
    }

    private boolean allCleared(int round) {
        return lane.freed() == 2L * round + 2 && (round > 0 || Lanes.uncleared(lane) == 0);
    }
}
