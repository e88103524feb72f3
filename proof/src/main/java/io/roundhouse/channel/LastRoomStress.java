package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A sender waits for the room of a buffer of 1 while it is emptied, and the receiver for what comes
 * then. A call that is lost leaves one of them asleep for ever.
 */
@JCStressTest
@Outcome(
        id = {"0, 3, 0"},
        expect = ACCEPTABLE)
@State
public class LastRoomStress {
    private final Channel<Integer> channel = Channel.buffered(1);

    public LastRoomStress() {
        channel.trySend(0);
    }

    @Actor
    public void send() {
        Undisturbed.run(() -> channel.send(1));
        Undisturbed.run(() -> channel.send(2));
    }

    @Actor
    public void receiveAll(III_Result seen) {
        seen.r1 = Undisturbed.call(() -> channel.receive());
        seen.r2 = Undisturbed.call(() -> channel.receive() + channel.receive());
    }

    @Arbiter
    public void count(III_Result seen) {
        seen.r3 = channel.size() + channel.waitingSenders() + channel.waitingReceivers();
    }
}
