package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Descriptions that make no sense are refused, and the message says what would. */
class PlanTest {

    private static void refused(
            int stations, Consumer<RailwayBuilder<?>> description, String message) {
        for (Kind kind : Kind.values()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> kind.build(stations, description))
                    .withMessage(message);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0, -1, Integer.MIN_VALUE})
    void fewerThanTwoStationsAreRefused(int stations) {
        refused(
                stations,
                _ -> {},
                "a railway has at least 2 stations, one that loads and one that unloads, not "
                        + stations);
    }

    @ParameterizedTest
    @ValueSource(ints = {Plan.MOST_STATIONS + 1, Integer.MAX_VALUE})
    void moreStationsThanThereCouldBeThreadsAreRefused(int stations) {
        refused(
                stations,
                _ -> {},
                "a railway has at most 65536 stations, each of which is a thread, not " + stations);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void fewerThanOneTrainOrOneGoodATrainAreRefused(int number) {
        refused(2, of -> of.trains(number), "a railway has at least 1 train, not " + number);
        refused(
                2,
                of -> of.capacity(number),
                "a train has a capacity of at least 1 good, not " + number);
    }

    @Test
    void moreGoodsThanFitIntoAnArrayAreRefused() {
        refused(
                2,
                of -> of.trains(1 << 16).capacity((1 << 14) + 1),
                "65536 trains of capacity 16385 are more than fits into an array:"
                        + " at most 1073741824 goods a loading station;"
                        + " take fewer trains or a smaller capacity");
        refused(
                2,
                of -> of.trains(Integer.MAX_VALUE).capacity(Integer.MAX_VALUE),
                "2147483647 trains of capacity 2147483647 are more than fits into an array:"
                        + " at most 1073741824 goods a loading station;"
                        + " take fewer trains or a smaller capacity");
    }

    @Test
    void aTrainWithoutRoomForEachLoaderIsRefused() {
        refused(
                4,
                of -> of.loading(0, 1, 2).capacity(2),
                "a train of capacity 2 has no room for a share of each of 3 loading stations:"
                        + " give it a capacity of at least 3");
    }

    @Test
    void stationsThatDoNotExistAreRefused() {
        String message = "there is no station 3; the stations are 0 to 2";
        refused(3, of -> of.loading(3), message);
        refused(3, of -> of.unloading(1, 3), message);
        refused(3, of -> of.route(3, 1), message);
        refused(3, of -> of.route(0, 1, 3), message);
        refused(3, of -> of.loading(-1), "there is no station -1; the stations are 0 to 2");
    }

    @Test
    void aStationThatNeitherLoadsNorUnloadsIsRefused() {
        refused(
                3,
                of -> of.loading(0).unloading(1),
                "station 2 neither loads nor unloads: name it in loading, unloading or route");
        refused(
                3,
                of -> of.route(0, 2),
                "station 1 neither loads nor unloads: name it in loading, unloading or route");
    }

    @Test
    void goodsThatNobodyUnloadsAreRefused() {
        refused(
                2,
                of -> of.loading(0, 1),
                "nobody unloads what station 0 loads: name another station in unloading");
        refused(
                2,
                of -> of.loading(0).unloading(0),
                "nobody unloads what station 0 loads: name another station in unloading");
    }

    @Test
    void noStationAtAllIsRefused() {
        refused(2, RailwayBuilder::loading, "name at least one station");
        refused(2, RailwayBuilder::unloading, "name at least one station");
        refused(2, of -> of.route(0), "name at least one station");
    }

    @Test
    void aRouteToOneselfIsRefused() {
        refused(2, of -> of.route(1, 1), "station 1 cannot unload what it loads itself");
    }

    @Test
    void routesAndRolesAreNotMixed() {
        String message = "say either route(from, to) or loading(...) and unloading(...), not both";
        refused(2, of -> of.route(0, 1).loading(0), message);
        refused(2, of -> of.unloading(1).route(0, 1), message);
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // nulls are what this is about
    void nullsAreRefused(Kind kind) {
        assertThatNullPointerException()
                .isThrownBy(() -> kind.build(2, of -> of.waiting(null)))
                .withMessage("strategy");
        WaitStrategy without =
                new WaitStrategy() {
                    @Override
                    public Waiter newWaiter() {
                        return null;
                    }

                    @Override
                    public String toString() {
                        return "mine";
                    }
                };
        assertThatNullPointerException()
                .isThrownBy(() -> kind.build(2, of -> of.waiting(without)))
                .withMessage("mine has made no waiter");
        assertThatNullPointerException()
                .isThrownBy(() -> kind.build(2, of -> of.loading((int[]) null)))
                .withMessage("stations");
        assertThatNullPointerException()
                .isThrownBy(() -> kind.build(2, of -> of.unloading((int[]) null)))
                .withMessage("stations");
        assertThatNullPointerException()
                .isThrownBy(() -> kind.build(2, of -> of.route(0, (int[]) null)))
                .withMessage("to");
    }

    @ParameterizedTest
    @EnumSource
    void aRouteMayBeToldInPieces(Kind kind) {
        Kind.Rail rail = kind.build(3, of -> of.route(0, 1).route(0, 2));

        rail.in(0).load(7);

        assertThat(rail.out(1).unload()).isEqualTo(7);
        assertThat(rail.out(2).unload()).isEqualTo(7);
    }

    @ParameterizedTest
    @EnumSource
    void unlessToldOtherwiseStationZeroLoadsAndAllOthersUnload(Kind kind) {
        Kind.Rail rail = kind.build(3, _ -> {});

        int loaded = 0;
        while (rail.in(0).tryLoad(loaded)) {
            loaded++;
        }

        assertThat(loaded).isEqualTo(8 * 2048);
        assertThat(rail.out(1).unload()).isZero();
        assertThat(rail.out(2).unload()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void whoseGoodsTravelTogetherShareATrain(Kind kind) {
        assertThat(room(kind, 4, of -> of.loading(0, 1, 2).capacity(8), 0, 1, 2))
                .containsExactly(3, 3, 2);
        assertThat(room(kind, 4, of -> of.route(0, 2).route(1, 3).capacity(5), 0, 1))
                .as("from station 1 to station 2")
                .containsExactly(3, 2);
        assertThat(room(kind, 3, of -> of.route(2, 1).route(0, 1).capacity(4), 0, 2))
                .as("past the first station")
                .containsExactly(2, 2);
        assertThat(room(kind, 3, of -> of.loading(0, 1, 2).unloading(0, 1, 2).capacity(3), 0, 1, 2))
                .as("two on every stretch")
                .containsExactly(1, 1, 1);
    }

    @ParameterizedTest
    @EnumSource
    void whoseGoodsDoNotMeetHaveAllOfATrain(Kind kind) {
        assertThat(room(kind, 3, of -> of.route(0, 1).route(1, 2).route(2, 0).capacity(5), 0, 1, 2))
                .containsExactly(5, 5, 5);
        assertThat(room(kind, 2, of -> of.route(0, 1).route(1, 0).capacity(1), 0, 1))
                .containsExactly(1, 1);
        assertThat(
                        room(
                                kind,
                                5,
                                of -> of.route(0, 2).route(1, 2).route(2, 3, 4).capacity(7),
                                0,
                                1,
                                2))
                .as("two on the way to station 2, one behind it")
                .containsExactly(3, 3, 7);
    }

    /** For how many goods of each of these stations there is room on one train. */
    private static List<Integer> room(
            Kind kind, int stations, Consumer<RailwayBuilder<?>> description, int... loaders) {
        Kind.Rail rail = kind.build(stations, description.andThen(of -> of.trains(1)));
        List<Integer> room = new ArrayList<>();
        for (int station : loaders) {
            int loaded = 0;
            while (rail.in(station).tryLoad(loaded)) {
                loaded++;
            }
            room.add(loaded);
        }
        return room;
    }
}
