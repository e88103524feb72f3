package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.channel.HastyStore.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The same as {@link DroppingSendStress} over a store that tells the hook of the element which it
 * has seen, where it should of the one that it has dropped.
 */
@JCStressTest
@Outcome(
        id = {"1, 2, 0", "2, 0, 1"},
        expect = ACCEPTABLE)
@State
public class TwinThatTellsOfWhatIsTakenStress {
    private final StoringChannel<Integer> channel =
            new StoringChannel<>(
                    null, "c", this::hook, new HastyStore<>(1, true, Flaw.TELLS_OF_WHAT_IS_TAKEN));
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
