package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A sender at a full buffer is interrupted while somebody makes room: what was sent can be
 * received, once, and what was not, is not there. 0 is an interrupt, or the end of the channel.
 */
@JCStressTest
@Outcome(
        id = {"1, 1, 0", "0, 0, 0"},
        expect = ACCEPTABLE)
@State
public class InterruptedSenderAtBufferStress {
    private final Channel<Integer> channel = Channel.buffered(1);
    private final Interrupting interrupting = new Interrupting();

    public InterruptedSenderAtBufferStress() {
        channel.trySend(2);
    }

    @Actor
    public void send(III_Result seen) {
        Boolean sent =
                interrupting.call(() -> {
                    channel.send(1);
                    return true;
                });
        seen.r1 = sent == null ? 0 : 1;
        channel.close();
        interrupting.ends();
    }

    @Actor
    public void receive(III_Result seen) {
        interrupting.interrupt();
        Undisturbed.call(channel::receive);
        Integer got = Undisturbed.call(channel::receiveOrNull);
        seen.r2 = got == null ? 0 : got;
    }

    @Arbiter
    public void count(III_Result seen) {
        seen.r3 = channel.size() + channel.waitingSenders() + channel.waitingReceivers();
    }
}
