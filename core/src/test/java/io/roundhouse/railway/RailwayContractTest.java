package io.roundhouse.railway;

import static io.roundhouse.railway.Crew.awaitParked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.roundhouse.railway.Kind.In;
import io.roundhouse.railway.Kind.Out;
import io.roundhouse.railway.Kind.Rail;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every railway promises, whatever it carries: the rule of departure, order, room. */
@Timeout(60)
class RailwayContractTest {

    // ---- departure ----------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void oneGoodIsDeliveredThoughItsLoaderNeverComesBack(Kind kind) {
        Rail rail = kind.build(2, of -> of.trains(8).capacity(256));

        rail.in(0).load(42);

        assertThat(rail.out(1).unload()).isEqualTo(42);
        assertThat(rail.out(1).tryUnload(_ -> {})).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitsGetsAGoodThatIsLoadedLater(Kind kind) throws Exception {
        Rail rail = kind.build(2, of -> of.trains(8).capacity(256));
        List<Long> got = new ArrayList<>();
        try (Crew crew = Crew.ofPlatform()) {
            Thread unloader = crew.start("unloader", () -> got.add(rail.out(1).unload()));
            awaitParked(unloader);

            rail.in(0).load(42);
            crew.join();
        }

        assertThat(got).containsExactly(42L);
    }

    @ParameterizedTest
    @EnumSource
    void loadersThatNeverStartStopNobody(Kind kind) throws Exception {
        Rail rail = kind.build(4, of -> of.loading(0, 1, 2).trains(2).capacity(7));
        try (Crew crew = Crew.ofPlatform()) {
            crew.start(
                    "the only loader",
                    () -> {
                        for (int i = 0; i < 1_000; i++) {
                            rail.in(1).load(i);
                        }
                    });
            for (int i = 0; i < 1_000; i++) {
                assertThat(rail.out(3).unload()).isEqualTo(i);
            }
            crew.join();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUnloaderThatNeverStartsHoldsUpNobodyButForItsOwnGoodsRoom(Kind kind) {
        Rail rail = kind.build(4, of -> of.route(0, 2).route(1, 3).trains(1).capacity(6));

        for (int i = 0; i < 100; i++) { // 2 reads what 0 loads; 3, which never starts, what 1 loads
            rail.in(0).load(i);
            assertThat(rail.out(2).unload()).isEqualTo(i);
        }
        rail.in(1).loadAll(1, 2, 3);

        assertThat(rail.in(1).tryLoad(4)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aSlowStationHoldsUpTheLoaderOnlyWhenTheRoomIsFull(Kind kind) {
        Rail rail = kind.build(3, of -> of.trains(2).capacity(2));

        rail.in(0).loadAll(1, 2, 3, 4);
        assertThat(rail.out(1).unload()).isEqualTo(1);
        assertThat(rail.out(1).unload()).isEqualTo(2);
        assertThat(rail.in(0).tryLoad(5)).isFalse();
        assertThat(rail.out(2).unload()).isEqualTo(1);
        assertThat(rail.in(0).tryLoad(5)).isTrue();
        assertThat(rail.in(0).tryLoad(6)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aBusyLoaderDoesNotStarveTheOthers(Kind kind) {
        Rail rail = kind.build(3, of -> of.loading(0, 1).trains(2).capacity(4));
        rail.in(1).load(1_000);

        List<Long> first = new ArrayList<>();
        for (int i = 0; i < 20; i++) { // whenever a good was unloaded, station 0 has the next
            rail.in(0).tryLoad(i);
            rail.in(0).tryLoad(i);
            first.add(rail.out(2).unload());
        }

        assertThat(first).contains(1_000L);
    }

    // ---- room ---------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void thereAreNeverMoreGoodsOnTheWayThanTrainsTimesCapacity(Kind kind) {
        for (int[] size : new int[][] {{1, 1}, {1, 2}, {2, 1}, {3, 5}, {8, 256}, {1, 1000}}) {
            Rail rail = kind.build(2, of -> of.trains(size[0]).capacity(size[1]));
            int room = size[0] * size[1];
            long next = 0;
            for (int round = 0; round < 5; round++) {
                int loaded = 0;
                while (rail.in(0).tryLoad(next + loaded)) {
                    loaded++;
                }
                assertThat(loaded).as("room of %s", rail).isEqualTo(room);
                assertThat(rail.railway().undelivered()).isEqualTo(room);
                for (int i = 0; i < room; i++) {
                    assertThat(rail.out(1).unload()).isEqualTo(next++);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachLoaderHasItsShareOfEveryTrain(Kind kind) {
        Rail rail = kind.build(4, of -> of.loading(0, 1, 2).trains(2).capacity(5));

        assertThat(fill(rail.in(0))).isEqualTo(4); // 2 of each train of 5
        assertThat(fill(rail.in(1))).isEqualTo(4);
        assertThat(fill(rail.in(2))).isEqualTo(2);
    }

    private static int fill(In in) {
        int loaded = 0;
        while (in.tryLoad(loaded)) {
            loaded++;
        }
        return loaded;
    }

    // ---- visits -------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void aVisitLoadsTheRestOfOneTrainAndNoMore(Kind kind) {
        Rail rail = kind.build(2, of -> of.trains(3).capacity(5));
        LongSupplier goods = counting();

        assertThat(rail.in(0).loadMany(99, goods)).isEqualTo(5);
        assertThat(rail.in(0).loadMany(2, goods)).isEqualTo(2);
        assertThat(rail.in(0).loadMany(99, goods)).isEqualTo(3);
        assertThat(rail.in(0).loadMany(99, goods)).isEqualTo(5);
        assertThat(rail.in(0).tryLoadMany(99, goods)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void visitsUnloadWhatIsThereAndTellHowMany(Kind kind) {
        Rail rail = kind.build(2, of -> of.trains(3).capacity(5));
        List<Long> got = new ArrayList<>();
        LongSupplier goods = counting();
        int loaded = 0;
        for (int round = 0; round < 10; round++) {
            loaded += rail.in(0).loadMany(99, goods);
            loaded += rail.in(0).loadMany(2, goods);
            got.add(rail.out(1).unload());
            int before = got.size();
            int visit = rail.out(1).unloadMany(got::add);
            assertThat(visit).isPositive().isEqualTo(got.size() - before);
            while (rail.out(1).tryUnloadMany(got::add) > 0) {}
            assertThat(got).hasSize(loaded);
        }

        assertThat(got).containsExactlyElementsOf(numbers(0, loaded));
    }

    @ParameterizedTest
    @EnumSource
    void aVisitMayLoadFewerThanThereIsRoomForEvenNone(Kind kind) {
        Rail rail = kind.small(4);

        assertThat(rail.in(0).loadMany(0, counting())).isZero();
        assertThat(rail.in(0).loadMany(1, () -> 7)).isEqualTo(1);

        assertThat(rail.out(1).unload()).isEqualTo(7);
        assertThat(rail.out(1).tryUnload(_ -> {})).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aVisitThatSaysItLoadedMoreThanThereWasRoomForIsRefused(Kind kind) {
        for (int more : new int[] {1, -5}) {
            Rail rail = kind.small(4);

            assertThatThrownBy(() -> rail.in(0).claimTooMany(more))
                    .isInstanceOf(IndexOutOfBoundsException.class)
                    .hasMessage(
                            "station 0 says it loaded %s goods where there was room for 4",
                            4 + more);
            assertThat(rail.railway().failure()).isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(rail.railway().undelivered()).isZero();
        }
    }

    private static LongSupplier counting() {
        long[] next = {0};
        return () -> next[0]++;
    }

    // ---- several lanes ------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void anUnloaderOfSeveralLanesMixesAllItsMethods(Kind kind) {
        Rail rail = kind.build(4, of -> of.loading(0, 1, 2).trains(3).capacity(9));
        Out out = rail.out(3);
        List<Long> got = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            rail.in(0).load(i);
            rail.in(1).load(100 + i);
            rail.in(2).load(200 + i);
        }
        for (int i = 0; i < 3; i++) {
            rail.in(i).close();
        }

        got.add(out.unload());
        out.unloadMany(got::add);
        out.tryUnload(got::add);
        got.add(out.unload());
        out.tryUnloadMany(got::add);
        out.tryUnload(got::add, Duration.ofDays(1));
        got.addAll(out.rest());

        for (int station = 0; station < 3; station++) {
            int from = station * 100;
            assertThat(got.stream().filter(good -> good / 100 == from / 100))
                    .containsExactlyElementsOf(numbers(from, 9));
        }
        assertThat(got).hasSize(27);
    }

    private static List<Long> numbers(long from, int count) {
        List<Long> numbers = new ArrayList<>();
        for (long i = from; i < from + count; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    // ---- waiting ------------------------------------------------------------------------------

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
            awaitParked(unloader);
            assertThat(rail.in(0).tryLoad(1, ages)).isTrue();
            crew.join();

            rail.in(0).handle().handOver();
            rail.in(0).load(2);
            rail.in(0).handle().handOver();
            Thread loader =
                    crew.start("loader", () -> assertThat(rail.in(0).tryLoad(3, ages)).isTrue());
            awaitParked(loader);
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
            awaitParked(unloader);
            unloader.interrupt();
            awaitParkedAgain(rail, unloader);
            rail.in(0).load(7);
            crew.join();
        }
        assertThat(rail.railway().isOpen()).isTrue();
    }

    private static void awaitParkedAgain(Rail rail, Thread unloader) {
        while (rail.railway().counters().get(1).waitsForGoods() < 2) {
            Thread.onSpinWait();
        }
        awaitParked(unloader);
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
            awaitParked(loader);
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
                    awaitParked(unloader);
                    rail.in(0).load(1);
                    awaitParked(unloader);
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
            awaitParked(loader);
            rail.out(2).unload();
            crew.join();
        }

        StationCounters zero = rail.railway().counters().getFirst();
        assertThat(zero.loaded()).isEqualTo(3);
        assertThat(zero.waitsForRoom()).isEqualTo(1);
        assertThat(zero.parksForRoom()).isPositive();
        assertThat(zero.waitsForGoods()).isZero();
    }

    // ---- handles ------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void aHandleIsAlwaysTheSameAndKnowsItsStation(Kind kind) {
        Rail rail = kind.small(1);

        assertThat(rail.in(0).handle()).isSameAs(rail.in(0).handle());
        assertThat(rail.out(1).handle()).isSameAs(rail.out(1).handle());
        assertThat(rail.in(0).handle().station()).isZero();
        assertThat(rail.out(1).handle().station()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aStationThatDoesNotLoadOrUnloadHasNoSuchHandle(Kind kind) {
        Rail rail = kind.build(3, of -> of.loading(0, 1));

        for (int station : new int[] {-1, 2, 3}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rail.in(station))
                    .withMessage(
                            "station %s does not load; the stations that load are [0, 1]", station);
        }
        for (int station : new int[] {-1, 0, 3}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> rail.out(station))
                    .withMessage(
                            "station %s does not unload; the stations that unload are [2]",
                            station);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHandleInTwoHandsIsCaught(Kind kind) throws Exception {
        Rail rail = kind.small(4);
        rail.in(0).load(1);
        rail.out(1).unload();
        try (Crew crew = Crew.ofPlatform()) {
            crew.start("thief of loads", () -> rail.in(0).load(2));
            crew.start("thief of goods", () -> rail.out(1).tryUnload(_ -> {}));
            crew.start("thief of ends", () -> rail.out(1).close());
            String me = Thread.currentThread().getName();

            assertThat(crew.failures())
                    .allMatch(AssertionError.class::isInstance)
                    .extracting(Throwable::getMessage)
                    .containsExactlyInAnyOrder(
                            foreign("loader of station 0", me, "thief of loads"),
                            foreign("unloader of station 1", me, "thief of goods"),
                            foreign("unloader of station 1", me, "thief of ends"));
        }
        assertThat(rail.railway().counters().getFirst().loaded()).isEqualTo(1);
        assertThat(rail.out(1).handle().hasEnded()).isFalse();
    }

    private static String foreign(String what, String owner, String thief) {
        return "the "
                + what
                + " belongs to thread \""
                + owner
                + "\", but thread \""
                + thief
                + "\" uses it; one thread at a time may, call handOver() before another one does";
    }

    @ParameterizedTest
    @EnumSource
    void aHandleMayBeHandedOver(Kind kind) throws Exception {
        Rail rail = kind.small(4);
        rail.in(0).load(1);
        rail.in(0).handle().handOver();
        try (Crew crew = Crew.ofPlatform()) {
            crew.start("next", () -> rail.in(0).load(2));
            crew.join();
        }
        rail.in(0).handle().handOver();
        rail.in(0).close();

        assertThat(rail.out(1).rest()).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @EnumSource
    void aHandleWithinItsOwnVisitIsCaught(Kind kind) {
        Rail rail = kind.small(4);

        assertThatThrownBy(() ->
                        rail.in(0)
                                .loadMany(
                                        1,
                                        () -> {
                                            rail.in(0).load(1);
                                            return 2;
                                        }))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "the loader of station 0 is used within one of its own visits;"
                                + " let the visit return first");

        Rail other = kind.small(4);
        other.in(0).load(1);
        assertThatThrownBy(() -> other.out(1).unloadMany(_ -> other.out(1).unload()))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("the unloader of station 1 is used within");
    }

    @ParameterizedTest
    @EnumSource
    void everythingSaysWhatItIs(Kind kind) {
        Rail rail = kind.small(4);
        rail.in(0).loadAll(1, 2, 3);
        rail.out(1).unload();

        assertThat(rail.railway())
                .hasToString(
                        "%s [open, station 0: 3 loaded, station 1: 1 unloaded, 2 waiting]",
                        kind == Kind.LONGS ? "LongRailway" : "Railway");
        assertThat(rail.in(0).handle()).hasToString("loader of station 0 [3 loaded]");
        assertThat(rail.out(1).handle()).hasToString("unloader of station 1 [1 unloaded]");
        rail.close();
        assertThat(rail.railway().toString()).contains("Railway [closed, ");
        assertThat(rail.out(1).rest()).containsExactly(2L, 3L);
        assertThat(rail.out(1).handle()).hasToString("unloader of station 1 [3 unloaded, left]");
    }

    // ---- nulls --------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // nulls are what this is about
    void nullsAreRefusedAndTheRailwayStaysOpen(Kind kind) {
        Rail rail = kind.small(4);
        rail.in(0).load(1);

        assertThatNullPointerException()
                .isThrownBy(() -> rail.railway().fail(null))
                .withMessage("cause");
        assertThatNullPointerException().isThrownBy(() -> rail.in(0).tryLoad(1, null));
        assertThat(rail.railway().isOpen()).isTrue();
        assertThat(rail.railway().undelivered()).isEqualTo(1);
    }

    // ---- inspection while open ----------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void goodsAreNotHandedBackWhileStationsAreAtWork(Kind kind) {
        Rail rail = kind.small(4);
        rail.in(0).load(1);

        assertThatIllegalStateException()
                .isThrownBy(rail::handedBack)
                .withMessage("undelivered goods are handed back only after close()");
        rail.close();
        IllegalStateException thrown =
                catchThrowableOfType(IllegalStateException.class, rail::handedBack);
        assertThat(thrown)
                .hasMessage(
                        "station 1 has neither come to its end nor left: close its unloader first");
        assertThat(Arrays.asList(rail.out(1).unload())).containsExactly(1L);
    }
}
