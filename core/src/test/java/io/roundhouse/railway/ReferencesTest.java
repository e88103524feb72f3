package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a railway of references forgets, and what it refuses. */
@Timeout(60)
class ReferencesTest {
    private static final int COLLECTIONS = 50;

    private static final class Order {}

    // ---- forgotten ----------------------------------------------------------------------------

    @Test
    void aReferenceIsForgottenOnceItsOnlyStationHasUnloadedIt() {
        Railway<Order> railway = Railway.<Order>stations(2).trains(2).capacity(4).build();
        List<WeakReference<Order>> orders = load(railway, 4);

        railway.unloader(1).unload();
        assertForgotten(orders.get(0));
        railway.unloader(1).tryUnload(_ -> {});
        assertForgotten(orders.get(1));
        railway.unloader(1).unload((_, size) -> assertThat(size).isEqualTo(2));
        assertForgotten(orders.get(2));
        assertForgotten(orders.get(3));
        assertThat(railway.isOpen()).isTrue();
    }

    @Test
    void aReferenceIsForgottenOnceTheLastOfItsStationsHasUnloadedIt() {
        Railway<Order> railway = Railway.<Order>stations(4).trains(2).capacity(4).build();
        List<WeakReference<Order>> orders = load(railway, 4);

        railway.unloader(2).unload((_, _) -> {});
        railway.unloader(1).unload();
        railway.unloader(1).unload();
        assertThat(isForgotten(orders.get(0))).isFalse();
        railway.unloader(3).tryUnload(_ -> {});

        assertForgotten(orders.get(0));
        assertThat(isForgotten(orders.get(1))).isFalse();
        railway.unloader(3).unload((_, size) -> assertThat(size).isEqualTo(3));
        assertForgotten(orders.get(1)); // station 1 is the slowest now, behind 2 goods
        assertThat(isForgotten(orders.get(2))).isFalse();
        railway.unloader(1).unload((_, size) -> assertThat(size).isEqualTo(2));
        assertForgotten(orders.get(2));
        assertForgotten(orders.get(3));
    }

    @Test
    void aReferenceIsForgottenWhenTheOnlyStationThatHasNotUnloadedItLeaves() {
        Railway<Order> railway = Railway.<Order>stations(3).trains(2).capacity(4).build();
        List<WeakReference<Order>> orders = load(railway, 3);
        railway.unloader(2).unload();
        railway.unloader(2).unload();

        railway.unloader(1).close();

        assertForgotten(orders.get(0));
        assertForgotten(orders.get(1));
        assertThat(isForgotten(orders.get(2))).isFalse();
    }

    @Test
    void whatNobodyUnloadedIsForgottenOnceItIsHandedBack() {
        for (int stations = 2; stations <= 3; stations++) {
            Railway<Order> railway =
                    Railway.<Order>stations(stations).trains(1).capacity(4).build();
            List<WeakReference<Order>> orders = load(railway, 3);
            railway.unloader(1).unload();
            for (int station = 1; station < stations; station++) {
                railway.unloader(station).close();
            }
            railway.close();
            assertThat(isForgotten(orders.get(2))).isFalse();

            List<WeakReference<Order>> back = new ArrayList<>();
            railway.handBack(order -> back.add(new WeakReference<>(order)));

            assertThat(back).hasSize(stations == 2 ? 2 : 3);
            orders.forEach(ReferencesTest::assertForgotten);
            assertThat(railway.isOpen()).isFalse();
        }
    }

    @Test
    void whatAVisitSetButDidNotLoadIsForgotten() {
        Railway<Order> railway = Railway.<Order>stations(2).trains(1).capacity(4).build();
        List<WeakReference<Order>> orders = new ArrayList<>();

        railway.loader(0).load((train, room) -> setAll(train, room, orders, 1));

        assertForgotten(orders.get(1));
        assertForgotten(orders.get(3));
        assertThat(isForgotten(orders.get(0))).isFalse();
        assertThat(railway.unloader(1).unload()).isSameAs(orders.get(0).get());
    }

    @Test
    void whatAVisitSetBeforeItThrewIsForgotten() {
        Railway<Order> railway = Railway.<Order>stations(2).trains(1).capacity(4).build();
        List<WeakReference<Order>> orders = new ArrayList<>();

        assertThatThrownBy(() ->
                        railway.loader(0).load((train, room) -> setAll(train, room, orders, 9)))
                .isInstanceOf(IndexOutOfBoundsException.class);

        orders.forEach(ReferencesTest::assertForgotten);
        assertThat(railway.isOpen()).isFalse();
    }

    private static int setAll(
            Train<Order> train, int room, List<WeakReference<Order>> orders, int result) {
        for (int i = 0; i < room; i++) {
            Order order = new Order();
            orders.add(new WeakReference<>(order));
            train.set(i, order);
            assertThat(train.get(i)).isSameAs(order);
        }
        return result;
    }

    @Test
    void nothingIsKeptWhenSeveralStationsRace() throws Exception {
        for (int round = 0; round < 30; round++) {
            Railway<Order> railway = Railway.<Order>stations(4).trains(2).capacity(3).build();
            List<WeakReference<Order>> orders = new ArrayList<>();
            try (Crew crew = Crew.ofPlatform()) {
                for (int station = 1; station < 4; station++) {
                    int me = station;
                    crew.start("unloader " + me, () -> unloadRandomly(railway.unloader(me), 300));
                }
                orders.addAll(load(railway, 300));
                crew.join();
            }
            orders.forEach(ReferencesTest::assertForgotten);
            assertThat(railway.isOpen()).isTrue(); // nobody left: passing alone has cleared
        }
    }

    private static void unloadRandomly(Unloader<Order> unloader, int goods) {
        int[] left = {goods};
        while (left[0] > 0) {
            if (ThreadLocalRandom.current().nextBoolean()) {
                unloader.unload();
                left[0]--;
            } else {
                unloader.unload((_, size) -> left[0] -= size);
            }
        }
    }

    private static List<WeakReference<Order>> load(Railway<Order> railway, int goods) {
        List<WeakReference<Order>> orders = new ArrayList<>();
        for (int i = 0; i < goods; i++) {
            Order order = new Order();
            orders.add(new WeakReference<>(order));
            railway.loader(0).load(order);
        }
        return orders;
    }

    private static void assertForgotten(WeakReference<Order> order) {
        for (int i = 0; i < COLLECTIONS && order.get() != null; i++) {
            System.gc();
        }
        assertThat(order.get()).isNull();
    }

    /** A look after a collection that took what it could. */
    private static boolean isForgotten(WeakReference<Order> order) {
        assertForgotten(new WeakReference<>(new Order()));
        return order.get() == null;
    }

    // ---- refused ------------------------------------------------------------------------------

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // nulls are what this is about
    void nullGoodsAreRefused() {
        Railway<Order> railway = Railway.<Order>stations(2).build();
        Order none = null;

        assertThatNullPointerException()
                .isThrownBy(() -> railway.loader(0).load(none))
                .withMessage("a good cannot be null");
        assertThatNullPointerException()
                .isThrownBy(() -> railway.loader(0).tryLoad(none))
                .withMessage("a good cannot be null");
        assertThat(railway.isOpen()).isTrue();
        assertThatNullPointerException()
                .isThrownBy(() ->
                        railway.loader(0)
                                .load((train, _) -> {
                                    train.set(0, none);
                                    return 1;
                                }))
                .withMessage("a good cannot be null");
        assertThat(railway.undelivered()).isZero();
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // nulls are what this is about
    void nullVisitsAndConsumersAreRefusedAndTheRailwayStaysOpen() {
        Railway<Order> railway = Railway.<Order>stations(2).build();
        railway.loader(0).load(new Order());
        Loader.Visit<Order> noLoads = null;
        Unloader.Visit<Order> noGoods = null;
        java.util.function.Consumer<Order> noTaker = null;

        assertThatNullPointerException()
                .isThrownBy(() -> railway.loader(0).load(noLoads))
                .withMessage("visit");
        assertThatNullPointerException()
                .isThrownBy(() -> railway.unloader(1).unload(noGoods))
                .withMessage("visit");
        assertThatNullPointerException()
                .isThrownBy(() -> railway.unloader(1).tryUnload(noTaker))
                .withMessage("taker");
        assertThatNullPointerException()
                .isThrownBy(() -> railway.unloader(1).forEach(noTaker))
                .withMessage("taker");
        assertThatNullPointerException()
                .isThrownBy(() -> railway.handBack(noTaker))
                .withMessage("taker");
        LongRailway longs = LongRailway.stations(2).build();
        assertThatNullPointerException()
                .isThrownBy(() -> longs.loader(0).load((LongLoader.Visit) null))
                .withMessage("visit");
        assertThatNullPointerException()
                .isThrownBy(() -> longs.unloader(1).unload((LongUnloader.Visit) null))
                .withMessage("visit");
        assertThat(railway.isOpen()).isTrue();
        assertThat(longs.isOpen()).isTrue();
        assertThat(railway.undelivered()).isEqualTo(1);
    }

    @Test
    void aVisitThatSaysItLoadedWhatItHasNotSetIsRefused() {
        Railway<Order> railway = Railway.<Order>stations(2).trains(1).capacity(4).build();

        assertThatIllegalStateException()
                .isThrownBy(() ->
                        railway.loader(0)
                                .load((train, _) -> {
                                    train.set(0, new Order());
                                    train.set(2, new Order());
                                    return 3;
                                }))
                .withMessage(
                        "a visit of the loader of station 0 says it loaded 3 goods,"
                                + " but has not set good 1");
        assertThat(railway.undelivered()).isZero();
    }

    @Test
    void aVisitThatFillsAGapAndSaysItLoadedMoreIsRefused() {
        Railway<Order> railway = Railway.<Order>stations(2).trains(1).capacity(4).build();

        assertThatIllegalStateException()
                .isThrownBy(() ->
                        railway.loader(0)
                                .load((train, _) -> {
                                    train.set(1, new Order());
                                    train.set(0, new Order());
                                    return 3;
                                }))
                .withMessage(
                        "a visit of the loader of station 0 says it loaded 3 goods,"
                                + " but has not set good 2");
        assertThat(railway.undelivered()).isZero();
    }

    @Test
    void aVisitMaySetItsGoodsInAnyOrder() {
        Railway<Integer> railway = Railway.<Integer>stations(2).trains(1).capacity(4).build();

        railway.loader(0)
                .load((train, _) -> {
                    train.set(2, 30);
                    train.set(0, 10);
                    train.set(3, 99); // set and not loaded
                    train.set(1, 20);
                    return 3;
                });
        List<Integer> unloaded = new ArrayList<>();
        railway.unloader(1)
                .unload((train, size) -> {
                    for (int i = 0; i < size; i++) {
                        unloaded.add(train.get(i));
                    }
                });
        assertThat(unloaded).containsExactly(10, 20, 30);
        assertThat(railway.undelivered()).isZero();
    }

    @Test
    void aVisitHasTheRestOfTheTrainHoweverManyWereLoadedOneByOneBefore() {
        for (int before = 0; before <= 40; before++) {
            Railway<Integer> railway = Railway.<Integer>stations(2).trains(16).capacity(5).build();
            int visits = before % 3;
            int expected = 0;
            for (int visit = 0; visit < visits; visit++) {
                expected += railway.loader(0).load(ReferencesTest::fill);
            }
            for (int i = 0; i < before; i++) {
                railway.loader(0).load(i);
            }
            expected += before;
            assertThat(railway.loader(0).load(ReferencesTest::fill)).isEqualTo(5 - expected % 5);
        }
    }

    private static int fill(Train<Integer> train, int room) {
        for (int i = 0; i < room; i++) {
            train.set(i, i);
        }
        return room;
    }

    @Test
    void whatOnlyGoodsThatStayInPlaceCanIsRefused() {
        Railway<Order> railway = Railway.<Order>stations(2).build();

        assertThatThrownBy(() -> railway.loader(0).fill(_ -> {}))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(
                        "this railway carries references: load them, or build it with inPlace(factory)");
        assertThat(railway.isOpen()).isTrue();
    }

    // ---- trains -------------------------------------------------------------------------------

    @Test
    void aTrainIsCaughtOutsideOfItsVisit() {
        Railway<Order> railway = Railway.<Order>stations(2).build();
        List<Train<Order>> kept = new ArrayList<>();
        railway.loader(0)
                .load((train, room) -> {
                    assertThat(train.size()).isEqualTo(room);
                    kept.add(train);
                    train.set(0, new Order());
                    return 1;
                });

        assertThat(kept.getFirst().size()).isZero();
        assertThatThrownBy(() -> kept.getFirst().get(0))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "a visit of the loader of station 0 is over:"
                                + " a train is of use only until the visit returns");
        assertThatThrownBy(() -> kept.getFirst().set(0, new Order()))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aTrainRefusesWhatItDoesNotHaveAndWhatIsNotToBeSet() {
        Railway<Order> railway = Railway.<Order>stations(2).trains(1).capacity(4).build();
        railway.loader(0).load(new Order());

        railway.unloader(1)
                .unload((train, _) -> {
                    assertThatThrownBy(() -> train.get(1))
                            .isInstanceOf(IndexOutOfBoundsException.class);
                    assertThatThrownBy(() -> train.get(-1))
                            .isInstanceOf(IndexOutOfBoundsException.class);
                    assertThatThrownBy(() -> train.set(0, new Order()))
                            .isInstanceOf(UnsupportedOperationException.class)
                            .hasMessage(
                                    "a visit of the unloader of station 1 cannot set goods:"
                                            + " only loaders of references do");
                    assertThat(train)
                            .hasToString("train in a visit of the unloader of station 1 [1 goods]");
                });
        railway.loader(0)
                .load((train, _) -> {
                    assertThatThrownBy(() -> train.set(4, new Order()))
                            .isInstanceOf(IndexOutOfBoundsException.class);
                    assertThatIllegalStateException()
                            .isThrownBy(() -> train.get(0))
                            .withMessage("a visit of the loader of station 0 has not set good 0");
                    return 0;
                });
    }
}
