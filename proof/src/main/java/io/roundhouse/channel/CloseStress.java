package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A buffer is closed while somebody sends: what was accepted can still be received, what was
 * refused is not there. -1 is a refusal, 0 the end of the channel.
 */
@JCStressTest
@Outcome(
        id = {"1, 1", "-1, 0"},
        expect = ACCEPTABLE)
@State
public class CloseStress {
    private final Channel<Integer> channel = Channel.buffered(1);

    @Actor
    public void send(II_Result seen) {
        try {
            Undisturbed.run(() -> channel.send(1));
            seen.r1 = 1;
        } catch (ChannelClosedException refused) {
            seen.r1 = -1;
        }
    }

    @Actor
    public void close() {
        channel.close();
    }

    @Arbiter
    public void receive(II_Result seen) {
        Integer got = Undisturbed.call(channel::receiveOrNull);
        seen.r2 = got == null ? 0 : got;
    }
}
