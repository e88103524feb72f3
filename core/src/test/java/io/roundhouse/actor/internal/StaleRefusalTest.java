package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * A sender finds a mailbox full and is refused more memory, while others have had it grow, or have
 * emptied it, since it looked: it looks once more.
 */
final class StaleRefusalTest {
    private static final int FULL = Letters.FULL;

    @Test
    void whoIsRefusedMemoryThatSomebodyElseGotFirstFindsRoomThere() {
        Letters letters = new Letters();
        letters.fill();
        letters.meanwhile = () -> assertThat(letters.offer(FULL)).isTrue();
        assertThat(letters.offer(FULL + 1)).isTrue();
        letters.drain();
        assertThat(letters.handled)
                .containsExactlyElementsOf(LongStream.range(0, FULL + 2).boxed().toList());
    }

    @Test
    void whoIsRefusedMemoryWhileAllIsHandledFindsRoom() {
        Letters letters = new Letters();
        letters.fill();
        letters.meanwhile = letters::drain;
        assertThat(letters.offer(FULL)).isTrue();
        letters.drain();
        assertThat(letters.handled)
                .containsExactlyElementsOf(LongStream.range(0, FULL + 1).boxed().toList());
    }

    @Test
    void whoIsRefusedWhileNothingChangesIsRefused() {
        Letters letters = new Letters();
        letters.fill();
        letters.meanwhile = () -> {};
        assertThat(letters.offer(FULL)).isFalse();
        letters.drain();
        assertThat(letters.handled).hasSize(FULL);
    }
}
