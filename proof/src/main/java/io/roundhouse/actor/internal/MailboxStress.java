package io.roundhouse.actor.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LJJ_Result;

/**
 * Two threads bring mail to a mailbox that grows several times, and one of them handles it now and
 * then: everything comes out once, what each has brought in order.
 */
@JCStressTest
@Outcome(id = "in order, 90, 90", expect = ACCEPTABLE)
@State
public class MailboxStress {
    private static final int RECORDS = 90;

    private final Records mailbox = new Records(1 << 10);

    @Actor
    public void bring() {
        for (int i = 1; i <= RECORDS; i++) {
            mailbox.offer(0, i);
        }
    }

    @Actor
    public void bringAndHandle() {
        for (int i = 1; i <= RECORDS; i++) {
            mailbox.offer(1, i);
            if (i % 8 == 0) {
                mailbox.drain();
            }
        }
    }

    @Arbiter
    public void rest(LJJ_Result seen) {
        mailbox.drain();
        seen.r1 = mailbox.seen();
        seen.r2 = mailbox.last(0);
        seen.r3 = mailbox.last(1);
    }
}
