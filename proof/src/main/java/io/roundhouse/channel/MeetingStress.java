package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two senders and two receivers meet: each element is received once, and nobody is left waiting.
 */
@JCStressTest
@Outcome(
        id = {"1, 2, 0", "2, 1, 0"},
        expect = ACCEPTABLE)
@State
public class MeetingStress {
    private final Channel<Integer> channel = Channel.rendezvous();

    @Actor
    public void sendBoth() {
        Undisturbed.run(() -> channel.send(1));
        Undisturbed.run(() -> channel.send(2));
    }

    @Actor
    public void receive(III_Result seen) {
        seen.r1 = Undisturbed.call(() -> channel.receive());
    }

    @Actor
    public void receiveToo(III_Result seen) {
        seen.r2 = Undisturbed.call(() -> channel.receive());
    }

    @Arbiter
    public void count(III_Result seen) {
        seen.r3 = channel.waitingSenders() + channel.waitingReceivers();
    }
}
