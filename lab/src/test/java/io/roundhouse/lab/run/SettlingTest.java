package io.roundhouse.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who compiles comes to rest, and who spins does not. */
class SettlingTest {

    private final Settling settling = new Settling();
    private long nowMillis;
    private long busyUntilMillis;

    @Test
    void whoCompilesForASecondComesToRest() throws Exception {
        busyUntilMillis = 1_000;

        assertThat(comesToRest()).isTrue();
        assertThat(nowMillis).isBetween(1_300L, 1_400L);
    }

    @Test
    void whoSpinsIsGivenUp() throws Exception {
        busyUntilMillis = Long.MAX_VALUE;

        assertThat(comesToRest()).isFalse();
        assertThat(nowMillis).isEqualTo(2_000);
    }

    /** The host of a virtual machine takes the processor for a while. */
    @Test
    void whoSpinsWithoutAProcessorForAMomentIsGivenUp() throws Exception {
        assertThat(
                        settling.comesToRest(
                                () -> nowMillis / 300 * 300 * 1_000_000L,
                                millis -> nowMillis += millis))
                .isFalse();
    }

    @Test
    void whoIsAtWorkAgainAndAgainIsNotBorne() throws Exception {
        busyUntilMillis = 300;
        assertThat(comesToRest()).isTrue();
        busyUntilMillis = nowMillis + 300;
        assertThat(comesToRest()).isFalse();
    }

    private boolean comesToRest() throws InterruptedException {
        return settling.comesToRest(
                () -> Math.min(nowMillis, busyUntilMillis) * 1_000_000,
                millis -> nowMillis += millis);
    }
}
