package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * What is put into the room that a removal of all makes is not lost: a producer that looks some
 * slots ahead takes one that is free for a sign that all before it are.
 */
@JCStressTest
@Outcome(
        id = {"0, 0", "1, 1", "2, 2"},
        expect = ACCEPTABLE)
@State
public class RemoveAllWhilePuttingStress {
    private static final int CAPACITY = 8;

    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.ONE_PRODUCER, Consumers.ONE_CONSUMER, CAPACITY);

    public RemoveAllWhilePuttingStress() {
        for (int i = 0; i < CAPACITY; i++) {
            queue.offer(new Element(1));
        }
    }

    @Actor
    public void put(II_Result seen) {
        for (int looks = 0; looks < 100 && seen.r1 < 2; looks++) {
            seen.r1 += queue.offer(new Element(2)) ? 1 : 0;
        }
    }

    @Actor
    public void removeAll() {
        queue.removeIf(_ -> true);
    }

    @Arbiter
    public void count(II_Result seen) {
        seen.r2 = queue.drain(_ -> {}, CAPACITY);
    }
}
