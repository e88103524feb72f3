package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CyclicBarrier;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Carrying goods allocates nothing, on either side, one by one or many at a time. */
@Timeout(60)
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 200_000;
    private static final int ROUNDS = 3;
    private static final int GOODS = 200_000;

    private static final class Trade {
        long price;
    }

    private static long sink;

    /** Moves so many goods, in the calling thread. */
    private interface Mover {
        void move(int goods);
    }

    /**
     * How many bytes a thread allocates while it moves goods, once warm: in the best of a few
     * rounds, for the compiler may take a frame apart in one of them.
     */
    private static long allocated(CyclicBarrier start, Mover mover) throws Exception {
        mover.move(WARM_UP);
        THREADS.getCurrentThreadAllocatedBytes();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            start.await();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            mover.move(GOODS);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private static void assertNothingAllocated(Mover... sides) throws Exception {
        CyclicBarrier start = new CyclicBarrier(sides.length);
        long[] bytes = new long[sides.length];
        try (Crew crew = Crew.ofPlatform()) {
            for (int i = 0; i < sides.length; i++) {
                int side = i;
                crew.start("side " + i, () -> bytes[side] = allocated(start, sides[side]));
            }
            crew.join();
        }
        assertThat(bytes).containsOnly(0);
    }

    @Test
    void theMeasurementSeesWhatIsAllocated() throws Exception {
        Object[] last = new Object[1];

        long bytes =
                allocated(
                        new CyclicBarrier(1),
                        goods -> {
                            for (int i = 0; i < goods; i++) {
                                last[0] = new long[2];
                            }
                        });

        assertThat(bytes).isGreaterThan(GOODS * 16L);
    }

    @Test
    void longsOneByOne() throws Exception {
        LongRailway railway = LongRailway.stations(3).trains(8).capacity(256).build();
        LongConsumer taker = good -> sink = good;

        assertNothingAllocated(
                goods -> {
                    for (int i = 0; i < goods; i++) {
                        railway.loader(0).load(i);
                    }
                },
                goods -> {
                    for (int i = 0; i < goods; i++) {
                        sink = railway.unloader(1).unload();
                    }
                },
                goods -> {
                    for (int i = 0; i < goods; ) {
                        i += railway.unloader(2).tryUnload(taker) ? 1 : 0;
                    }
                });
    }

    @Test
    void longsManyAtATime() throws Exception {
        LongRailway railway = LongRailway.stations(2).trains(8).capacity(256).build();
        int[] left = new int[2];
        LongLoader.Visit loads =
                (train, from, to) -> {
                    int count = Math.min(left[0], to - from);
                    for (int i = from; i < from + count; i++) {
                        train[i] = i;
                    }
                    left[0] -= count;
                    return count;
                };
        LongUnloader.Visit unloads =
                (train, from, to) -> {
                    sink = train[from];
                    left[1] -= to - from;
                };

        assertNothingAllocated(
                goods -> {
                    for (left[0] = goods; left[0] > 0; ) {
                        railway.loader(0).load(loads);
                    }
                },
                goods -> {
                    for (left[1] += goods;
                            left[1] > 0; ) { // a visit may take some of the next round
                        railway.unloader(1).unload(unloads);
                    }
                });
    }

    @Test
    void referencesOneByOne() throws Exception {
        Railway<Trade> railway = Railway.<Trade>stations(2).trains(8).capacity(256).build();
        Trade trade = new Trade();

        assertNothingAllocated(
                goods -> {
                    for (int i = 0; i < goods; i++) {
                        railway.loader(0).load(trade);
                    }
                },
                goods -> {
                    for (int i = 0; i < goods; i++) {
                        sink = railway.unloader(1).unload().price;
                    }
                });
    }

    @Test
    void referencesManyAtATimeToSeveralStations() throws Exception {
        Railway<Trade> railway = Railway.<Trade>stations(3).trains(8).capacity(256).build();
        Trade trade = new Trade();
        int[] left = new int[1];
        Loader.Visit<Trade> loads =
                (train, room) -> {
                    int count = Math.min(left[0], room);
                    for (int i = 0; i < count; i++) {
                        train.set(i, trade);
                    }
                    left[0] -= count;
                    return count;
                };

        assertNothingAllocated(
                goods -> {
                    for (left[0] = goods; left[0] > 0; ) {
                        railway.loader(0).load(loads);
                    }
                },
                unloadsManyAtATime(railway.unloader(1)),
                goods -> {
                    for (int i = 0; i < goods; i++) {
                        sink = railway.unloader(2).unload().price;
                    }
                });
    }

    @Test
    void goodsInPlaceOneByOneAndManyAtATime() throws Exception {
        Railway<Trade> railway =
                Railway.stations(2).inPlace(Trade::new).trains(8).capacity(256).build();

        assertNothingAllocated(
                goods -> {
                    for (int i = 0; i < goods; i++) {
                        railway.loader(0).fill(trade -> trade.price = 7);
                    }
                },
                unloadsManyAtATime(railway.unloader(1)));
    }

    /**
     * An unloader's visits; what a visit has beyond the goods asked for counts for the next round.
     */
    private static Mover unloadsManyAtATime(Unloader<Trade> unloader) {
        int[] left = {0};
        Unloader.Visit<Trade> visit =
                (train, size) -> {
                    for (int i = 0; i < size; i++) {
                        sink = train.get(i).price;
                    }
                    left[0] -= size;
                };
        return goods -> {
            for (left[0] += goods; left[0] > 0; ) {
                unloader.unload(visit);
            }
        };
    }
}
