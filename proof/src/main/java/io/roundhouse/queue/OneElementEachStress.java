package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two consumers get an element each. */
@JCStressTest
@Outcome(
        id = {"1, 2", "2, 1"},
        expect = ACCEPTABLE)
@State
public class OneElementEachStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.ONE_PRODUCER, Consumers.MANY_CONSUMERS, 2);

    public OneElementEachStress() {
        queue.offer(new Element(1));
        queue.offer(new Element(2));
    }

    @Actor
    public void take(II_Result seen) {
        seen.r1 = number(queue.poll());
    }

    @Actor
    public void takeToo(II_Result seen) {
        seen.r2 = number(queue.poll());
    }
}
