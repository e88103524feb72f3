package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Elements come in order, with what was written into them. */
@JCStressTest
@Outcome(
        id = {"0, 0", "0, 1", "1, 0", "1, 2"},
        expect = ACCEPTABLE)
@State
public class SpmcContentsStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.ONE_PRODUCER, Consumers.MANY_CONSUMERS, 2);

    @Actor
    public void put() {
        queue.offer(new Element(1));
        queue.offer(new Element(2));
    }

    @Actor
    public void take(II_Result seen) {
        seen.r1 = number(queue.poll());
        seen.r2 = number(queue.poll());
    }
}
