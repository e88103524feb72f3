package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Two publishers in lanes of two, with two entries for runs: the stage sees what each has published
 * in its own order, all of it, and nothing else.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class MergingStress {
    private static final int OTHERS = 100;
    private static final int EVENTS = 4;

    private final StillLine still = StillLine.of(2, this::see);
    private final List<Long> seen = new ArrayList<>();
    private long ones;
    private long others;

    private void see(StillLine.Event event) {
        if (event.twice != 2 * event.number) {
            throw new AssertionError("half an event");
        }
        seen.add(event.number);
    }

    @Actor
    public void publish() {
        for (int i = 0; i < EVENTS; i++) {
            ones += still.publish(ones) ? 1 : 0;
        }
    }

    @Actor
    public void publishTooAndWork() {
        for (int i = 0; i < EVENTS; i++) {
            others += still.publish(OTHERS + others) ? 1 : 0;
            still.workOnce(0);
        }
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        still.work(0);
        long one = 0;
        long other = OTHERS;
        boolean inOrder = true;
        for (long each : seen) {
            inOrder &= each == (each < OTHERS ? one++ : other++);
        }
        result.r1 = inOrder;
        result.r2 = one == ones && other == OTHERS + others;
    }
}
