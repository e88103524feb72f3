package io.roundhouse.queue;

import static io.roundhouse.queue.QueueUnderStress.number;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import io.roundhouse.waiting.WaitStrategy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Of two consumers that park at once, each is woken for its element; 0 is a wake-up lost. */
@JCStressTest
@Outcome(
        id = {"1, 2", "2, 1"},
        expect = ACCEPTABLE)
@State
public class WakeUpStress {
    private final ObjectQueue<Element> queue =
            Queues.bare(
                    Plan.of(Producers.ONE_PRODUCER, Consumers.MANY_CONSUMERS)
                            .bounded(2)
                            .waiting(WaitStrategy.parking()));

    @Actor
    public void bothTake(II_Result seen) {
        Thread other =
                Thread.startVirtualThread(() -> seen.r2 = number(QueueUnderStress.awaited(queue)));
        seen.r1 = number(QueueUnderStress.awaited(queue));
        while (other.isAlive()) {
            Thread.yield();
        }
    }

    @Actor
    public void put() {
        queue.offer(new Element(1));
        queue.offer(new Element(2));
    }
}
