package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.WaitStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loaders and unloaders that change between one good at a time, many at a time, with and without
 * waiting, as a seed says, and leave when they like: what a loader has loaded is, for every
 * unloader, what that one unloaded and then what it left behind, in order.
 */
@Timeout(120)
class MixedWaysTest {
    private static final int[][] SIZES = {
        {1, 1}, {1, 3}, {2, 7}, {1, 64}, {3, 50}, {1, 255}, {1, 257}, {3, 85}, {3, 100}, {5, 131},
        {8, 256}, {2, 2048}
    };
    private static final Duration MOMENT = Duration.ofNanos(20_000);
    private static final int LOADER = 48; // a good is its loader's number above, its place below

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void whatIsLoadedIsUnloadedOrHandedBack(int seeds) throws Exception {
        for (int i = 0; i < 150; i++) {
            long seed = seeds * 1_000_000L + i;
            try {
                new Round(seed).run();
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static final class Round {
        final Random random;
        final long seed;
        final int loaders;
        final int unloaders;
        final boolean leaving;
        final boolean closing;
        final int goods;
        final LongRailway rail;
        final long[] loaded;
        final List<long[]> next = new ArrayList<>();
        final AtomicReference<Throwable> failure = new AtomicReference<>();

        Round(long seed) {
            this.seed = seed;
            random = new Random(seed);
            loaders = 1 + random.nextInt(3);
            unloaders = 1 + random.nextInt(3) / 2;
            leaving = random.nextInt(3) != 0;
            closing = random.nextInt(4) == 0;
            int[] size = SIZES[random.nextInt(SIZES.length)];
            goods = size[1] < 50 ? 500 + random.nextInt(500) : 1000 + random.nextInt(20_000);
            rail =
                    LongRailway.stations(loaders + unloaders)
                            .loading(numbers(0, loaders))
                            .unloading(numbers(loaders, loaders + unloaders))
                            .trains(size[0])
                            .capacity(size[1] * loaders)
                            .waiting(
                                    random.nextBoolean()
                                            ? WaitStrategy.adaptive()
                                            : WaitStrategy.parking())
                            .build();
            loaded = new long[loaders];
        }

        private static int[] numbers(int from, int to) {
            int[] all = new int[to - from];
            Arrays.setAll(all, i -> from + i);
            return all;
        }

        void run() throws Exception {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < loaders; i++) {
                int me = i;
                threads.add(start("loader " + i, () -> load(me)));
            }
            for (int i = 0; i < unloaders; i++) {
                int me = i;
                next.add(new long[loaders]);
                threads.add(start("unloader " + i, () -> unload(me)));
            }
            if (closing) {
                threads.add(
                        start(
                                "closer",
                                () -> {
                                    long at = new Random(seed).nextInt(goods);
                                    while (rail.counters().getFirst().loaded() < at
                                            && rail.unloader(loaders).hasEnded() == false
                                            && failure.get() == null
                                            && threads.getFirst().isAlive()) {
                                        Thread.onSpinWait();
                                    }
                                    rail.close();
                                }));
            }
            for (Thread each : threads) {
                each.join();
            }
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
            rail.close();
            if (unloaders == 1) {
                long[] from = next.getFirst();
                long left = 0;
                for (int i = 0; i < loaders; i++) {
                    left += loaded[i] - from[i];
                }
                assertThat(rail.undelivered()).isEqualTo(left);
                rail.handBack(good -> check(from, good, "handed back"));
                assertThat(from).isEqualTo(loaded);
            } else if (!leaving && !closing) {
                for (long[] each : next) {
                    assertThat(each).isEqualTo(loaded);
                }
            } else if (!leaving) { // an unloader may come to its end before a last visit does
                handBackBehindTheSlowest();
            }
        }

        private void handBackBehindTheSlowest() {
            long[] slowest = loaded.clone();
            for (long[] each : next) {
                for (int i = 0; i < loaders; i++) {
                    slowest[i] = Math.min(slowest[i], each[i]);
                }
            }
            rail.handBack(good -> check(slowest, good, "handed back"));
            assertThat(slowest).isEqualTo(loaded);
        }

        private Thread start(String name, Runnable what) {
            return Thread.ofPlatform()
                    .name(name)
                    .start(() -> {
                        try {
                            what.run();
                        } catch (Throwable e) {
                            failure.compareAndSet(null, e);
                            rail.fail(e);
                        }
                    });
        }

        private static void check(long[] next, long good, String where) {
            int from = (int) (good >>> LOADER) - 1;
            if (from < 0 || from >= next.length || (good & ((1L << LOADER) - 1)) != next[from]) {
                throw new AssertionError(
                        where + " " + Long.toHexString(good) + " after " + Arrays.toString(next));
            }
            next[from]++;
        }

        private void load(int me) {
            Random mine = new Random(seed + 31 * me);
            LongLoader to = rail.loader(me);
            long tag = (me + 1L) << LOADER;
            try {
                while (loaded[me] < goods) {
                    int times = 1 + mine.nextInt(mine.nextInt(200) + 1);
                    int way = mine.nextInt(6);
                    for (int i = 0; i < times && loaded[me] < goods; i++) {
                        long good = tag | loaded[me];
                        switch (way) {
                            case 0, 1 -> {
                                to.load(good);
                                loaded[me]++;
                            }
                            case 2 -> loaded[me] += to.tryLoad(good) ? 1 : 0;
                            case 3 -> loaded[me] += to.tryLoad(good, MOMENT) ? 1 : 0;
                            case 4 -> loaded[me] += to.load(visit(mine, good));
                            default -> loaded[me] += to.tryLoad(visit(mine, good));
                        }
                    }
                    if (mine.nextInt(4) == 0) {
                        Thread.yield();
                    }
                }
            } catch (RailwayClosedException e) {
                // all that unload have left, or the closer has closed
            }
            to.close();
        }

        private static LongLoader.Visit visit(Random mine, long first) {
            int most = mine.nextInt(3) == 0 ? mine.nextInt(10) : Integer.MAX_VALUE;
            return (train, from, to) -> {
                int n = Math.min(most, to - from);
                for (int i = 0; i < n; i++) {
                    train[from + i] = first + i;
                }
                return n;
            };
        }

        private void unload(int me) {
            Random mine = new Random(seed + 77 * (me + 1));
            LongUnloader from = rail.unloader(loaders + me);
            long[] expected = next.get(me);
            long leaveAfter = leaving ? mine.nextInt(goods * loaders) : Long.MAX_VALUE;
            long count = 0;
            LongUnloader.Visit visit =
                    (train, start, end) -> {
                        for (int i = start; i < end; i++) {
                            check(expected, train[i], "visited");
                        }
                    };
            try {
                while (!from.hasEnded()) {
                    int times = 1 + mine.nextInt(mine.nextInt(200) + 1);
                    int way = mine.nextInt(6);
                    for (int i = 0; i < times; i++) {
                        if (count >= leaveAfter) {
                            from.close();
                            return;
                        }
                        switch (way) {
                            case 0, 1 -> {
                                check(expected, from.unload(), "unloaded");
                                count++;
                            }
                            case 2 ->
                                    count +=
                                            from.tryUnload(g -> check(expected, g, "tried"))
                                                    ? 1
                                                    : 0;
                            case 3 ->
                                    count +=
                                            from.tryUnload(
                                                            g -> check(expected, g, "waited"),
                                                            MOMENT)
                                                    ? 1
                                                    : 0;
                            case 4 -> count += from.unload(visit);
                            default -> count += from.tryUnload(visit);
                        }
                    }
                    if (mine.nextInt(4) == 0) {
                        Thread.yield();
                    }
                }
            } catch (RailwayClosedException e) {
                // the end
            }
        }
    }
}
