package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Rounds of {@link ChannelSoak}, for as many seconds as the property {@code soak.seconds} says; a
 * few, where it says nothing.
 */
@Timeout(3_600)
final class ChannelSoakTest {
    @Test
    void nothingIsLostDoubledOrStuck() throws Exception {
        long end = System.nanoTime() + 1_000_000_000L * Long.getLong("soak.seconds", 1);
        long seed = Long.getLong("soak.seed", 1);
        do {
            ChannelSoak soak = new ChannelSoak(seed++);
            assertThat(soak.run()).as(soak.toString()).isEmpty();
        } while (System.nanoTime() - end < 0);
    }
}
