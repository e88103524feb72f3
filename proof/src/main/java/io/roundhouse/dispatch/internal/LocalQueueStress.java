package io.roundhouse.dispatch.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A worker adds to its queue and takes from it, several times around the ring, while another one
 * steals half of it: each task comes out once, to each of them in the order in which they were
 * added.
 */
@JCStressTest
@Outcome(id = "all once, in order", expect = ACCEPTABLE)
@State
public class LocalQueueStress {
    private static final int TASKS = 600;

    private final Numbered[] tasks = Numbered.all(TASKS);
    private final LocalQueue queue = new LocalQueue();
    private final LocalQueue other = new LocalQueue();
    private final Seen owner = new Seen(TASKS, 1);
    private final Seen thief = new Seen(TASKS, 1);

    @Actor
    public void own() {
        for (int i = 0; i < TASKS; ) {
            for (int most = i % 7; most >= 0 && i < TASKS && queue.add(tasks[i]); most--) {
                i++;
            }
            owner.take(queue.poll());
            owner.take(queue.poll());
        }
    }

    @Actor
    public void steal() {
        for (int i = 0; i < TASKS; i++) {
            thief.take(queue.steal(other));
            while (thief.take(other.poll())) {}
        }
    }

    @Arbiter
    public void rest(L_Result seen) {
        while (owner.take(queue.poll())) {}
        seen.r1 = Seen.of(owner, thief);
    }
}
