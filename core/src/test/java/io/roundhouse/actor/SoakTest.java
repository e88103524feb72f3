package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rounds of {@link Soak} and {@link FamilySoak}, for as many seconds as the property {@code
 * soak.seconds} says; a few, where it says nothing. Where it says something a line for each test
 * says how many tokens each kind of actor has handled.
 */
@Timeout(3_600)
final class SoakTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void nothingIsLostDoubledReorderedOrStuck(int workers) {
        Rounds.check("Soak", Soak::new, workers, workers);
    }

    @Test
    void familiesBeginAndEndAsTheyShould() {
        Rounds.check("FamilySoak", FamilySoak::new, 8, 1);
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
