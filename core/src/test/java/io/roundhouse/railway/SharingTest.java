package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stations that share the goods: each good to exactly one of them. */
@Timeout(60)
class SharingTest {
    private static final int GOODS = 100_000;

    private final ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    @Test
    void aTakerThatThrowsLeavesTheRestOfWhatItsStationHasClaimed() {
        LongRailway rail = LongRailway.stations(3).loading(0).sharing(1, 2).capacity(64).build();
        for (int good = 0; good < 40; good++) {
            rail.loader(0).load(good);
        }
        rail.loader(0).close();
        List<Long> got = new ArrayList<>();
        IllegalStateException bug = new IllegalStateException("bug");

        assertThatThrownBy(() ->
                        rail.unloader(1)
                                .forEach(good -> {
                                    got.add(good);
                                    if (good == 1) {
                                        throw bug;
                                    }
                                }))
                .isSameAs(bug);

        assertThat(got).containsExactly(0L, 1L);
        for (int station : new int[] {1, 2}) {
            assertThatThrownBy(() -> rail.unloader(station).forEach(got::add)).hasCause(bug);
        }
        assertThat(got).hasSize(40).doesNotHaveDuplicates();
    }

    /** Those goods are loaded, but their train has not departed. */
    @ParameterizedTest
    @ValueSource(ints = {30, 112, 512})
    void whoHasUnloadedOneByOneAndLeavesLeavesTheRestOfItsClaim(int goods) {
        LongRailway rail = LongRailway.stations(3).loading(0).sharing(1, 2).capacity(512).build();
        for (int good = 0; good < goods; good++) {
            rail.loader(0).load(good);
        }
        rail.loader(0).close();
        List<Long> got = new ArrayList<>();

        got.add(rail.unloader(1).unload());
        rail.unloader(1).close();
        rail.unloader(2).forEach(got::add);

        assertThat(got).hasSize(goods).doesNotHaveDuplicates();
        assertThat(rail.undelivered()).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoHasUnloadedOneByOneGoesOnInVisitsWithAllOfItsClaim(boolean visits) {
        LongRailway rail = LongRailway.stations(3).loading(0).sharing(1, 2).capacity(512).build();
        for (int good = 0; good < 112; good++) {
            rail.loader(0).load(good);
        }
        rail.loader(0).close();
        List<Long> got = new ArrayList<>();
        LongUnloader station = rail.unloader(1);

        station.tryUnload(got::add);
        station.tryUnload(got::add);
        if (visits) {
            while (station.unload(
                            (all, from, to) -> {
                                for (int i = from; i < to; i++) {
                                    got.add(all[i]);
                                }
                            })
                    > 0) {}
        } else {
            station.forEach(got::add);
        }

        assertThat(got).containsExactlyElementsOf(LongStream.range(0, 112).boxed().toList());
    }

    /** Two load and three share, in different ways. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 3", "8, 64", "4, 2048"})
    void everyGoodGoesToExactlyOne(int trains, int capacity) throws Exception {
        LongRailway rail =
                LongRailway.stations(5)
                        .loading(0, 1)
                        .sharing(2, 3, 4)
                        .trains(trains)
                        .capacity(capacity)
                        .build();
        List<Seen> all = List.of(new Seen(), new Seen(), new Seen());
        for (int loader : new int[] {0, 1}) {
            start(() -> load(rail.loader(loader), (long) loader * GOODS));
        }
        start(() -> all.get(0).seeOneByOne(rail.unloader(2)));
        start(() -> rail.unloader(3).forEach(all.get(1)::add));
        start(() -> {
            while (rail.unloader(4).unload((goods, from, to) -> all.get(2).add(goods, from, to))
                    != 0) {
                continue;
            }
        });
        join();

        assertEachOnce(all, 2 * GOODS);
        assertThat(rail.undelivered()).isZero();
        List<StationCounters> counters = rail.counters();
        for (int i = 0; i < 3; i++) {
            assertThat(counters.get(i + 2).unloaded()).isEqualTo(all.get(i).count);
            assertThat(counters.get(i + 2).waiting()).isZero();
        }
    }

    @Test
    void whoLeavesInTheMiddleOfWhatItHasClaimedLeavesTheRestToTheOthers() throws Exception {
        LongRailway rail = LongRailway.stations(4).sharing(1, 2, 3).trains(4).capacity(16).build();
        Set<Long> seen = new HashSet<>();
        for (long good = 0; good < 64; good++) {
            rail.loader(0).load(good);
        }
        seen.add(rail.unloader(1).unload()); // of a block of several
        seen.add(rail.unloader(2).unload());
        rail.unloader(1).close();

        for (int i = 2; i < 40; i++) {
            seen.add(rail.unloader(2).unload());
        }
        rail.unloader(2).close(); // may be in the middle of what the first one has left
        for (long good = 64; good < 64 + 40; good++) { // so much is free, and no more
            assertThat(rail.loader(0).tryLoad(good)).isTrue();
        }
        rail.close();
        rail.unloader(3).forEach(seen::add);

        assertThat(seen)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 104).boxed().toList());
        assertThat(rail.undelivered()).isZero();
    }

    @Test
    void whatIsClaimedAndNotUnloadedIsNotOverwritten() {
        LongRailway rail = LongRailway.stations(3).sharing(1, 2).trains(2).capacity(16).build();
        for (long good = 0; good < 32; good++) {
            rail.loader(0).load(good);
        }
        LongUnloader slow = rail.unloader(1);
        assertThat(slow.unload()).isZero(); // holds the rest of its block
        List<Long> quick = new ArrayList<>();
        while (rail.unloader(2).tryUnload((long good) -> quick.add(good))) {
            continue;
        }
        assertThat(quick).hasSizeBetween(1, 30);

        assertThat(rail.loader(0).tryLoad(32)).isTrue(); // the one good that is done
        assertThat(rail.loader(0).tryLoad(33)).isFalse();
        assertThat(slow.unload()).isEqualTo(1);
        assertThat(rail.loader(0).tryLoad(33)).isTrue();
    }

    @Test
    void referencesAreForgottenByWhoUnloadsThem() throws Exception {
        Railway<Long> rail = Railway.<Long>stations(3).sharing(1, 2).trains(2).capacity(32).build();
        List<Seen> all = List.of(new Seen(), new Seen());
        start(() -> {
            for (long good = 0; good < GOODS; good++) {
                rail.loader(0).load(good);
            }
            rail.loader(0).close();
        });
        start(() -> {
            while (true) {
                try {
                    all.get(0).add(rail.unloader(1).unload());
                } catch (RailwayClosedException end) {
                    return;
                }
            }
        });
        start(() -> rail.unloader(2).forEach(all.get(1)::add));
        join();

        assertEachOnce(all, GOODS);
        rail.close();
        Lane lane = rail.track.lanesToSweep().getFirst();
        assertThat((Object[]) lane.store).containsOnlyNulls();
    }

    @Test
    void goodsThatStayInPlaceAreFilledAgainOnlyWhenTheyAreDone() throws Exception {
        Railway<long[]> rail =
                Railway.stations(4)
                        .inPlace(() -> new long[1])
                        .sharing(1, 2, 3)
                        .trains(2)
                        .capacity(8)
                        .build();
        List<Seen> all = List.of(new Seen(), new Seen(), new Seen());
        start(() -> {
            for (long good = 0; good < GOODS; good++) {
                long number = good;
                rail.loader(0).fill(each -> each[0] = number);
            }
            rail.loader(0).close();
        });
        for (int station = 1; station < 4; station++) {
            Seen seen = all.get(station - 1);
            Unloader<long[]> unloader = rail.unloader(station);
            start(() -> unloader.forEach(each -> seen.add(each[0])));
        }
        join();

        assertEachOnce(all, GOODS);
    }

    @Test
    void whenAllHaveLeftTheLoaderIsToldAndTheRestIsHandedBackOnce() {
        Railway<Long> rail = Railway.<Long>stations(3).sharing(1, 2).trains(2).capacity(16).build();
        List<Long> all = new ArrayList<>();
        for (long good = 0; good < 32; good++) {
            rail.loader(0).load(good);
        }
        all.add(rail.unloader(1).unload());
        all.add(rail.unloader(2).unload());
        rail.unloader(1).close();
        rail.unloader(2).close();

        assertThatThrownBy(() -> rail.loader(0).load(32L))
                .isInstanceOf(RailwayClosedException.class)
                .hasMessageContaining("stations [1, 2] have left");
        rail.close();
        assertThat(rail.undelivered()).isEqualTo(30);
        rail.handBack((Long good) -> all.add(good));
        rail.handBack((Long good) -> all.add(good));
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 32).boxed().toList());
        assertThat(rail.undelivered()).isEqualTo(30);
    }

    @Test
    void stationsThatComeAndGoLoseNothing() throws Exception {
        int stations = 40;
        int[] sharers = LongStream.range(1, stations).mapToInt(i -> (int) i).toArray();
        LongRailway rail =
                LongRailway.stations(stations).sharing(sharers).trains(4).capacity(64).build();
        List<Seen> all = new ArrayList<>();
        start(() -> load(rail.loader(0), 0));
        for (int first = 1; first <= 3; first++) {
            int from = first;
            Seen seen = new Seen();
            all.add(seen);
            start(() -> {
                for (int station = from; station < stations; station += 3) {
                    LongUnloader unloader = rail.unloader(station);
                    boolean last = station + 3 >= stations;
                    boolean more = true;
                    for (int i = 0; more && (last || i < 1_000); i++) {
                        more = unloader.tryUnload(seen::add, Duration.ofDays(1));
                    }
                    unloader.close();
                }
            });
        }
        join();

        assertEachOnce(all, GOODS);
        assertThat(rail.undelivered()).isZero();
    }

    // ---- the end, while another one still holds something

    @Test
    void theEndHasNotComeWhileAnotherStationHoldsGoods() {
        LongRailway rail = ofSixteen();
        List<Long> got = new ArrayList<>();
        got.add(rail.unloader(1).unload());

        while (rail.unloader(2).tryUnload((long good) -> got.add(good))) {
            continue;
        }
        assertThat(rail.unloader(2).hasEnded()).isFalse();
        rail.unloader(1).close();
        rail.unloader(2).forEach(got::add);

        assertThat(got).hasSize(16).doesNotHaveDuplicates();
        assertThat(rail.unloader(2).hasEnded()).isTrue();
        assertThat(rail.undelivered()).isZero();
    }

    /** It leaves, unloads what it holds, or the railway fails, closed before or not. */
    @ParameterizedTest
    @EnumSource
    void whoWaitsForTheEndIsReleasedByWhoHoldsGoods(Release how) throws Exception {
        LongRailway rail = ofSixteen();
        ConcurrentLinkedQueue<Long> got = new ConcurrentLinkedQueue<>();
        got.add(rail.unloader(1).unload());
        if (how == Release.FAILS_CLOSED) {
            rail.close();
        }
        start(() -> {
            try {
                rail.unloader(2).forEach(got::add);
            } catch (RailwayClosedException failed) {
                assertThat(failed.getCause()).hasMessage("bug");
            }
        });
        Until.isAsleep(threads.getLast());

        switch (how) {
            case LEAVES -> rail.unloader(1).close();
            case UNLOADS -> rail.unloader(1).forEach(got::add);
            case FAILS, FAILS_CLOSED -> rail.fail(new IllegalStateException("bug"));
        }
        join();

        assertThat(rail.unloader(2).hasEnded()).isTrue();
        boolean isAll = how == Release.LEAVES || how == Release.UNLOADS;
        assertThat(rail.undelivered()).isEqualTo(isAll ? 0 : 16 - got.size());
    }

    private enum Release {
        LEAVES,
        UNLOADS,
        FAILS,
        FAILS_CLOSED
    }

    /** Two stations share all that its loader, which has left, has loaded. */
    private static LongRailway ofSixteen() {
        LongRailway rail = LongRailway.stations(3).sharing(1, 2).capacity(64).build();
        for (long good = 0; good < 16; good++) {
            rail.loader(0).load(good);
        }
        rail.loader(0).close();
        return rail;
    }

    @Test
    void descriptionsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> LongRailway.stations(3).sharing(1))
                .hasMessageContaining("one station cannot share");
        assertThatThrownBy(() -> LongRailway.stations(3).sharing(1, 3))
                .hasMessageContaining("no station 3");
        assertThatThrownBy(() -> LongRailway.stations(4).sharing(1, 2).build())
                .hasMessageContaining("let all or none");
        assertThatThrownBy(() -> LongRailway.stations(3).sharing(0, 1, 2).build())
                .hasMessageContaining("station 0 unloads nothing");
    }

    // ---- goods

    private static void load(LongLoader loader, long first) {
        for (long good = first; good < first + GOODS; good++) {
            loader.load(good);
        }
        loader.close();
    }

    private static void assertEachOnce(List<Seen> all, int goods) {
        BitSet together = new BitSet();
        all.forEach(each -> together.or(each.numbers));
        assertThat(together.cardinality()).isEqualTo(goods);
        assertThat(all.stream().mapToLong(each -> each.count).sum()).isEqualTo(goods);
    }

    private void start(Runnable work) {
        threads.add(
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                work.run();
                            } catch (Throwable e) {
                                thrown.add(e);
                            }
                        }));
    }

    private void join() throws InterruptedException {
        for (Thread each : threads) {
            each.join();
        }
        assertThat(thrown).isEmpty();
    }

    /** What one station has seen. */
    private static final class Seen {
        final BitSet numbers = new BitSet();
        long count;

        void add(long good) {
            numbers.set((int) good);
            count++;
        }

        void add(long[] goods, int from, int to) {
            for (int i = from; i < to; i++) {
                add(goods[i]);
            }
        }

        void seeOneByOne(LongUnloader unloader) {
            while (true) {
                try {
                    add(unloader.unload());
                } catch (RailwayClosedException end) {
                    return;
                }
            }
        }
    }
}
