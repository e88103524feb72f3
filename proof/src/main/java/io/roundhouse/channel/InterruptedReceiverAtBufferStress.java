package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A receiver at a buffer is interrupted while somebody sends: what was sent has been received, or
 * is still there. 0 is an interrupt; the last number is what is left.
 */
@JCStressTest
@Outcome(
        id = {"1, 1, 0", "0, 1, 1"},
        expect = ACCEPTABLE)
@State
public class InterruptedReceiverAtBufferStress {
    private final Channel<Integer> channel = Channel.buffered(1);
    private final Interrupting interrupting = new Interrupting();

    @Actor
    public void receive(III_Result seen) {
        Integer got = interrupting.call(channel::receive);
        seen.r1 = got == null ? 0 : got;
        interrupting.ends();
    }

    @Actor
    public void send(III_Result seen) {
        interrupting.interrupt();
        Undisturbed.run(() -> channel.send(1));
        seen.r2 = 1;
    }

    @Arbiter
    public void count(III_Result seen) {
        seen.r3 = channel.size() + channel.waitingReceivers();
    }
}
