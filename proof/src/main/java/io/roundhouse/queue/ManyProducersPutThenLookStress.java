package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads put into a queue each, and look into the other's: one of them sees the other's
 * element.
 */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE)
@Outcome(id = "0, 0", expect = FORBIDDEN)
@State
public class ManyProducersPutThenLookStress {
    private final ObjectQueue<Element> left =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER, 2);
    private final ObjectQueue<Element> right =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER, 2);

    @Actor
    public void leftThenRight(II_Result seen) {
        left.offer(new Element(1));
        seen.r1 = number(right.poll());
    }

    @Actor
    public void rightThenLeft(II_Result seen) {
        right.offer(new Element(1));
        seen.r2 = number(left.poll());
    }
}
