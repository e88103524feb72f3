package io.roundhouse.actor.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LI_Result;

/**
 * Two threads bring mail to a mailbox with room for three, again and again around its few records,
 * and one of them handles it: everything comes out once, in order, and no more than three wait.
 */
@JCStressTest
@Outcome(id = "in order, 0", expect = ACCEPTABLE)
@State
public class SmallMailboxStress {
    private static final int TIMES = 100;
    private static final int BOUND = 3;

    private final Records mailbox = new Records(BOUND);
    private int brought;
    private int broughtToo;

    @Actor
    public void bring() {
        for (int i = 0; i < TIMES; i++) {
            brought += mailbox.offer(0, brought + 1) ? 1 : 0;
        }
    }

    @Actor
    public void bringAndHandle() {
        for (int i = 0; i < TIMES; i++) {
            broughtToo += mailbox.offer(1, broughtToo + 1) ? 1 : 0;
            if (i % 4 != 0) {
                mailbox.drain();
            }
        }
    }

    @Arbiter
    public void rest(LI_Result seen) {
        boolean tooMuch = mailbox.underWay() > BOUND;
        mailbox.drain();
        seen.r1 = tooMuch ? "too much" : mailbox.seen();
        seen.r2 = (int) (brought + broughtToo - mailbox.last(0) - mailbox.last(1));
    }
}
