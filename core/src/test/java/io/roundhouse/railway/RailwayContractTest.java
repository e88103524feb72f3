package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.railway.Kind.In;
import io.roundhouse.railway.Kind.Out;
import io.roundhouse.railway.Kind.Rail;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every railway promises, whatever it carries: the rule of departure, order, room. */
@Timeout(60)
class RailwayContractTest {

    // ---- departure -------------------------------------------------------------------------

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
            Until.isAsleep(unloader);

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

    // ---- room ------------------------------------------------------------------------------

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

    // ---- visits ----------------------------------------------------------------------------

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

    // ---- several lanes ---------------------------------------------------------------------

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
}
