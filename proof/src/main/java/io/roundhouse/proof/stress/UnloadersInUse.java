package io.roundhouse.proof.stress;

import io.roundhouse.proof.twin.Memory;
import io.roundhouse.proof.twin.Unloaders;
import io.roundhouse.proof.twin.Unloaders.Flaw;

/**
 * Two {@link Unloaders} of a lane with two slots on real threads, used as {@code ClearingStress}
 * uses a railway.
 */
final class UnloadersInUse {
    private final Rounds rounds = new Rounds();
    private final Unloaders twin;

    UnloadersInUse(Flaw flaw) {
        twin = new Unloaders(2, 2, Memory.real(), flaw);
    }

    /** Passes two goods a round; returns whether all that both had passed was cleared each time. */
    boolean passAll(int station) {
        return rounds.run(station, round -> pass(station, round), this::allCleared);
    }

    private void pass(int station, int round) {
        twin.pass(station, 2L * round + 1);
        twin.pass(station, 2L * round + 2);
    }

    private boolean allCleared(int round) {
        return twin.cleared() == 2L * round + 2;
    }
}
