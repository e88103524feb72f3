package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.railway.Kind.Rail;
import io.roundhouse.waiting.Strategies;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How every railway waits, whatever it carries: with a time, interrupted, parked, and counted. */
@Timeout(60)
class WaitingContractTest {
    @ParameterizedTest
    @EnumSource
    void waitsForGoodsAndForRoomEndWhenTheTimeIsUp(Kind kind) {
        Rail rail = kind.small(1);
        Duration time = Duration.ofMillis(2);

        assertThat(rail.out(1).tryUnload(_ -> {}, time)).isFalse();
        assertThat(rail.in(0).tryLoad(1, time)).isTrue();
        assertThat(rail.in(0).tryLoad(2, time)).isFalse();
        assertThat(rail.out(1).tryUnload(good -> assertThat(good).isEqualTo(1), time)).isTrue();
        assertThat(rail.in(0).tryLoad(3, Duration.ZERO)).isTrue();
        assertThat(rail.in(0).tryLoad(4, Duration.ZERO)).isFalse();
        assertThat(rail.out(1).unload()).isEqualTo(3);
        assertThat(rail.out(1).tryUnload(_ -> {}, Duration.ZERO)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aTimeTooLongForNanosecondsIsForEver(Kind kind) throws Exception {
        Rail rail = kind.small(1);
        Duration ages = Duration.ofSeconds(Long.MAX_VALUE);
        List<Long> got = new ArrayList<>();
        try (Crew crew = Crew.ofPlatform()) {
            Thread unloader =
                    crew.start(
                            "unloader",
                            () -> {
                                assertThat(rail.out(1).tryUnload(got::add, ages)).isTrue();
                            });
            Until.isAsleep(unloader);
            assertThat(rail.in(0).tryLoad(1, ages)).isTrue();
            crew.join();

            rail.in(0).handle().handOver();
            rail.in(0).load(2);
            rail.in(0).handle().handOver();
            Thread loader =
                    crew.start("loader", () -> assertThat(rail.in(0).tryLoad(3, ages)).isTrue());
            Until.isAsleep(loader);
            rail.out(1).handle().handOver();
            got.add(rail.out(1).unload());
            crew.join();
        }

        assertThat(got).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @EnumSource
    void aNegativeTimeIsRefused(Kind kind) {
        Rail rail = kind.small(1);
        Duration negative = Duration.ofSeconds(-1);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> rail.in(0).tryLoad(1, negative))
                .withMessage("a time to wait cannot be negative: PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rail.out(1).tryUnload(_ -> {}, negative));
        assertThat(rail.railway().isOpen()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptedWaitForGoodsUnloadsNothingAndKeepsTheFlag(Kind kind) throws Exception {
        Rail rail = kind.small(2);
        try (Crew crew = Crew.ofPlatform()) {
            Thread unloader =
                    crew.start(
                            "unloader",
                            () -> {
                                assertThatThrownBy(() -> rail.out(1).unload())
                                        .isInstanceOf(WaitInterruptedException.class)
                                        .hasMessage(
                                                "interrupted while waiting: station 1 waits for goods;"
                                                        + " they come from station 0");
                                assertThat(Thread.interrupted()).isTrue();
                                assertThat(rail.out(1).unload())
                                        .isEqualTo(7); // as if nothing had been
                            });
            Until.isAsleep(unloader);
            unloader.interrupt();
            awaitParkedAgain(rail, unloader);
            rail.in(0).load(7);
            crew.join();
        }
        assertThat(rail.railway().isOpen()).isTrue();
    }

    private static void awaitParkedAgain(Rail rail, Thread unloader) {
        Until.isTrue(() -> rail.railway().counters().get(1).waitsForGoods() >= 2);
        Until.isAsleep(unloader);
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptedWaitForRoomLoadsNothingAndKeepsTheFlag(Kind kind) throws Exception {
        Rail rail = kind.small(1);
        rail.in(0).load(1);
        rail.in(0).handle().handOver();
        CountDownLatch interrupted = new CountDownLatch(1);
        try (Crew crew = Crew.ofPlatform()) {
            Thread loader =
                    crew.start(
                            "loader",
                            () -> {
                                assertThatThrownBy(() -> rail.in(0).load(2))
                                        .isInstanceOf(WaitInterruptedException.class)
                                        .hasMessage(
                                                "interrupted while waiting: station 0 waits for room;"
                                                        + " station 1 has 1 of 1 to unload");
                                assertThat(Thread.interrupted()).isTrue();
                                interrupted.countDown();
                                rail.in(0).load(3);
                            });
            Until.isAsleep(loader);
            loader.interrupt();
            interrupted.await();
            assertThat(rail.out(1).unload()).isEqualTo(1);
            assertThat(rail.out(1).unload()).isEqualTo(3);
            crew.join();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anInterruptDoesNotDisturbWhoNeedNotWait(Kind kind) {
        Rail rail = kind.small(1);
        Thread.currentThread().interrupt();
        try {
            rail.in(0).load(1);
            assertThat(rail.in(0).tryLoad(2)).isFalse();
            assertThat(rail.out(1).unload()).isEqualTo(1);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void waitersPark(Kind kind) throws Exception {
        for (var strategy : Strategies.sleeping()) {
            for (boolean virtual : new boolean[] {false, true}) {
                Rail rail = kind.build(2, of -> of.trains(1).capacity(1).waiting(strategy));
                try (Crew crew = Crew.of(virtual)) {
                    Thread unloader =
                            crew.start("unloader", () -> assertThat(rail.out(1).rest()).hasSize(2));
                    Until.isAsleep(unloader);
                    rail.in(0).load(1);
                    Until.isAsleep(unloader);
                    rail.in(0).load(2);
                    rail.in(0).close();
                    crew.join();
                }
                StationCounters one = rail.railway().counters().get(1);
                assertThat(one.waitsForGoods()).isPositive();
                assertThat(one.parksForGoods()).isPositive();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void countersCountGoodsWaitsAndParks(Kind kind) throws Exception {
        Rail rail = kind.build(3, of -> of.trains(1).capacity(2));
        rail.in(0).loadAll(1, 2);
        rail.out(1).unload();
        assertThat(rail.railway().counters())
                .containsExactly(
                        new StationCounters(0, 2, 0, 0, 0, 0, 0, 0),
                        new StationCounters(1, 0, 1, 1, 0, 0, 0, 0),
                        new StationCounters(2, 0, 0, 2, 0, 0, 0, 0));

        rail.in(0).handle().handOver();
        try (Crew crew = Crew.ofPlatform()) {
            Thread loader = crew.start("loader", () -> rail.in(0).load(3));
            Until.isAsleep(loader);
            rail.out(2).unload();
            crew.join();
        }

        StationCounters zero = rail.railway().counters().getFirst();
        assertThat(zero.loaded()).isEqualTo(3);
        assertThat(zero.waitsForRoom()).isEqualTo(1);
        assertThat(zero.parksForRoom()).isPositive();
        assertThat(zero.waitsForGoods()).isZero();
    }
}
