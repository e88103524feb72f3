package io.roundhouse.waiting.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.memory.Sequence;
import io.roundhouse.proof.stress.Rounds;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * Who stays at a bell goes to sleep, with no nap, while somebody publishes and rings: it sees what
 * is published in its last look, or is found asleep. On processors where a compare-and-set is a
 * fence, this holds the ring to that; to the fence behind it, {@code BellOrderTest} does.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class RingWhereSomebodyStaysStress {
    private final Sleeper sleeper = new Sleeper();
    private final Bell bell = new Bell(sleeper);
    private final Sequence published = new Sequence();
    private final Rounds rounds = new Rounds();
    private boolean isSeen;

    public RingWhereSomebodyStaysStress() {
        bell.listen();
        bell.stay();
    }

    @Actor
    public void publishAndRing(ZZ_Result result) {
        result.r1 =
                rounds.run(
                        0,
                        round -> {
                            published.publish(round + 1);
                            if (!bell.quiet()) {
                                bell.ring();
                            }
                        },
                        _ -> true);
    }

    @Actor
    public void sleep(ZZ_Result result) {
        result.r2 =
                rounds.run(
                        1,
                        round -> {
                            sleeper.sleeps();
                            isSeen = published.acquire() > round;
                        },
                        _ -> isSeen | staysOn());
    }

    /** Returns whether it was woken. */
    private boolean staysOn() {
        bell.listen();
        bell.stay();
        return sleeper.wakesUp();
    }
}
