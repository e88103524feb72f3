package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Of a batch that is put while the queue is closed, what was accepted is taken by a consumer that
 * takes batches and leaves when nothing is left; nothing else. Two threads only: see {@code
 * SharingStress}.
 */
@JCStressTest
@Outcome(
        id = {"0, 0", "1, 1", "2, 2"},
        expect = ACCEPTABLE)
@State
public class BatchWhileClosingStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.ONE_PRODUCER, Consumers.MANY_CONSUMERS, 8);

    @Actor
    public void putMany(II_Result seen) {
        seen.r1 = queue.offerMany(List.of(new Element(1), new Element(2)));
    }

    @Actor
    public void closeAndTakeOrLeave(II_Result seen) {
        queue.close();
        Element[] batch = new Element[2];
        int count;
        do {
            count = queue.pollMany(batch);
            seen.r2 += count;
        } while (count > 0);
    }
}
