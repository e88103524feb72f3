package io.roundhouse.dispatch.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/**
 * A worker runs a sender, which hands a call over and sends more, while another worker steals what
 * it can: the calls arrive in the order in which they were sent, whoever runs the receiver.
 */
@JCStressTest
@Outcome(id = "in order, in order", expect = ACCEPTABLE)
@State
public class StolenCallStress {
    private static final int ROUNDS = 40;

    private final TwoWorkers workers = TwoWorkers.thatGoOn();
    private final Numbers sender = new Sender();
    private final Numbers receiver = new Receiver();

    public StolenCallStress() {
        sender.bring(1);
        sender.claim();
        workers.all.schedule(sender, workers.one);
    }

    @Actor
    public void run() {
        TwoWorkers.run(workers.one);
    }

    @Actor
    public void runToo() {
        TwoWorkers.run(workers.other);
    }

    @Arbiter
    public void look(LL_Result seen) {
        seen.r1 = sender.seen();
        seen.r2 = receiver.seen();
    }

    /** Sends three calls and one to itself, with pauses in which a thief may come. */
    private final class Sender extends Numbers {
        @Override
        protected void handle(Caller me, long number) {
            super.handle(me, number);
            for (int i = 2; i >= 0; i--) {
                workers.send(me, receiver, 3 * number - i);
                for (int pause = (int) (number * (i + 1)) & 255; pause > 0; pause--) {
                    Thread.onSpinWait();
                }
            }
            if (number < ROUNDS) {
                workers.send(me, this, number + 1);
            }
        }
    }

    private final class Receiver extends Numbers {
        @Override
        protected void handle(Caller me, long number) {
            super.handle(me, number);
            if (number == 3 * ROUNDS) {
                workers.all.end();
            }
        }
    }
}
