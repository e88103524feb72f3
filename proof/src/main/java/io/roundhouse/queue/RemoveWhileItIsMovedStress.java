package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Two consumers each remove an element from the middle, whichever of them moves the other's. */
@JCStressTest
@Outcome(id = "true, true, 1", expect = ACCEPTABLE)
@State
public class RemoveWhileItIsMovedStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS, 4);
    private final Element second = new Element(2);

    public RemoveWhileItIsMovedStress() {
        queue.offer(new Element(1));
        queue.offer(second);
    }

    @Actor
    public void remove(ZZI_Result seen) {
        seen.r1 = queue.remove(second);
    }

    @Actor
    public void move(ZZI_Result seen) {
        Element third = new Element(3);
        seen.r2 = queue.offer(third) && queue.remove(third);
    }

    @Arbiter
    public void rest(ZZI_Result seen) {
        seen.r3 = queue.drain(_ -> {}, 4);
    }
}
