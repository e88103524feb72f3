package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A select of two rendezvous is interrupted while somebody sends to one of them: both have met, or
 * neither has, and the select is left at neither. 0 is an interrupt, or a refusal.
 */
@JCStressTest
@Outcome(
        id = {"1, 1, 0", "0, 0, 0"},
        expect = ACCEPTABLE)
@State
public class InterruptedSelectStress {
    private final Channel<Integer> channel = Channel.rendezvous();
    private final Channel<Integer> other = Channel.rendezvous();
    private final Interrupting interrupting = new Interrupting();

    @Actor
    public void select(III_Result seen) {
        Select select =
                Select.of(
                        other.whenReceived(got -> seen.r1 = -got),
                        channel.whenReceived(got -> seen.r1 = got));
        interrupting.call(select::await);
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
        seen.r3 = channel.waitingSenders() + channel.waitingReceivers() + other.waitingReceivers();
    }
}
