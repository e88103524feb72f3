package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A receiver at a rendezvous is interrupted while somebody sends: what was sent has been received,
 * and what was refused, as the channel is closed then, has not. 0 is an interrupt, or a refusal.
 */
@JCStressTest
@Outcome(
        id = {"1, 1, 0", "0, 0, 0"},
        expect = ACCEPTABLE)
@State
public class InterruptedReceiverStress {
    private final Channel<Integer> channel = Channel.rendezvous();
    private final Interrupting interrupting = new Interrupting();

    @Actor
    public void receive(III_Result seen) {
        Integer got = interrupting.call(channel::receive);
        seen.r1 = got == null ? 0 : got;
        channel.close();
        interrupting.ends();
    }

    @Actor
    public void send(III_Result seen) {
        interrupting.interrupt();
        try {
            Undisturbed.run(() -> channel.send(1));
            seen.r2 = 1;
        } catch (ChannelClosedException refused) {
            seen.r2 = 0;
        }
    }

    @Arbiter
    public void count(III_Result seen) {
        seen.r3 = channel.waitingSenders() + channel.waitingReceivers();
    }
}
