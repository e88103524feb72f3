package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.StubWaiter;
import io.roundhouse.waiting.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A loader that has filled a long lane waits a while for room for many, and never for ever. */
class DistanceTest {
    private static final int ROOM = (int) LoadingEnd.LONG_LANE;
    private static final int BLOCK = 1024;

    private final List<Long> times = new ArrayList<>();
    private Runnable meanwhile = () -> {};
    private LongRailway railway = of(ROOM);
    private long loaded;
    private long unloaded;

    private LongRailway of(int room) {
        return LongRailway.stations(2).trains(room).capacity(1).waiting(Scripted::new).build();
    }

    private void loadOne() {
        railway.loader(0).load(loaded);
        loaded++;
    }

    private void fill() {
        while (railway.loader(0).tryLoad(loaded)) {
            loaded++;
        }
    }

    private void unload(int count) {
        for (int i = 0; i < count; i++) {
            assertThat(railway.unloader(1).unload()).isEqualTo(unloaded);
            unloaded++;
        }
    }

    @Test
    void waitsUntilHalfIsFree() {
        fill();
        assertThat(loaded).isEqualTo(ROOM);
        meanwhile = () -> unload(ROOM / 2);

        loadOne();
        fill();

        assertThat(times).hasSize(1).allMatch(nanos -> nanos < Long.MAX_VALUE);
        assertThat(loaded).isEqualTo(ROOM + ROOM / 2);
    }

    @Test
    void goesOnWithLessWhenTheTimeIsUp() {
        fill();
        meanwhile = () -> unload(ROOM / 4);

        loadOne();

        assertThat(times).hasSize(1);
        assertThat(times.getFirst()).isLessThan(Long.MAX_VALUE);
    }

    @Test
    void afterAWaitInVainTheNextOneDoesWithout() {
        fill();
        meanwhile = () -> unload(BLOCK);
        loadOne();
        assertThat(times).hasSize(1);

        fill();
        unload(BLOCK);
        loadOne();
        assertThat(times).hasSize(1);

        fill();
        unload(BLOCK);
        loadOne();
        assertThat(times).hasSize(2);
    }

    @Test
    void aClosingEndsTheWait() {
        fill();
        meanwhile = railway::close;

        assertThatThrownBy(this::loadOne).isInstanceOf(RailwayClosedException.class);
    }

    @Test
    void doesNotWaitForMoreThanOneWhereTheTimeIsLimited() {
        fill();
        meanwhile = () -> unload(BLOCK);

        assertThat(railway.loader(0).tryLoad(loaded, Duration.ofSeconds(1))).isTrue();

        assertThat(times).allMatch(nanos -> nanos == 1_000_000_000);
    }

    @Test
    void aShortLaneTakesWhatThereIs() {
        railway = of(ROOM / 2);
        fill();
        meanwhile = () -> unload(BLOCK);

        loadOne();

        assertThat(times).allMatch(nanos -> nanos == Long.MAX_VALUE);
    }

    /** Lets {@link #meanwhile} run once a wait; then the time is up, if there is an end to it. */
    private final class Scripted extends StubWaiter {
        @Override
        public boolean await(Wait wait, long nanos) {
            if (wait.met() || nanos <= 0) {
                return wait.met();
            }
            times.add(nanos);
            meanwhile.run();
            assertThat(wait.met() || nanos < Long.MAX_VALUE).isTrue();
            return wait.met();
        }

        @Override
        public long waits() {
            return times.size();
        }
    }
}
