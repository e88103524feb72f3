package io.roundhouse.railway.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whom a bell has in mind, and for how long. */
final class BellTest {
    private static final int RINGS = 15;

    private final Bell bell = new Bell();

    @Test
    void aStayIsOverWhenItHasBeenRungSoOften() {
        bell.listen();
        assertThat(bell.stays()).isFalse();
        assertThat(bell.stay()).as("stayed before").isFalse();
        for (int i = 0; i < RINGS; i++) {
            assertThat(bell.quiet()).isFalse();
            assertThat(bell.stays()).isTrue();
            bell.ring();
        }
        assertThat(bell.stays()).isFalse();
        assertThat(bell.quiet()).isTrue();
    }

    @Test
    void whoListensAgainBeforeItIsOverHasStayed() {
        bell.listen();
        bell.stay();
        bell.ring();
        bell.listen();
        assertThat(bell.stay()).isTrue();
        for (int i = 0; i < RINGS; i++) {
            bell.ring();
        }
        bell.listen();
        assertThat(bell.stay()).isFalse();
    }

    @Test
    void aListenerIsHeardWhenItsStayIsOver() {
        bell.listen();
        bell.stay();
        bell.listen();
        for (int i = 0; i < RINGS + 1; i++) {
            bell.ring();
        }
        assertThat(bell.stays()).isFalse();
        assertThat(bell.quiet()).isFalse();
        bell.ignore();
        assertThat(bell.quiet()).isTrue();
    }

    @Test
    void aBellThatIsClosedWhileSomebodyStaysIsClosed() {
        bell.listen();
        bell.stay();
        bell.close();
        for (int i = 0; i < RINGS; i++) {
            assertThat(bell.closed()).isTrue();
            bell.ring();
        }
        assertThat(bell.closed()).isTrue();
        assertThat(bell.stays()).isFalse();
        assertThat(bell.quiet()).isFalse();
    }
}
