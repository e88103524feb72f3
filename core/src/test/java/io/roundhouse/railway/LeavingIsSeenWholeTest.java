package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import io.roundhouse.memory.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever sees that an unloader has left sees all that it did before, and nothing half done. */
@Timeout(60)
class LeavingIsSeenWholeTest {
    private static final int ROUNDS = 2_000;
    private static final int GOODS = 256;

    @Test
    void whatWasTakenOffIsBackWhenTheUnloaderHasLeft() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            LongRailway rail = LongRailway.stations(2).trains(1).capacity(GOODS).build();
            for (long good = 1; good <= GOODS; good++) {
                rail.loader(0).load(good);
            }
            rail.close();
            LongUnloader unloader = rail.unloader(1);
            Thread leaving =
                    Thread.ofPlatform()
                            .start(() -> {
                                unloader.unload();
                                unloader.close();
                            });
            Until.isTrue(() -> unloader.hasEnded());
            List<Long> back = new ArrayList<>();
            rail.handBack(good -> back.add(good));
            leaving.join();
            assertThat(back)
                    .as("round %d", round)
                    .isEqualTo(LongStream.rangeClosed(2, GOODS).boxed().toList());
        }
    }

    @Test
    void whatHasDepartedCountsAsLoaded() {
        try (LongRailway rail = LongRailway.stations(2).trains(8).capacity(256).build()) {
            Lane lane = rail.loader(0).lane;
            Departed loader = new Departed();
            lane.loader(loader);
            loader.departs(5); // and is interrupted before it says so to those who count
            lane.unloaded[0].publish(5);
            assertThat(rail.undelivered()).isZero();
            assertThat(rail.counters().getFirst().loaded()).isEqualTo(5);
            assertThat(rail.counters().getLast().waiting()).isZero();
        }
    }

    private static final class Departed extends Cursor {
        void departs(long next) {
            publishSettled(next);
        }
    }
}
