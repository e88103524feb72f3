package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IZ_Result;

/** A receiver that gives up while somebody sends: both have met, or neither has. */
@JCStressTest
@Outcome(
        id = {"1, true", "0, false"},
        expect = ACCEPTABLE)
@State
public class TimeoutStress {
    private static final Duration SHORT = Duration.ofNanos(3_000);

    private final Channel<Integer> channel = Channel.rendezvous();

    @Actor
    public void receive(IZ_Result seen) {
        Integer got = Undisturbed.call(() -> channel.receive(SHORT));
        seen.r1 = got == null ? 0 : got;
    }

    @Actor
    public void send(IZ_Result seen) {
        seen.r2 = Undisturbed.call(() -> channel.send(1, SHORT));
    }
}
