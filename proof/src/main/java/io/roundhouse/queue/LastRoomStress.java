package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.queue.QueueUnderStress.Element;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Of two producers one gets the last room, and the queue never has more than its bound. */
@JCStressTest
@Outcome(
        id = {"true, false, 3", "false, true, 3"},
        expect = ACCEPTABLE)
@State
public class LastRoomStress {
    private final ObjectQueue<Element> queue =
            QueueUnderStress.of(Producers.MANY_PRODUCERS, Consumers.ONE_CONSUMER, 3);

    public LastRoomStress() {
        queue.offer(new Element(1));
        queue.offer(new Element(2));
    }

    @Actor
    public void put(ZZI_Result seen) {
        seen.r1 = queue.offer(new Element(3));
    }

    @Actor
    public void putToo(ZZI_Result seen) {
        seen.r2 = queue.offer(new Element(4));
    }

    @Arbiter
    public void count(ZZI_Result seen) {
        seen.r3 = queue.size();
    }
}
