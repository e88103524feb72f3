package io.roundhouse.actor.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LI_Result;

/**
 * Two threads bring mail that nobody handles until they are refused, to a mailbox that grows twice
 * meanwhile: it takes what its bound says, neither more nor less.
 */
@JCStressTest
@Outcome(id = "in order, 20", expect = ACCEPTABLE)
@State
public class MailboxBoundStress {
    private static final int BOUND = 20;

    private final Records mailbox = new Records(BOUND);

    @Actor
    public void bring() {
        for (int i = 1; mailbox.offer(0, i); i++) {}
    }

    @Actor
    public void bringToo() {
        for (int i = 1; mailbox.offer(1, i); i++) {}
    }

    @Arbiter
    public void rest(LI_Result seen) {
        mailbox.drain();
        seen.r1 = mailbox.seen();
        seen.r2 = (int) (mailbox.last(0) + mailbox.last(1));
    }
}
