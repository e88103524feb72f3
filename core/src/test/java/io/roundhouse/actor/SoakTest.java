package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rounds of {@link Soak} and {@link FamilySoak}, for as many seconds as the property {@code
 * soak.seconds} says; a few, where it says nothing.
 */
@Timeout(3_600)
final class SoakTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void nothingIsLostDoubledReorderedOrStuck(int workers) {
        long end = System.nanoTime() + 1_000_000_000L * Long.getLong("soak.seconds", 1);
        long seed = Long.getLong("soak.seed", workers);
        do {
            Soak soak = new Soak(seed++, workers);
            assertThat(soak.run()).as(soak.toString()).isEmpty();
        } while (System.nanoTime() - end < 0);
    }

    @Test
    void familiesBeginAndEndAsTheyShould() {
        long end = System.nanoTime() + 1_000_000_000L * Long.getLong("soak.seconds", 1);
        long seed = Long.getLong("soak.seed", 1);
        do {
            FamilySoak soak = new FamilySoak(seed++, 8);
            assertThat(soak.runs()).as(soak.toString()).isEmpty();
        } while (System.nanoTime() - end < 0);
    }

    /**
     * Two small mailboxes and many threads that want in: their memory grew until there was none.
     */
    @Test
    void aMailboxOfAFewCallsStaysSmall() {
        Soak soak = new Soak(3_007, 8);
        assertThat(soak.run()).as(soak.toString()).isEmpty();
    }
}
