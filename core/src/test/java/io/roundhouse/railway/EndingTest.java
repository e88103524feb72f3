package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import io.roundhouse.railway.Kind.Rail;
import io.roundhouse.waiting.Strategies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How railways end, whatever they carry: closed, failed, left. */
@Timeout(60)
class EndingTest {
    private static final IOException CAUSE = new IOException("the bridge is down");

    // ---- closed -------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void aClosedRailwayRefusesLoadsAndDeliversWhatWasLoaded(Kind kind) {
        Rail rail = kind.small(4);
        rail.in(0).loadAll(1, 2);

        rail.close();
        rail.close();

        assertThat(rail.railway().isOpen()).isFalse();
        assertThat(rail.railway().failure()).isNull();
        assertRefused(rail, "station 0 cannot load: the railway is closed");
        assertThat(rail.out(1).unload()).isEqualTo(1);
        assertThat(rail.out(1).rest()).containsExactly(2L);
        assertThat(rail.out(1).handle().hasEnded()).isTrue();
        assertThat(rail.railway().undelivered()).isZero();
    }

    private static void assertRefused(Rail rail, String message) {
        assertThatThrownBy(() -> rail.in(0).load(9))
                .isInstanceOf(RailwayClosedException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> rail.in(0).tryLoad(9)).isInstanceOf(RailwayClosedException.class);
        assertThatThrownBy(() -> rail.in(0).loadMany(1, () -> 9))
                .isInstanceOf(RailwayClosedException.class);
        assertThatThrownBy(() -> rail.in(0).tryLoadMany(1, () -> 9))
                .isInstanceOf(RailwayClosedException.class);
    }

    @ParameterizedTest
    @EnumSource
    void afterTheEndThereIsNothingMore(Kind kind) {
        Rail rail = kind.small(4);
        rail.close();

        assertThat(rail.out(1).rest()).isEmpty();
        assertThat(rail.out(1).tryUnload(_ -> {})).isFalse();
        assertThat(rail.out(1).unloadMany(_ -> {})).isZero();
        assertThatThrownBy(() -> rail.out(1).unload())
                .isInstanceOf(RailwayClosedException.class)
                .hasMessage("station 1 has nothing more to unload: the railway is closed")
                .hasNoCause();
    }

    @ParameterizedTest
    @EnumSource
    void closingReleasesEverybodyWhoWaits(Kind kind) throws Exception {
        for (var strategy : Strategies.all()) {
            for (boolean virtual : new boolean[] {false, true}) {
                Rail rail =
                        kind.build(
                                4,
                                of ->
                                        of.route(0, 1)
                                                .route(2, 3)
                                                .trains(1)
                                                .capacity(1)
                                                .waiting(strategy));
                rail.in(0).load(1);
                rail.in(0).handle().handOver();
                List<Long> delivered = new ArrayList<>();
                try (Crew crew = Crew.of(virtual)) {
                    crew.start(
                            "full loader",
                            () ->
                                    assertThatThrownBy(() -> rail.in(0).load(2))
                                            .isInstanceOf(RailwayClosedException.class));
                    crew.start(
                            "unloader that waits in vain",
                            () ->
                                    assertThatThrownBy(() -> rail.out(3).unload())
                                            .isInstanceOf(RailwayClosedException.class));
                    awaitWaits(rail, 0, 3);
                    crew.start("closer", rail::close);
                    crew.join();
                }
                delivered.addAll(rail.out(1).rest());
                assertThat(delivered).containsExactly(1L);
            }
        }
    }

    private static void awaitWaits(Rail rail, int loader, int unloader) {
        Until.isTrue(() ->
                rail.railway().counters().get(loader).waitsForRoom() > 0
                        && rail.railway().counters().get(unloader).waitsForGoods() > 0);
    }

    @ParameterizedTest
    @EnumSource
    void aLoadThatRacesWithTheClosingIsDeliveredOrHandedBackOrRefused(Kind kind) throws Exception {
        for (int round = 0; round < 200; round++) {
            Rail rail = kind.build(2, of -> of.trains(2).capacity(8));
            long[] accepted = {0};
            long[] unloaded = {0};
            CyclicBarrier start = new CyclicBarrier(3);
            try (Crew crew = Crew.ofPlatform()) {
                crew.start(
                        "loader",
                        () -> {
                            start.await();
                            try {
                                while (true) {
                                    rail.in(0).load(accepted[0]);
                                    accepted[0]++;
                                }
                            } catch (RailwayClosedException expected) {
                                // accepted says how far it came
                            }
                        });
                crew.start(
                        "unloader",
                        () -> {
                            start.await();
                            unloaded[0] =
                                    rail.out(1)
                                            .forEach(good ->
                                                    assertThat(good).isEqualTo(unloaded[0]++));
                        });
                start.await();
                rail.close();
                crew.join();
            }
            List<Long> left = rail.handedBack();
            assertThat(unloaded[0] + left.size()).isEqualTo(accepted[0]);
            assertThat(rail.railway().undelivered()).isEqualTo(left.size());
            for (int i = 0; i < left.size(); i++) {
                assertThat(left.get(i)).isEqualTo(unloaded[0] + i);
            }
        }
    }

    // ---- failed -------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void aFailedRailwayTellsEverybodyWhy(Kind kind) {
        Rail rail = kind.small(4);
        rail.in(0).load(1);

        rail.railway().fail(CAUSE);
        rail.railway().fail(new IOException("too late"));
        rail.close();

        assertThat(rail.railway().failure()).isSameAs(CAUSE);
        assertRefused(rail, "station 0 cannot load: the railway has failed");
        assertThatThrownBy(() -> rail.in(0).load(9)).hasCause(CAUSE);
        List<Long> got = new ArrayList<>();
        assertThatThrownBy(() -> rail.out(1).forEach(got::add))
                .isInstanceOf(RailwayClosedException.class)
                .hasMessage("station 1 has nothing more to unload: the railway has failed")
                .hasCause(CAUSE);
        assertThat(got).containsExactly(1L); // what was loaded is delivered first
        assertThatThrownBy(() -> rail.out(1).tryUnload(got::add)).hasCause(CAUSE);
        assertThatThrownBy(() -> rail.out(1).unload()).hasCause(CAUSE);
        assertThat(rail.railway().toString()).contains("failed");
    }

    @ParameterizedTest
    @EnumSource
    void aLoadersVisitThatThrowsLoadsNothingAndFailsTheRailway(Kind kind) throws Exception {
        Rail rail = kind.small(4);
        RuntimeException bug = new IllegalArgumentException("bug");
        try (Crew crew = Crew.ofPlatform()) {
            Thread unloader =
                    crew.start(
                            "unloader",
                            () ->
                                    assertThatThrownBy(() -> rail.out(1).unload())
                                            .isInstanceOf(RailwayClosedException.class)
                                            .hasCause(bug));
            Until.isAsleep(unloader);
            long[] given = {0};
            assertThatThrownBy(() ->
                            rail.in(0)
                                    .loadMany(
                                            4,
                                            () -> {
                                                if (given[0]++ == 2) {
                                                    throw bug;
                                                }
                                                return 7;
                                            }))
                    .isSameAs(bug);
            crew.join();
        }

        assertThat(rail.railway().failure()).isSameAs(bug);
        assertThat(rail.railway().undelivered()).isZero();
        assertThat(rail.railway().counters().getFirst().loaded()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void anUnloadersVisitThatThrowsHasItsGoodsAndFailsTheRailway(Kind kind) throws Exception {
        Rail rail = kind.small(2);
        rail.in(0).loadAll(1, 2);
        rail.in(0).handle().handOver();
        Error bug = new StackOverflowError("bug");
        try (Crew crew = Crew.ofPlatform()) {
            Thread loader =
                    crew.start(
                            "loader",
                            () ->
                                    assertThatThrownBy(() -> rail.in(0).load(3))
                                            .isInstanceOf(RailwayClosedException.class)
                                            .hasCause(bug));
            Until.isAsleep(loader);
            assertThatThrownBy(() -> rail.out(1).unloadMany(_ -> raise(bug))).isSameAs(bug);
            crew.join();
        }

        assertThat(rail.railway().undelivered()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aTakerThatThrowsHasItsGoodAndFailsTheRailway(Kind kind) {
        Rail rail = kind.small(2);
        rail.in(0).loadAll(1, 2);
        IOException bug = new IOException("thrown without being declared");

        assertThatThrownBy(() -> rail.out(1).tryUnload(_ -> raise(bug))).isSameAs(bug);

        assertThat(rail.railway().failure()).isSameAs(bug);
        List<Long> got = new ArrayList<>();
        assertThatThrownBy(() -> rail.out(1).forEach(got::add)).hasCause(bug);
        assertThat(got).containsExactly(2L);
    }

    @ParameterizedTest
    @EnumSource
    void aTakerOfAllGoodsThatThrowsHasItsGoodAndTheRestStays(Kind kind) {
        Rail rail = kind.small(8);
        rail.in(0).loadAll(1, 2, 3, 4, 5);
        rail.in(0).handle().handOver();
        IOException bug = new IOException("thrown without being declared");
        List<Long> got = new ArrayList<>();

        assertThatThrownBy(() ->
                        rail.out(1)
                                .forEach(good -> {
                                    got.add(good);
                                    if (good == 2) {
                                        raise(bug);
                                    }
                                }))
                .isSameAs(bug);

        assertThat(rail.railway().undelivered()).isEqualTo(3);
        assertThatThrownBy(() -> rail.out(1).forEach(got::add)).hasCause(bug);
        assertThat(got).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @SuppressWarnings("unchecked")
    private static <X extends Throwable> void raise(Throwable what) throws X {
        throw (X) what;
    }

    // ---- left ---------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void aLoaderThatLeavesEndsTheStationsBehindIt(Kind kind) {
        Rail rail = kind.build(3, of -> of.trains(1).capacity(4));
        rail.in(0).loadAll(1, 2);

        rail.in(0).close();
        rail.in(0).close();

        assertThat(rail.out(1).rest()).containsExactly(1L, 2L);
        assertThat(rail.out(2).rest()).containsExactly(1L, 2L);
        assertThat(rail.railway().isOpen()).isTrue();
        assertRefused(rail, "station 0 cannot load: its loader has been closed");
        assertThatThrownBy(() -> rail.out(1).unload())
                .hasMessage("station 1 has nothing more to unload");
    }

    @ParameterizedTest
    @EnumSource
    void theEndComesWhenTheLastLoaderHasLeft(Kind kind) {
        Rail rail = kind.build(3, of -> of.loading(0, 1).trains(1).capacity(4));
        rail.in(0).load(1);
        rail.in(0).close();

        assertThat(rail.out(2).unload()).isEqualTo(1);
        assertThat(rail.out(2).tryUnload(_ -> {})).isFalse();
        assertThat(rail.out(2).handle().hasEnded()).isFalse();
        rail.in(1).load(2);
        rail.in(1).close();
        assertThat(rail.out(2).rest()).containsExactly(2L);
    }

    @ParameterizedTest
    @EnumSource
    void aLoaderMayBeClosedByAnyThreadEvenWhileItWaits(Kind kind) throws Exception {
        Rail rail = kind.small(1);
        rail.in(0).load(1);
        rail.in(0).handle().handOver();
        try (Crew crew = Crew.ofPlatform()) {
            Thread loader =
                    crew.start(
                            "loader",
                            () ->
                                    assertThatThrownBy(() -> rail.in(0).load(2))
                                            .hasMessage(
                                                    "station 0 cannot load: its loader has been closed"));
            Until.isAsleep(loader);
            rail.in(0).close();
            crew.join();
        }
        assertThat(rail.out(1).rest()).containsExactly(1L);
    }

    @ParameterizedTest
    @EnumSource
    void aStationThatLeavesIsNoLongerWaitedFor(Kind kind) throws Exception {
        Rail rail = kind.build(3, of -> of.trains(1).capacity(1));
        rail.in(0).load(1);
        assertThat(rail.out(1).unload()).isEqualTo(1);
        rail.in(0).handle().handOver();
        try (Crew crew = Crew.ofPlatform()) {
            Thread loader = crew.start("loader", () -> rail.in(0).load(2));
            Until.isAsleep(loader); // station 2 has not unloaded 1
            rail.out(2).close();
            crew.join();
        }

        assertThat(rail.out(1).unload()).isEqualTo(2);
        assertThat(rail.railway().undelivered()).isEqualTo(2); // station 2 has seen neither
    }

    @ParameterizedTest
    @EnumSource
    void whenTheLastStationLeavesTheLoaderIsToldSo(Kind kind) throws Exception {
        Rail rail = kind.build(3, of -> of.trains(1).capacity(1));
        rail.in(0).load(1);
        rail.in(0).handle().handOver();
        String message =
                "station 0 cannot load: every station that unloads its goods has left:"
                        + " station 1 has left, station 2 has left";
        try (Crew crew = Crew.ofPlatform()) {
            Thread loader =
                    crew.start(
                            "loader",
                            () -> {
                                assertThatThrownBy(() -> rail.in(0).load(2))
                                        .isInstanceOf(RailwayClosedException.class)
                                        .hasMessage(message);
                                assertRefused(rail, message);
                            });
            Until.isAsleep(loader);
            rail.out(1).close();
            rail.out(2).close();
            rail.out(2).close();
            crew.join();
        }
        assertThat(rail.railway().undelivered()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void stationsThatLeaveAtOnceLeaveNoLoaderWaiting(Kind kind) throws Exception {
        for (int round = 0; round < 200; round++) {
            Rail rail = kind.build(3, of -> of.trains(1).capacity(1));
            rail.in(0).load(1);
            rail.in(0).handle().handOver();
            CyclicBarrier start = new CyclicBarrier(2);
            try (Crew crew = Crew.ofPlatform()) {
                crew.start(
                        "loader",
                        () ->
                                assertThatThrownBy(
                                                () -> {
                                                    while (true) {
                                                        rail.in(0).load(2);
                                                    }
                                                })
                                        .isInstanceOf(RailwayClosedException.class));
                for (int station = 1; station <= 2; station++) {
                    int me = station;
                    crew.start(
                            "leaver " + me,
                            () -> {
                                start.await();
                                rail.out(me).close();
                            });
                }
                crew.join();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aStationMayLeaveInItsOwnVisitAndHasTheGoodsOfThatVisit(Kind kind) {
        Rail rail = kind.build(3, of -> of.trains(2).capacity(2));
        rail.in(0).loadAll(1, 2);

        long seen = rail.out(1).forEach(_ -> rail.out(1).close());

        assertThat(seen).isPositive();
        assertThat(rail.out(1).handle().hasEnded()).isTrue();
        assertThat(rail.railway().counters().get(1).unloaded()).isEqualTo(seen);
        assertThat(rail.out(2).unload()).isEqualTo(1);
        assertThat(rail.in(0).tryLoad(5)).isTrue(); // station 1 is not waited for
    }

    @ParameterizedTest
    @EnumSource
    void aLoaderMayLeaveInItsOwnVisitAndTheGoodsOfThatVisitAreDelivered(Kind kind) {
        Rail rail = kind.small(4);

        rail.in(0)
                .loadMany(
                        1,
                        () -> {
                            rail.in(0).close();
                            return 7;
                        });

        assertRefused(rail, "station 0 cannot load: its loader has been closed");
        assertThat(rail.out(1).rest()).containsExactly(7L);
    }

    // ---- handed back --------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void undeliveredGoodsAreCountedAndHandedBackOnce(Kind kind) {
        Rail rail = kind.build(3, of -> of.loading(0, 1).trains(2).capacity(4));
        rail.in(0).loadAll(1, 2, 3);
        assertThat(rail.out(2).unload()).isEqualTo(1);
        rail.in(1).loadAll(11, 12);

        rail.out(2).close();
        rail.close();

        assertThat(rail.railway().undelivered()).isEqualTo(4);
        assertThat(rail.handedBack()).containsExactly(2L, 3L, 11L, 12L);
        assertThat(rail.handedBack()).isEmpty();
        assertThat(rail.railway().undelivered()).isEqualTo(4);
    }

    @ParameterizedTest
    @EnumSource
    void ofAStationThatLeftEarlyOnlyGoodsThatAreStillThereAreHandedBack(Kind kind) {
        Rail rail = kind.build(3, of -> of.trains(1).capacity(2));
        rail.out(1).close();
        for (int i = 0; i < 10; i++) {
            rail.in(0).load(i);
            assertThat(rail.out(2).unload()).isEqualTo(i);
        }
        rail.in(0).loadAll(10, 11);
        rail.out(2).close();
        rail.close();

        assertThat(rail.railway().undelivered()).isEqualTo(12);
        assertThat(rail.handedBack()).containsExactly(10L, 11L);
    }

    @ParameterizedTest
    @EnumSource
    void aTakerOfUndeliveredGoodsThatThrowsLosesNoneButItsOwn(Kind kind) {
        Rail rail = kind.small(4);
        rail.in(0).loadAll(1, 2, 3);
        rail.out(1).close();
        rail.close();
        IllegalStateException bug = new IllegalStateException("bug");

        assertThatThrownBy(() ->
                        rail.handBack(_ -> {
                            throw bug;
                        }))
                .isSameAs(bug);

        assertThat(rail.handedBack()).containsExactly(2L, 3L);
    }

    // ---- threads ------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void aRailwayHasNoThreadOfItsOwn(Kind kind) {
        int before = Thread.getAllStackTraces().size();

        Rail rail = kind.build(8, of -> {});
        rail.in(0).load(1);
        rail.out(1).unload();

        assertThat(Thread.getAllStackTraces()).hasSizeLessThanOrEqualTo(before);
        rail.close();
    }
}
