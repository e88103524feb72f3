package io.roundhouse.waiting.internal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import io.roundhouse.proof.stress.Rounds;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * One of many begins a stay, long after another one has ended, while a second one asks how long
 * they have stayed: nobody takes the stay that has only just begun for the old one.
 */
@JCStressTest
@Outcome(id = "true, true", expect = ACCEPTABLE)
@State
public class FreshStayStress {
    private static final int ROUNDS = 64;

    /** Of a stay. */
    private static final int RINGS = 15;

    /** Stands still but for a step between two rounds: so whatever begins in one is fresh. */
    private long now;

    private final Bell[] bells = {new Bell()};
    private final SharedStay stay = new SharedStay(() -> now);
    private final Rounds rounds = new Rounds(ROUNDS);
    private boolean isTrusted;

    public FreshStayStress() {
        stay.sleeps(1);
        forgetTheStay();
    }

    /** It is long ago that the stay began, and is rung away; its beginner sleeps again. */
    private void forgetTheStay() {
        now += Stores.SETTLING_NANOS;
        for (int i = 0; i < RINGS; i++) {
            bells[0].ring();
        }
        bells[0].listen();
    }

    @Actor
    public void begin(ZZ_Result seen) {
        seen.r1 =
                rounds.run(
                        0,
                        _ -> stay.wakesUp(bells),
                        _ -> {
                            forgetTheStay();
                            return true;
                        });
    }

    @Actor
    public void ask(ZZ_Result seen) {
        seen.r2 = rounds.run(1, _ -> isTrusted = stay.hasLasted(bells, () -> now), _ -> !isTrusted);
    }
}
