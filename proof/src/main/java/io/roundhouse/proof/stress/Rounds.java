package io.roundhouse.proof.stress;

import io.roundhouse.memory.Sequence;
import java.lang.invoke.VarHandle;

/**
 * Two actors who do something at once, look at what came of it when both have done it, and begin
 * again: many times a state, so that what they touch is in both of their caches and their moments
 * are near to each other. Who comes first and by how much differs from round to round.
 */
public final class Rounds {
    /** So many that the first ones, which are slow, hardly count. */
    public static final int ROUNDS = 64;

    private static final int PATIENCE = 1 << 12;

    private final Sequence[] arrived = {new Sequence(), new Sequence()};
    private final int rounds;

    /** All of them begin at round 0. */
    public Rounds() {
        this(ROUNDS);
    }

    /**
     * @param rounds how many; at least 16, or those who are first and by how much differ too little
     */
    public Rounds(int rounds) {
        this.rounds = rounds;
    }

    /** What an actor does in a round. */
    public interface Round {
        /** The round's number, from 0 on. */
        void go(int round);
    }

    /** What must hold when both have gone through the round. */
    public interface Check {
        /** The round's number, from 0 on. */
        boolean holds(int round);
    }

    /** Goes through all rounds, as one of the actors 0 and 1; returns whether all checks held. */
    public boolean run(int actor, Round round, Check check) {
        boolean held = true;
        long steps = 0;
        for (int i = 0; i < rounds; i++) {
            meet(actor, ++steps);
            for (int headStart = (actor == 0 ? i : i >> 3) & 7; headStart > 0; headStart--) {
                Thread.onSpinWait();
            }
            round.go(i);
            meet(actor, ++steps);
            held &= check.holds(i);
        }
        return held;
    }

    private void meet(int actor, long step) {
        arrived[actor].publish(step);
        VarHandle.fullFence(); // at once, and not when the buffer is full
        for (int looks = 0; arrived[1 - actor].acquire() < step; looks++) {
            if (looks < PATIENCE) {
                Thread.onSpinWait();
            } else {
                Thread.yield(); // there may be one processor
            }
        }
    }
}
