package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** What was put while the queue was closed is there if it was accepted; then nothing is. */
@JCStressTest
@Outcome(
        id = {"true, false, 1", "false, false, 0"},
        expect = ACCEPTABLE)
@State
public class CloseWhilePuttingStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.ONE_PRODUCER, Consumers.ONE_CONSUMER, 8);

    @Actor
    public void put(ZZI_Result seen) {
        seen.r1 = queue.offer(new Element(1));
    }

    @Actor
    public void close() {
        queue.close();
    }

    @Arbiter
    public void after(ZZI_Result seen) {
        seen.r2 = queue.offer(new Element(2));
        seen.r3 = number(queue.poll());
    }
}
