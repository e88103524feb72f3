package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * An element that is in the queue all the time is found, though it is moved: what was put behind it
 * is removed from there.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class LookWhileItIsMovedStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER, 4);
    private final Element second = new Element(2);

    public LookWhileItIsMovedStress() {
        queue.offer(new Element(1));
        queue.offer(second);
    }

    @Actor
    public void look(ZZ_Result seen) {
        seen.r1 = queue.contains(second);
    }

    @Actor
    public void move(ZZ_Result seen) {
        Element third = new Element(3);
        seen.r2 = queue.offer(third) && queue.remove(third);
    }
}
