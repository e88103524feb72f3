package io.roundhouse.dispatch.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Two threads take tasks from the list and add them again at once, so that a link that one of them
 * reads is written anew by the other: three go in, and three are there at the end.
 */
@JCStressTest
@Outcome(id = "3", expect = ACCEPTABLE)
@State
public class InjectedAgainStress {
    private static final int TIMES = 100;

    private final Injection list = new Injection();

    public InjectedAgainStress() {
        for (Task each : Numbered.all(3)) {
            list.add(each);
        }
    }

    @Actor
    public void again() {
        for (int i = 0; i < TIMES; i++) {
            Task task = list.poll();
            if (task != null) {
                list.add(task);
            }
        }
    }

    @Actor
    public void againToo() {
        again();
    }

    @Arbiter
    public void count(I_Result seen) {
        Task task = list.poll();
        for (; task != null && seen.r1 < TIMES; task = list.poll()) {
            seen.r1++;
        }
    }
}
