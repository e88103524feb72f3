package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.pipeline.StillLine.Event;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Two threads go round three stages, one behind the other, until neither finds anything to do: no
 * event is left lying, each is handled once by each stage, in order, and a stage sees what the
 * stages before it have written.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class RoundsStress {
    private static final int EVENTS = 4;

    private final StillLine still =
            StillLine.chain(
                    EVENTS,
                    event -> event.handled++,
                    event -> event.twice += event.handled,
                    event -> event.handled = event.handled == 1 && event.twice == 1 ? 7 : -1);

    private final Rounds<Event> rounds = still.line.makeRounds();

    public RoundsStress() {
        for (int i = 0; i < EVENTS; i++) {
            still.publish(0);
        }
    }

    @Actor
    public void goRound() {
        goOn();
    }

    @Actor
    public void goRoundToo() {
        goOn();
    }

    private void goOn() {
        boolean ran;
        do {
            ran = rounds.go() > 0;
        } while (ran);
    }

    @Arbiter
    public void all(ZZ_Result result) {
        result.r1 = still.line.source.passed() == EVENTS;
        result.r2 = true;
        for (long at = 0; at < EVENTS; at++) {
            result.r2 &= still.line.source.lane(0).event(at).handled == 7;
        }
    }
}
