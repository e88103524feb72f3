package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * One consumer takes many, another one: nothing comes twice, nothing is lost, each sees its own in
 * order, and what one has seen and the other has got does not stay in the array.
 */
@JCStressTest
@Outcome(
        id = {"1, 2, 3, 0", "2, 3, 1, 0"},
        expect = ACCEPTABLE)
@State
public class BatchBesideSinglesStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS, 3);
    private final Element[] batch = new Element[2];

    public BatchBesideSinglesStress() {
        queue.offerMany(List.of(new Element(1), new Element(2), new Element(3)));
    }

    @Actor
    public void takeMany(IIII_Result seen) {
        queue.pollMany(batch);
        seen.r1 = number(batch[0]);
        seen.r2 = number(batch[1]);
    }

    @Actor
    public void take(IIII_Result seen) {
        seen.r3 = number(queue.poll());
    }

    @Arbiter
    public void rest(IIII_Result seen) {
        seen.r4 = number(queue.poll());
    }
}
