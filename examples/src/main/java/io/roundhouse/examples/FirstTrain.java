package io.roundhouse.examples;

import io.roundhouse.railway.LongLoader;
import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.LongUnloader;
import java.util.LongSummaryStatistics;

/** One thread loads a million goods, another unloads them and prints how many, and their sum. */
public final class FirstTrain {
    private FirstTrain() {}

    // @start region="first-train"
    public static void main(String[] args) {
        try (LongRailway railway = LongRailway.stations(2).trains(8).capacity(1_024).build()) {
            Thread.ofPlatform().start(() -> loadAll(railway.loader(0)));
            unloadAll(railway.unloader(1));
        }
    }

    static void loadAll(LongLoader station) {
        try (station) { // it leaves when it has loaded its last good
            for (long good = 1; good <= 1_000_000; good++) {
                station.load(good);
            }
        }
    }

    static void unloadAll(LongUnloader station) {
        LongSummaryStatistics goods = new LongSummaryStatistics();
        station.forEach(goods); // until every loader has left
        System.out.println(goods.getCount() + " goods, sum " + goods.getSum());
    }
    // @end
}
