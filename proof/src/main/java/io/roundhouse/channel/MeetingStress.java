package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two meet, and meet again the other way round: each element is received once, and nobody is left
 * waiting. Whether they meet at the door or in the lines is a matter of time.
 */
@JCStressTest
@Outcome(
        id = {"2, 1, 0"},
        expect = ACCEPTABLE)
@State
public class MeetingStress {
    private final Channel<Integer> channel = Channel.rendezvous();

    @Actor
    public void sendAndReceive(III_Result seen) {
        Undisturbed.run(() -> channel.send(1));
        seen.r1 = Undisturbed.call(() -> channel.receive());
    }

    @Actor
    public void receiveAndSend(III_Result seen) {
        seen.r2 = Undisturbed.call(() -> channel.receive());
        Undisturbed.run(() -> channel.send(2));
    }

    @Arbiter
    public void count(III_Result seen) {
        seen.r3 = channel.waitingSenders() + channel.waitingReceivers();
    }
}
