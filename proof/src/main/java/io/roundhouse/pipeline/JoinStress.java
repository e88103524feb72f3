package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Two slots, six events, two stages side by side in a thread each, and one behind both: it sees
 * what both have written into an event, in order, and no event is overwritten that it has not
 * passed.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class JoinStress {
    private static final int EVENTS = 6;

    private final StillLine still =
            StillLine.join(
                    2,
                    event -> event.one = event.number,
                    event -> event.other = event.twice,
                    this::see);
    private boolean whole = true;
    private long seen;
    private long published;

    private void see(StillLine.Event event) {
        seen++;
        whole &= event.number == seen && event.one == seen && event.other == 2 * seen;
    }

    @Actor
    public void publishAndWork() {
        for (int i = 0; i < EVENTS; i++) {
            published += still.publish(published + 1) ? 1 : 0;
            still.workOnce(0, 0);
        }
    }

    @Actor
    public void workAndJoin() {
        for (int i = 0; i < EVENTS; i++) {
            still.workOnce(1, 0);
            still.workOnce(2, 0);
        }
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        for (int i = 0; i < EVENTS; i++) {
            still.workOnce(0, 0);
            still.workOnce(1, 0);
            still.workOnce(2, 0);
        }
        result.r1 = whole;
        result.r2 = seen == published;
    }
}
