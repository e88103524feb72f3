package io.roundhouse.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * Two publishers come at the same time when one lane is free: only one of them has it, unless the
 * other one has ended before; so its events are seen whole, in order, and all of them.
 */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE)
@State
public class HeirsStress {
    private static final int EVENTS = 8;
    private static final int OTHERS = 100;

    private final StillLine still = StillLine.ofOnePublisher(4 * EVENTS, this::see);
    private boolean right = true;
    private int published;
    private int othersPublished;
    private int seen;
    private int othersSeen;

    private void see(StillLine.Event event) {
        long expected = event.number < OTHERS ? seen++ : OTHERS + othersSeen++;
        right &= event.number == expected && event.twice == 2 * expected;
    }

    private int publish(int first) {
        int number = 0;
        while (number < EVENTS && still.publish(first + number)) {
            number++;
        }
        return number;
    }

    @Actor
    public void one() {
        published = publish(0);
    }

    @Actor
    public void other() {
        othersPublished = publish(OTHERS);
    }

    @Arbiter
    public void rest(Z_Result result) {
        still.work(0);
        result.r1 =
                right
                        && seen == published
                        && othersSeen == othersPublished
                        && seen + othersSeen > 0;
    }
}
