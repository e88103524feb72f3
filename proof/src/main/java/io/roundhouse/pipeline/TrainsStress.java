package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A publisher in a lane of eight, whose trains are two events: a stage that takes whole trains
 * where there are some, and single events where not, sees whole events, in order, and all of them.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class TrainsStress {
    private static final int EVENTS = 7;
    private static final int LOOKS = 4;

    private final StillLine still = StillLine.of(8, this::see);
    private boolean right = true;
    private long seen;

    private void see(StillLine.Event event) {
        right &= event.number == seen && event.twice == 2 * seen;
        seen++;
    }

    @Actor
    public void publish() {
        for (int i = 0; i < EVENTS; i++) {
            still.publish(i);
        }
    }

    @Actor
    public void look() {
        for (int i = 0; i < LOOKS; i++) {
            still.workOnce(0);
        }
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        still.work(0);
        result.r1 = right;
        result.r2 = seen == EVENTS;
    }
}
