package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Who waits is met once: see {@link Linearizable}.
 *
 * <p>A twin that is caught: a party that is met by a look and a store.
 */
final class PartyModel {
    /** A party that is met by a look and a store, where there should be one compare-and-set. */
    public static class MetTwice {
        private volatile @Nullable Object met;

        @Operation
        public boolean meet() {
            if (met != null) {
                return false;
            }
            met = this;
            return true;
        }
    }

    /** A party as it is. */
    public static class MetOnce {
        private final Party party = new Party();

        @Operation
        public boolean meet() {
            return party.meet(Party.LOOK_AGAIN);
        }
    }

    /** Who comes first. */
    public static class First {
        private boolean met;

        public boolean meet() {
            boolean first = !met;
            met = true;
            return first;
        }
    }

    @Test
    void aPartyIsMetOnce() {
        Linearizable.modelChecking(First.class, 2).actorsBefore(0).check(MetOnce.class);
    }

    @Test
    void aPartyThatCanBeMetTwiceIsCaught() {
        assertThatThrownBy(() ->
                        Linearizable.modelChecking(First.class, 2)
                                .actorsBefore(0)
                                .minimizeFailedScenario(false)
                                .check(MetTwice.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
