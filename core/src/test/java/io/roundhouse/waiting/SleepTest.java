package io.roundhouse.waiting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sleep ends when it is told to, and is timed where untimed ones are not to be trusted. */
@Timeout(60)
final class SleepTest {
    @ParameterizedTest
    @CsvSource({
        "24.0.2, false",
        "25, true",
        "25.0.1, true",
        "25.0.2+10-LTS, true",
        "25.0.3+9-LTS, false",
        "25.0.4, false",
        "26, false"
    })
    void affectedBuildsAreKnown(String version, boolean affected) {
        assertThat(Sleep.missesUnparks(Runtime.Version.parse(version))).isEqualTo(affected);
    }

    @Test
    void aTimeBelowZeroIsOverHoweverFarBelow() {
        for (long nanos : new long[] {0, -1, Long.MIN_VALUE + 1, Long.MIN_VALUE}) {
            long deadline = Sleep.deadline(nanos);
            assertThat(Sleep.left(deadline)).as("%d ns", nanos).isZero();
            assertThat(Sleep.isOver(deadline)).as("%d ns", nanos).isTrue();
            assertThat(Sleep.until(() -> false, deadline)).as("%d ns", nanos).isFalse();
        }
    }

    @Test
    void aSleepWithoutALimitIsTimedWhereThatIsWanted() throws Exception {
        assertThat(stateOfSleeper(true)).isEqualTo(Thread.State.TIMED_WAITING);
        assertThat(stateOfSleeper(false)).isEqualTo(Thread.State.WAITING);
    }

    private static Thread.State stateOfSleeper(boolean timedOnly) throws InterruptedException {
        AtomicBoolean met = new AtomicBoolean();
        AtomicBoolean begun = new AtomicBoolean();
        Wait wait =
                () -> {
                    begun.set(true);
                    return met.get();
                };
        Thread sleeper =
                Thread.startVirtualThread(() -> Sleep.until(wait, Long.MAX_VALUE, timedOnly));
        Thread.State state = sleeper.getState();
        while (!begun.get()
                || (state != Thread.State.WAITING && state != Thread.State.TIMED_WAITING)) {
            Thread.yield();
            state = sleeper.getState();
        }
        met.set(true);
        Sleep.end(sleeper);
        sleeper.join();
        return state;
    }
}
