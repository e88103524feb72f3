package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One thread does all that can be done to a railway of numbers, in an order of chance, and the same
 * to an {@link ArrayDeque}; and what others are told of positions is right after each step, however
 * the handles go on by themselves.
 */
@Timeout(60)
final class SeriesTest {
    private static final int STEPS = 4_000;

    @ParameterizedTest
    @CsvSource({
        "1, 1", "2, 1", "3, 1", "7, 1", "1, 5", "64, 1", "63, 4", "255, 1", "256, 1", "257, 1",
        "16, 16", "3, 100", "5, 211", "4096, 1"
    })
    void whatIsDoneToARailwayIsWhatIsDoneToAList(int trains, int capacity) {
        for (int seed = 0; seed < 4; seed++) {
            try (LongRailway railway =
                    LongRailway.stations(2).trains(trains).capacity(capacity).build()) {
                new Pair(railway, (long) trains * capacity, new Random(seed)).goThrough();
            }
        }
    }

    private static final class Pair {
        private final LongRailway railway;
        private final LongLoader loader;
        private final LongUnloader unloader;
        private final long room;
        private final Random random;
        private final ArrayDeque<Long> list = new ArrayDeque<>();
        private long next = 1;
        private long taken;

        Pair(LongRailway railway, long room, Random random) {
            this.railway = railway;
            this.loader = railway.loader(0);
            this.unloader = railway.unloader(1);
            this.room = room;
            this.random = random;
        }

        void goThrough() {
            for (int i = 0; i < STEPS; i++) {
                int times = 1 + random.nextInt(1 + random.nextInt(150));
                switch (random.nextInt(9)) {
                    case 0, 1 -> load(times);
                    case 2 -> tryLoad(times);
                    case 3 -> visitToLoad(times);
                    case 4, 5 -> unload(times);
                    case 6 -> tryUnload(times);
                    case 7 -> visitToUnload();
                    default -> loadAndUnload(times);
                }
                look();
            }
        }

        private void load(int times) {
            for (int i = 0; i < times && list.size() < room; i++) {
                list.add(next);
                loader.load(next++);
                look();
            }
        }

        private void tryLoad(int times) {
            for (int i = 0; i < times; i++) {
                boolean fits = list.size() < room;
                assertThat(loader.tryLoad(next)).isEqualTo(fits);
                if (fits) {
                    list.add(next++);
                }
            }
        }

        private void visitToLoad(int times) {
            int loaded =
                    loader.tryLoad((goods, from, to) -> {
                        int end = Math.min(to, from + times - 1);
                        for (int i = from; i < end; i++) {
                            list.add(next);
                            goods[i] = next++;
                        }
                        return Math.max(0, end - from);
                    });
            assertThat(loaded == 0 || list.size() <= room).isTrue();
        }

        private void unload(int times) {
            for (int i = 0; i < times && !list.isEmpty(); i++) {
                assertThat(unloader.unload()).isEqualTo(list.remove());
                taken++;
                look();
            }
        }

        private void tryUnload(int times) {
            for (int i = 0; i < times; i++) {
                boolean any = !list.isEmpty();
                assertThat(unloader.tryUnload(good -> assertThat(good).isEqualTo(list.remove())))
                        .isEqualTo(any);
                taken += any ? 1 : 0;
            }
        }

        private void visitToUnload() {
            taken +=
                    unloader.tryUnload((goods, from, to) -> {
                        for (int i = from; i < to; i++) {
                            assertThat(goods[i]).isEqualTo(list.remove());
                        }
                    });
        }

        private void loadAndUnload(int times) {
            for (int i = 0; i < times; i++) {
                load(1);
                unload(1);
            }
        }

        private void look() {
            assertThat(railway.undelivered()).isEqualTo(list.size());
            assertThat(railway.counters().getFirst().loaded()).isEqualTo(next - 1);
            assertThat(railway.counters().getLast().unloaded()).isEqualTo(taken);
            assertThat(railway.counters().getLast().waiting()).isEqualTo(list.size());
        }
    }
}
