package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/**
 * A sender at a full buffer gives up while somebody makes room, and takes what comes then for as
 * long: what was sent has been received, or is there, and what was not, is not.
 */
@JCStressTest
@Outcome(
        id = {"1, true", "0, false"},
        expect = ACCEPTABLE)
@State
public class TimeoutAtBufferStress {
    private static final Duration SHORT = Duration.ofNanos(3_000);

    private final Channel<Integer> channel = Channel.buffered(1);
    private int got;

    public TimeoutAtBufferStress() {
        channel.trySend(2);
    }

    @Actor
    public void send(IZ_Result seen) {
        seen.r2 = Undisturbed.call(() -> channel.send(1, SHORT));
    }

    @Actor
    public void receive() {
        Undisturbed.call(channel::receive);
        Integer next = Undisturbed.call(() -> channel.receive(SHORT));
        got = next == null ? 0 : next;
    }

    @Arbiter
    public void count(IZ_Result seen) {
        Integer left = channel.tryReceive();
        seen.r1 = got + (left == null ? 0 : left) + 10 * channel.waitingSenders();
    }
}
