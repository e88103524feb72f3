package io.roundhouse.proof;

import static io.roundhouse.proof.HowLong.TIMES;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.proof.twin.Flaw;
import io.roundhouse.proof.twin.Handover;
import io.roundhouse.proof.twin.Memory;
import io.roundhouse.railway.LongRailway;
import io.roundhouse.waiting.WaitStrategy;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * A railway of two trains of one good is a queue with room for two, as far as one loader and one
 * unloader can tell: checked by Lincheck under its own schedules of every memory access, and on
 * real threads. Closing is {@link RailwaySimulationTest}'s.
 */
final class LongRailwayModel {
    /** One loader and one unloader, whatever they go through. */
    public static class Goods {
        private final LongRailway railway =
                LongRailway.stations(2)
                        .trains(2)
                        .capacity(1)
                        .waiting(WaitStrategy.busySpin())
                        .build();
        private long next;

        /** Loads the next number: "loaded" or "full". */
        @Operation(nonParallelGroup = "loader")
        public String load() {
            railway.loader(0).handOver();
            boolean loaded = railway.loader(0).tryLoad(next + 1);
            next += loaded ? 1 : 0;
            return loaded ? "loaded" : "full";
        }

        /** Unloads one good, 0 if there is none. */
        @Operation(nonParallelGroup = "unloader")
        public long unload() {
            railway.unloader(1).handOver();
            long[] got = new long[1];
            railway.unloader(1).tryUnload(good -> got[0] = good);
            return got[0];
        }
    }

    /** The same over a twin that publishes a position before its good is there. */
    public static class BrokenGoods {
        private final Handover line =
                new Handover(
                        2,
                        Memory.real(),
                        Flaw.PUBLISHES_BEFORE_IT_STORES,
                        WaitStrategy.busySpin().newWaiter(),
                        WaitStrategy.busySpin().newWaiter());
        private long next;

        /** Loads the next number. */
        @Operation(nonParallelGroup = "loader")
        public String load() {
            if (!line.hasRoom()) {
                return "full";
            }
            line.load(++next);
            return "loaded";
        }

        /** Unloads one good, 0 if there is none. */
        @Operation(nonParallelGroup = "unloader")
        public long unload() {
            long[] got = new long[1];
            if (line.undelivered() > 0) {
                line.unload(good -> got[0] = good);
            }
            return got[0];
        }
    }

    /** A queue with room for two. */
    public static class Queue {
        private long loaded;
        private long unloaded;

        /** Loads the next number. */
        public String load() {
            if (loaded - unloaded == 2) {
                return "full";
            }
            loaded++;
            return "loaded";
        }

        /** Unloads one good, 0 if there is none. */
        public long unload() {
            return loaded == unloaded ? 0 : ++unloaded;
        }
    }

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .iterations(4 * TIMES)
                .invocationsPerIteration(500)
                .sequentialSpecification(Queue.class);
    }

    @Test
    void aRailwayIsAQueueUnderEverySchedule() {
        modelChecking().check(Goods.class);
    }

    @Test
    void aRailwayIsAQueueOnRealThreads() {
        new StressOptions()
                .threads(2)
                .actorsPerThread(3)
                .iterations(3 * TIMES)
                .invocationsPerIteration(500)
                .sequentialSpecification(Queue.class)
                .check(Goods.class);
    }

    @Test
    void aPositionPublishedBeforeItsGoodIsCaught() {
        assertThatThrownBy(() ->
                        modelChecking().minimizeFailedScenario(false).check(BrokenGoods.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
