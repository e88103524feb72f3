package io.roundhouse.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.twin.BrokenQueue;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * The broken twin, {@link BrokenQueue}: caught: a thread that has put an element finds the queue
 * empty, as somebody else is about to put one before it.
 */
@JCStressTest
@Outcome(id = "true", expect = ACCEPTABLE)
@State
public class TwinThatLooksAtTheSlotAloneStress {
    private final BrokenQueue queue = new BrokenQueue(4);

    @Actor
    public void put() {
        queue.offer(1);
    }

    @Actor
    public void putAndTake(Z_Result seen) {
        queue.offer(2);
        @Nullable Integer got = queue.poll();
        seen.r1 = got != null;
    }
}
