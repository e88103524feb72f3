package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * Two last stages pass an event at the same time: one of them sees that both have, and the hook
 * clears it, once, with nobody publishing or looking afterwards.
 */
@JCStressTest
@Outcome(id = "1, true", expect = ACCEPTABLE)
@State
public class ClearingStress {
    private final StillLine still = StillLine.cleared(2, this::see, this::clear);
    private int cleared;
    private boolean right = true;

    public ClearingStress() {
        still.publish(1);
        still.line.source.merge();
    }

    private void see(StillLine.Event event) {
        if (event.number != 1) {
            right = false; // cleared too early
        }
    }

    private void clear(StillLine.Event event) {
        event.number = 0;
        cleared++;
    }

    @Actor
    public void one() {
        still.workOnce(0, 0);
    }

    @Actor
    public void other() {
        still.workOnce(1, 0);
    }

    @Arbiter
    public void rest(IZ_Result result) {
        result.r1 = cleared;
        result.r2 = right;
    }
}
