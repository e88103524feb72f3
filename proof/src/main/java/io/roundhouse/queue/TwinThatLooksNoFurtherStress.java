package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The broken twin, whose look ends where the end was when it began: caught: it misses an element
 * that is moved behind that end meanwhile.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class TwinThatLooksNoFurtherStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER, 4);
    private final Middle middle =
            new Middle(queue) {
                @Override
                boolean isAll(boolean sawEach, long stamp) {
                    return true;
                }
            };
    private final Element second = new Element(2);

    public TwinThatLooksNoFurtherStress() {
        queue.offer(new Element(1));
        queue.offer(second);
    }

    @Actor
    public void look(ZZ_Result seen) {
        seen.r1 = middle.contains(second);
    }

    @Actor
    public void move(ZZ_Result seen) {
        Element third = new Element(3);
        seen.r2 = queue.offer(third) && middle.removeFirst(third::equals);
    }
}
