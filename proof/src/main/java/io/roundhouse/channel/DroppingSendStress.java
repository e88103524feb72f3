package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Somebody waits at a channel that holds the latest element only, while two are sent: the first is
 * received, or goes to the hook as the second drives it out, and never both. 1, 2 is what was
 * received, and what is left; the last number is what the hook was told.
 */
@JCStressTest
@Outcome(
        id = {"1, 2, 0", "2, 0, 1"},
        expect = ACCEPTABLE)
@State
public class DroppingSendStress {
    private final Channel<Integer> channel =
            Channel.<Integer>builder().undelivered(this::hook).latest();
    private int told;

    private void hook(int element) {
        told += element; // by the one who sends
    }

    @Actor
    public void receive(III_Result seen) {
        seen.r1 = Undisturbed.call(() -> channel.receive());
    }

    @Actor
    public void send(III_Result seen) {
        Undisturbed.run(() -> channel.send(1));
        Undisturbed.run(() -> channel.send(2));
        seen.r3 = told;
    }

    @Arbiter
    public void count(III_Result seen) {
        Integer left = channel.tryReceive();
        seen.r2 = (left == null ? 0 : left) + 10 * channel.waitingReceivers();
    }
}
