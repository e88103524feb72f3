package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.WaitInterruptedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Stations that share goods change between the ways of unloading, throw and leave, as a seed says:
 * each good has been unloaded once, or is handed back once.
 */
@Timeout(60)
class SharingMixedTest {
    private static final int ROUNDS = 400;

    @ParameterizedTest
    @EnumSource(Kind.class)
    void noGoodIsLostOrDoubled(Kind kind) {
        for (long seed = 1; seed <= ROUNDS; seed++) {
            Round round = new Round(kind, seed);
            round.run();
            assertThat(round.goods())
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(round.loaded());
        }
    }

    /** On one thread: what happens in which order is up to the seed. */
    private static final class Round {
        private static final class Bug extends RuntimeException {
            private static final long serialVersionUID = 1L;
        }

        private final Random random;
        private final int stations;
        private final Kind.Rail rail;
        private final List<Long> got = new ArrayList<>();
        private long next;
        private boolean hasFailed;

        Round(Kind kind, long seed) {
            random = new Random(seed);
            stations = 2 + random.nextInt(2);
            int[] sharing = new int[stations];
            for (int i = 0; i < stations; i++) {
                sharing[i] = 1 + i;
            }
            int capacity = 1 << (1 + random.nextInt(10));
            rail =
                    kind.build(
                            1 + stations,
                            of -> of.loading(0).sharing(sharing).trains(1).capacity(capacity));
        }

        void run() {
            boolean[] gone = new boolean[1 + stations];
            for (int step = random.nextInt(40); step > 0; step--) {
                int station = 1 + random.nextInt(stations);
                if (random.nextBoolean()) {
                    load(random.nextInt(200));
                } else if (!gone[station]) {
                    gone[station] = !unload(rail.out(station));
                }
            }
            rail.in(0).close();
            for (int station = 1; station <= stations; station++) {
                if (random.nextInt(3) > 0) {
                    unload(rail.out(station));
                }
                rail.out(station).close();
            }
            rail.close();
        }

        private void load(int many) {
            try {
                for (int i = 0; i < many && !hasFailed && rail.in(0).tryLoad(next); i++) {
                    next++;
                }
                if (!hasFailed && random.nextBoolean()) {
                    rail.in(0).handle().handOver();
                }
            } catch (RailwayClosedException allHaveLeft) {
                hasFailed = true;
            }
        }

        /** Returns whether the station is still there. */
        private boolean unload(Kind.Out out) {
            int last = got.size() + random.nextInt(60);
            LongConsumer throwing =
                    good -> {
                        got.add(good);
                        if (got.size() > last) {
                            throw new Bug();
                        }
                    };
            try {
                switch (random.nextInt(4)) {
                    case 0 -> {
                        for (int i = random.nextInt(5); i > 0 && out.tryUnload(got::add); i--) {}
                    }
                    case 1 -> out.tryUnloadMany(got::add);
                    case 2 -> {
                        Thread.currentThread().interrupt(); // at the first good that is not there
                        out.forEach(throwing);
                    }
                    default -> {
                        out.close();
                        return false;
                    }
                }
            } catch (Bug e) {
                hasFailed = true;
            } catch (RailwayClosedException | WaitInterruptedException e) {
                // it has unloaded what there was
            } finally {
                Thread.interrupted();
            }
            return true;
        }

        List<Long> loaded() {
            return LongStream.range(0, next).boxed().toList();
        }

        List<Long> goods() {
            List<Long> all = new ArrayList<>(got);
            all.addAll(rail.handedBack());
            return all;
        }
    }
}
