package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two senders wait for the room of a buffer of 1 while it is emptied: both are woken, by the one
 * who receives or by each other. A call that is lost leaves one asleep for ever.
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
    }

    @Actor
    public void sendToo() {
        Undisturbed.run(() -> channel.send(2));
    }

    @Actor
    public void receiveAll(III_Result seen) {
        seen.r1 = Undisturbed.call(() -> channel.receive());
        seen.r2 = Undisturbed.call(() -> channel.receive() + channel.receive());
    }

    @Arbiter
    public void count(III_Result seen) {
        seen.r3 = channel.size() + channel.waitingSenders();
    }
}
