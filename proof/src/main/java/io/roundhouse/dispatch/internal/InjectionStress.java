package io.roundhouse.dispatch.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Two threads add to the list of tasks from outside and take from it: each task comes out once, and
 * what one thread has added comes to each of them in the order in which it was added.
 */
@JCStressTest
@Outcome(id = "all once, in order", expect = ACCEPTABLE)
@State
public class InjectionStress {
    private static final int TASKS = 64;

    private final Numbered[] tasks = Numbered.all(TASKS);
    private final Injection list = new Injection();
    private final Seen one = new Seen(TASKS, 2);
    private final Seen other = new Seen(TASKS, 2);

    @Actor
    public void addAndTake() {
        addAndTake(0, one);
    }

    @Actor
    public void addAndTakeToo() {
        addAndTake(TASKS / 2, other);
    }

    private void addAndTake(int from, Seen seen) {
        for (int i = 0; i < TASKS / 2; i++) {
            list.add(tasks[from + i]);
            if (i % 3 != 0) {
                seen.take(list.poll());
            }
        }
    }

    @Arbiter
    public void rest(L_Result seen) {
        while (one.take(list.poll())) {}
        seen.r1 = list.isEmpty() ? Seen.of(one, other) : "cut for ever";
    }
}
