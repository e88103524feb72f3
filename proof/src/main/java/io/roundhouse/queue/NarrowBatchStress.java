package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * What an array cannot hold is not taken, whatever another consumer takes meanwhile: all three
 * elements come, of which only the first fits.
 */
@JCStressTest
@Outcome(
        id = {"1, 2, 3", "0, 1, 5"},
        expect = ACCEPTABLE)
@State
public class NarrowBatchStress {
    /** What fits. */
    private static final class Narrow extends Element {
        Narrow(int number) {
            super(number);
        }
    }

    private final ObjectQueue<Element> queue =
            QueueUnderStress.growing(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS);

    public NarrowBatchStress() {
        queue.offer(new Narrow(1));
        queue.offer(new Element(2));
        queue.offer(new Element(3));
    }

    @Actor
    public void takeMany(III_Result seen) {
        Element[] batch = new Narrow[2];
        try {
            seen.r1 = queue.pollMany(batch);
        } catch (ArrayStoreException e) {
            seen.r1 = 0;
        }
    }

    @Actor
    public void take(III_Result seen) {
        seen.r2 = number(queue.poll());
    }

    @Arbiter
    public void rest(III_Result seen) {
        seen.r3 = number(queue.poll()) + number(queue.poll());
    }
}
