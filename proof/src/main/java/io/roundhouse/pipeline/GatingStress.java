package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Two slots, six events: a stage sees whole events, in order, none twice and none missing, and a
 * publisher overwrites none that the stage has not passed.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class GatingStress {
    private static final int EVENTS = 6;

    private final StillLine still = StillLine.of(2, this::see);
    private boolean whole = true;
    private long seen;
    private long published;

    private void see(StillLine.Event event) {
        seen++;
        whole &= event.number == seen && event.twice == 2 * seen;
    }

    @Actor
    public void publish() {
        for (int i = 0; i < EVENTS; i++) {
            published += still.publish(published + 1) ? 1 : 0;
        }
    }

    @Actor
    public void work() {
        still.work(0);
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        still.work(0);
        result.r1 = whole;
        result.r2 = seen == published;
    }
}
