package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Another thread sees the first element, or the next when that has been taken; never the one that
 * was put into the slot that the first has just left.
 */
@JCStressTest
@Outcome(
        id = {"1", "2"},
        expect = ACCEPTABLE)
@State
public class PeekBesideStress {
    private static final int LOOKS = 100;

    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.ONE_PRODUCER, Consumers.ONE_CONSUMER, 2);

    public PeekBesideStress() {
        queue.offer(new Element(1));
        queue.offer(new Element(2));
    }

    @Actor
    public void takeAndPut() {
        queue.poll();
        queue.offer(new Element(3));
    }

    @Actor
    public void look(I_Result seen) {
        for (int looks = 0; looks < LOOKS && seen.r1 != 3; looks++) {
            seen.r1 = number(queue.peek());
        }
    }
}
