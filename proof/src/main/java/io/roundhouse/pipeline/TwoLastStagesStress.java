package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Two slots, six events, and two last stages in a thread each: the publisher overwrites no event
 * that the slower one has not passed, and both see all of them, whole and in order.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class TwoLastStagesStress {
    private static final int EVENTS = 6;

    private final StillLine still = StillLine.fork(2, this::seeOne, this::seeOther);
    private boolean whole = true;
    private boolean otherWhole = true;
    private long seen;
    private long otherSeen;
    private long published;

    private void seeOne(StillLine.Event event) {
        seen++;
        whole &= event.number == seen && event.twice == 2 * seen;
    }

    private void seeOther(StillLine.Event event) {
        otherSeen++;
        otherWhole &= event.number == otherSeen && event.twice == 2 * otherSeen;
    }

    @Actor
    public void publishAndWork() {
        for (int i = 0; i < EVENTS; i++) {
            published += still.publish(published + 1) ? 1 : 0;
            still.workOnce(0, 0);
        }
    }

    @Actor
    public void work() {
        for (int i = 0; i < EVENTS; i++) {
            still.workOnce(1, 0);
        }
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        for (int i = 0; i < EVENTS; i++) {
            still.workOnce(0, 0);
            still.workOnce(1, 0);
        }
        result.r1 = whole && otherWhole;
        result.r2 = seen == published && otherSeen == published;
    }
}
