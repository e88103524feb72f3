package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * What is put while the queue is closed is taken by a consumer that leaves as soon as it may, if it
 * was accepted, and only then.
 */
@JCStressTest
@Outcome(
        id = {"true, 1", "false, 0"},
        expect = ACCEPTABLE)
@State
public class LeaveWhilePuttingStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.ONE_PRODUCER, Consumers.ONE_CONSUMER, 8);

    @Actor
    public void put(ZI_Result seen) {
        seen.r1 = queue.offer(new Element(1));
    }

    /** All that is accepted after this has been so before. */
    @Actor
    public void closeAndTake(ZI_Result seen) {
        queue.close();
        seen.r2 = number(queue.poll());
    }
}
