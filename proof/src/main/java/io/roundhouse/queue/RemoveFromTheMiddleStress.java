package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZI_Result;

/**
 * An element is taken or removed, never both, and what is beside it is neither lost nor doubled.
 */
@JCStressTest
@Outcome(
        id = {"1, true, 3"},
        expect = ACCEPTABLE)
@State
public class RemoveFromTheMiddleStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS, 4);
    private final Element middle = new Element(2);

    public RemoveFromTheMiddleStress() {
        queue.offer(new Element(1));
        queue.offer(middle);
        queue.offer(new Element(3));
    }

    @Actor
    public void take(IZI_Result seen) {
        seen.r1 = number(queue.poll());
    }

    @Actor
    public void remove(IZI_Result seen) {
        seen.r2 = queue.remove(middle);
    }

    @Arbiter
    public void rest(IZI_Result seen) {
        seen.r3 = number(queue.poll()) + number(queue.poll());
    }
}
