package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * One good of a loader that loads no more arrives although another loader always has whole blocks
 * ready. All stations are on one thread, so that the busy loader is never late.
 */
class QuietLoaderTest {
    private static final long QUIET = -1;

    @Test
    void oneGoodArrivesBesideAStreamOneByOne() {
        try (LongRailway rail = threeStations()) {
            LongLoader busy = rail.loader(0);
            LongUnloader unloader = rail.unloader(2);
            fill(busy);
            for (int i = 0; i < 1000; i++) { // the unloader gets used to a stream
                unloader.unload();
                fill(busy);
            }
            rail.loader(1).load(QUIET);
            boolean seen = false;
            for (int i = 0; i < 300_000 && !seen; i++) {
                seen = unloader.unload() == QUIET;
                fill(busy);
            }
            assertThat(seen).isTrue();
        }
    }

    @Test
    void oneGoodArrivesBesideAStreamInVisits() {
        try (LongRailway rail = threeStations()) {
            LongLoader busy = rail.loader(0);
            LongUnloader unloader = rail.unloader(2);
            AtomicBoolean seen = new AtomicBoolean();
            LongUnloader.Visit visit =
                    (goods, from, to) -> {
                        for (int i = from; i < to; i++) {
                            if (goods[i] == QUIET) {
                                seen.set(true);
                            }
                        }
                    };
            for (int i = 0; i < 100; i++) {
                fill(busy);
                unloader.unload(visit);
            }
            rail.loader(1).load(QUIET);
            for (int i = 0; i < 1000 && !seen.get(); i++) {
                fill(busy);
                unloader.unload(visit);
            }
            assertThat(seen.get()).isTrue();
        }
    }

    @Test
    void oneReferenceArrivesBesideAStream() {
        try (Railway<Long> rail =
                Railway.<Long>stations(3).loading(0, 1).trains(8).capacity(1024).build()) {
            Loader<Long> busy = rail.loader(0);
            Unloader<Long> unloader = rail.unloader(2);
            Long good = 1L;
            Long quiet = QUIET;
            for (int i = 0; i < 1000; i++) {
                while (busy.tryLoad(good)) {}
                unloader.unload();
            }
            rail.loader(1).load(quiet);
            boolean seen = false;
            for (int i = 0; i < 300_000 && !seen; i++) {
                while (busy.tryLoad(good)) {}
                seen = unloader.unload().equals(quiet);
            }
            assertThat(seen).isTrue();
        }
    }

    private static LongRailway threeStations() {
        return LongRailway.stations(3).loading(0, 1).trains(8).capacity(1024).build();
    }

    private static void fill(LongLoader busy) {
        while (busy.tryLoad(1)) {}
    }
}
