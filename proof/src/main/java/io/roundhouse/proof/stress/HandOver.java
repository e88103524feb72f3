package io.roundhouse.proof.stress;

import io.roundhouse.railway.LongLoader;
import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.LongUnloader;
import io.roundhouse.railway.RailwayClosedException;
import io.roundhouse.waiting.WaitStrategy;
import java.time.Duration;

/** Small railways for the tests of this package, and words for what came out. */
final class HandOver {
    /**
     * Far longer than any wait of these tests, so that a station that is stuck is an outcome that
     * the test forbids and not a test that hangs.
     */
    static final Duration STUCK = Duration.ofSeconds(5);

    private HandOver() {}

    /** Station 0 loads, all others unload; waiting gives way, as there may be one processor. */
    static LongRailway railway(int stations, int trains, int capacity) {
        return LongRailway.stations(stations)
                .trains(trains)
                .capacity(capacity)
                .waiting(WaitStrategy.yielding())
                .build();
    }

    /** Unloads one good: the good, 0 if there is none now. */
    static int now(LongUnloader unloader) {
        long[] got = new long[1];
        unloader.tryUnload(good -> got[0] = good);
        return (int) got[0];
    }

    /** Unloads one good: the good, -1 if none came. */
    static int next(LongUnloader unloader) {
        long[] got = {-1};
        unloader.tryUnload(good -> got[0] = good, STUCK);
        return (int) got[0];
    }

    /**
     * Loads one good: "loaded", "refused" if nothing more may be loaded, "stuck" if no room came.
     */
    static String load(LongLoader loader, long good) {
        try {
            return loader.tryLoad(good, STUCK) ? "loaded" : "stuck";
        } catch (RailwayClosedException e) {
            return "refused";
        }
    }
}
