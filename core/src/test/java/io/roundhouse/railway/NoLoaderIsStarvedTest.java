package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A loader that always has the next good ready does not keep the goods of others waiting. */
final class NoLoaderIsStarvedTest {
    private static final int ROUNDS = 100;

    private final LongRailway railway =
            LongRailway.stations(4).loading(0, 1, 2).unloading(3).trains(2).capacity(6).build();
    private final List<Long> unloaded = new ArrayList<>();

    @Test
    void whereGoodsAreUnloadedOneAtATime() {
        withABusyLoader(() -> unloaded.add(railway.unloader(3).unload()));
    }

    @Test
    void whereGoodsAreTakenOneAtATime() {
        withABusyLoader(() -> railway.unloader(3).tryUnload(unloaded::add));
    }

    @Test
    void whereGoodsAreUnloadedInTrains() {
        withABusyLoader(() ->
                railway.unloader(3)
                        .unload((goods, from, to) -> {
                            for (int i = from; i < to; i++) {
                                unloaded.add(goods[i]);
                            }
                        }));
    }

    private void withABusyLoader(Runnable unloadSome) {
        railway.loader(0).load(0);
        railway.loader(1).load(1); // one good each, and never again
        railway.loader(2).load(2);
        for (int round = 0; round < ROUNDS && !unloaded.containsAll(List.of(1L, 2L)); round++) {
            unloadSome.run();
            railway.loader(0).tryLoad(0);
        }
        assertThat(unloaded).contains(1L, 2L);
    }
}
