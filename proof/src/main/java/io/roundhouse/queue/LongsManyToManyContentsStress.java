package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Longs come in order, with what was written before them, and over slots that were used before. */
@JCStressTest
@Outcome(
        id = {"0, 0, 0, 0", "0, 0, 1, 1", "1, 1, 0, 0", "1, 1, 2, 2"},
        expect = ACCEPTABLE)
@State
public class LongsManyToManyContentsStress {
    private static final int NONE = 0;

    private final LongQueue queue =
            new LongRingQueue(
                    Plan.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS).bounded(2));
    private final int[] written = new int[3];

    public LongsManyToManyContentsStress() {
        queue.offer(1);
        queue.poll(NONE);
    }

    @Actor
    public void put() {
        for (int number = 1; number < written.length; number++) {
            written[number] = number;
            queue.offer(number);
        }
    }

    @Actor
    public void take(IIII_Result seen) {
        seen.r1 = (int) queue.poll(NONE);
        seen.r2 = written[seen.r1];
        seen.r3 = (int) queue.poll(NONE);
        seen.r4 = written[seen.r3];
    }
}
