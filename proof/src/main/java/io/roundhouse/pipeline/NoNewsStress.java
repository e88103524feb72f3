package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.stress.Rounds;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * One thread takes what is new for all while another one looks: who sees no news sees how far the
 * order goes by then, as it may sleep on it.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class NoNewsStress {
    private static final int ROUNDS = 64;

    private final StillLine still = StillLine.of(ROUNDS, _ -> {});
    private final Source<StillLine.Event> source = still.line.source;
    private final Rounds rounds = new Rounds(ROUNDS);
    private boolean isTold;

    public NoNewsStress() {
        still.publish(0);
    }

    @Actor
    public void takeForAll(ZZ_Result result) {
        result.r1 =
                rounds.run(
                        0,
                        _ -> source.merge(),
                        round -> {
                            still.publish(round + 1);
                            return true;
                        });
    }

    @Actor
    public void look(ZZ_Result result) {
        result.r2 =
                rounds.run(
                        1,
                        round -> isTold = source.lanes().haveNews() || source.merged() > round,
                        _ -> isTold);
    }
}
