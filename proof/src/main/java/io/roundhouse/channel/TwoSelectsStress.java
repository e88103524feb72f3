package io.roundhouse.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two selects that can meet at either of two rendezvous meet at one of them, and neither stays
 * behind at the other. 1 has sent at the first channel, 2 has received at the second.
 */
@JCStressTest
@Outcome(
        id = {"1, 1, 0", "2, 2, 0"},
        expect = ACCEPTABLE)
@State
public class TwoSelectsStress {
    private final Channel<Integer> one = Channel.rendezvous();
    private final Channel<Integer> two = Channel.rendezvous();

    @Actor
    public void select(III_Result seen) {
        Undisturbed.call(
                Select.of(
                                one.whenSent(1, () -> seen.r1 += 1),
                                two.whenReceived(got -> seen.r1 += got))
                        ::await);
    }

    @Actor
    public void selectToo(III_Result seen) {
        Undisturbed.call(
                Select.of(
                                two.whenSent(2, () -> seen.r2 += 2),
                                one.whenReceived(got -> seen.r2 += got))
                        ::await);
    }

    @Arbiter
    public void count(III_Result seen) {
        for (Channel<Integer> each : List.of(one, two)) {
            seen.r3 += each.waitingSenders() + each.waitingReceivers();
        }
    }
}
