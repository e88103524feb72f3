package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Who looks sees the first element, and never what has been put into its slot after it. */
@JCStressTest
@Outcome(
        id = {"1, 1, 1", "1, 1, 2", "1, 2, 2"},
        expect = ACCEPTABLE)
@State
public class LongsPeekStress {
    private static final int NONE = 0;

    private final LongQueue queue =
            new LongRingQueue(Plan.of(Producers.ONE_PRODUCER, Consumers.ONE_CONSUMER).bounded(2));

    public LongsPeekStress() {
        queue.offer(1);
        queue.offer(2);
    }

    @Actor
    public void takeAndPut(III_Result seen) {
        seen.r1 = (int) queue.poll(NONE);
        queue.offer(3);
    }

    @Actor
    public void look(III_Result seen) {
        seen.r2 = (int) queue.peek(NONE);
        seen.r3 = (int) queue.peek(NONE);
    }
}
