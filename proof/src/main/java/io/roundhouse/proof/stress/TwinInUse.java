package io.roundhouse.proof.stress;

import io.roundhouse.proof.twin.Flaw;
import io.roundhouse.proof.twin.Handover;
import io.roundhouse.proof.twin.Memory;
import io.roundhouse.waiting.WaitStrategy;

/**
 * A {@link Handover} with one slot on real threads, used as {@link OneSlotStress} uses a railway.
 */
final class TwinInUse {
    private final Handover line;

    TwinInUse(Flaw flaw) {
        line =
                new Handover(
                        1,
                        Memory.real(),
                        flaw,
                        WaitStrategy.yielding().newWaiter(),
                        WaitStrategy.yielding().newWaiter());
    }

    void load() {
        line.load(1);
        line.load(2);
        line.load(3);
    }

    /** What came, as a text. */
    String unload() {
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            line.unload(good -> seen.append(good).append(' '));
        }
        return seen.toString().strip();
    }
}
