package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZZ_Result;

/**
 * Of a batch and a single element, for which there is not room enough, as many are accepted as
 * there is room for; those come, the batch's from its first on.
 */
@JCStressTest
@Outcome(
        id = {"2, false, true", "1, true, true"},
        expect = ACCEPTABLE)
@State
public class BatchesThatMeetSinglesStress {
    private static final int CAPACITY = 2;
    private static final int SINGLE = 9;

    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS, CAPACITY);

    @Actor
    public void putMany(IZZ_Result seen) {
        seen.r1 = queue.offerMany(List.of(new Element(1), new Element(2)));
    }

    @Actor
    public void put(IZZ_Result seen) {
        seen.r2 = queue.offer(new Element(SINGLE));
    }

    @Arbiter
    public void rest(IZZ_Result seen) {
        List<Integer> batch = new ArrayList<>();
        List<Integer> singles = new ArrayList<>();
        queue.drain(
                each -> (each.number == SINGLE ? singles : batch).add(each.number),
                Integer.MAX_VALUE);
        seen.r3 = batch.equals(List.of(1, 2).subList(0, seen.r1)) && singles.isEmpty() == !seen.r2;
    }
}
