package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A handle may be closed by the code that it visits: the visit is finished first. */
final class LeavingWithinAVisitTest {
    @Test
    void loaderDoesNotWaitForAStationThatLeftWithinAVisit() {
        LongRailway railway = LongRailway.stations(3).trains(1).capacity(2).build();
        LongLoader loader = railway.loader(0);
        loader.load(1);
        railway.unloader(1).unload((_, _, _) -> railway.unloader(1).close());
        for (long good = 2; good < 10; good++) {
            assertThat(loader.tryLoad(good)).isTrue();
            assertThat(railway.unloader(2).unload((_, _, _) -> {})).isPositive();
        }
        assertThat(railway.unloader(1).hasEnded()).isTrue();
    }

    @Test
    void goodsOfTheVisitInWhichAStationLeavesAreDelivered() {
        LongRailway railway = LongRailway.stations(2).trains(1).capacity(4).build();
        railway.loader(0).load(1);
        railway.loader(0).load(2);
        List<Long> got = new ArrayList<>();
        long n =
                railway.unloader(1)
                        .forEach(good -> {
                            got.add(good);
                            railway.unloader(1).close();
                        });
        assertThat(n).isEqualTo(2);
        assertThat(got).containsExactly(1L, 2L);
        assertThat(railway.undelivered()).isZero();
        assertThatThrownBy(() -> railway.loader(0).load(3))
                .isInstanceOf(RailwayClosedException.class);
    }

    @Test
    void goodsOfTheVisitInWhichALoaderLeavesAreDelivered() {
        LongRailway railway = LongRailway.stations(2).trains(1).capacity(4).build();
        int loaded =
                railway.loader(0)
                        .load((goods, from, _) -> {
                            goods[from] = 7;
                            railway.loader(0).close();
                            // a station that looks now has nothing to unload, and must not go
                            assertThat(railway.unloader(1).tryUnload(_ -> {})).isFalse();
                            return 1;
                        });
        assertThat(loaded).isEqualTo(1);
        List<Long> got = new ArrayList<>();
        railway.unloader(1).forEach(got::add);
        assertThat(got).containsExactly(7L);
        assertThat(railway.undelivered()).isZero();
    }

    @Test
    void aVisitThatLeavesAndThrowsHasLeft() {
        LongRailway railway = LongRailway.stations(2).trains(1).capacity(4).build();
        railway.loader(0).load(1);
        assertThatThrownBy(() ->
                        railway.unloader(1)
                                .unload((_, _, _) -> {
                                    railway.unloader(1).close();
                                    throw new IllegalStateException("thrown");
                                }))
                .hasMessage("thrown");
        assertThat(railway.unloader(1).hasEnded()).isTrue();
        assertThat(railway.failure()).hasMessage("thrown");
    }
}
