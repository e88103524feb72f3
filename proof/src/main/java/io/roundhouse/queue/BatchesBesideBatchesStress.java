package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A batch comes in order, with what was written into its elements, whether all of it is there or
 * not, over slots that were used before and round the end of the array.
 */
@JCStressTest
@Outcome(
        id = {"0, 0", "1, 0", "1, 2"},
        expect = ACCEPTABLE)
@State
public class BatchesBesideBatchesStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS, 2);
    private final Element[] batch = new Element[2];

    public BatchesBesideBatchesStress() {
        queue.offer(new Element(3));
        queue.poll();
    }

    @Actor
    public void put() {
        queue.offerMany(List.of(new Element(1), new Element(2)));
    }

    @Actor
    public void take(II_Result seen) {
        queue.pollMany(batch);
        seen.r1 = number(batch[0]);
        seen.r2 = number(batch[1]);
    }
}
