package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Goods that stay in place. */
class InPlaceTest {
    private static final class Trade {
        long price;
    }

    @Test
    void goodsAreMadeOnceAndUsedAgain() {
        int[] made = {0};
        Railway<Trade> railway =
                Railway.stations(2)
                        .inPlace(() -> {
                            made[0]++;
                            return new Trade();
                        })
                        .trains(3)
                        .capacity(5)
                        .build();
        Map<Trade, Boolean> seen = new IdentityHashMap<>();

        for (int i = 0; i < 100; i++) {
            int price = i;
            railway.loader(0).fill(trade -> trade.price = price);
            railway.unloader(1)
                    .unload((Trade trade) -> {
                        assertThat(trade.price).isEqualTo(price);
                        seen.put(trade, true);
                    });
        }

        assertThat(made[0]).isEqualTo(16); // 3 × 5, rounded up
        assertThat(seen).hasSize(16);
    }

    @Test
    void everyStationReadsTheSameGood() {
        Railway<Trade> railway = Railway.stations(3).inPlace(Trade::new).build();
        List<Trade> seen = new ArrayList<>();
        railway.loader(0).fill(seen::add);

        railway.unloader(1).unload((Trade trade) -> seen.add(trade));
        railway.unloader(2).unload((train, _) -> seen.add(train.get(0)));

        assertThat(seen).hasSize(3).containsOnly(seen.getFirst());
    }

    @Test
    void aGoodIsNotChangedBeforeItsStationIsDoneWithIt() {
        Railway<Trade> railway =
                Railway.stations(2).inPlace(Trade::new).trains(1).capacity(1).build();
        railway.loader(0).fill(trade -> trade.price = 1);

        railway.unloader(1)
                .unload((Trade trade) -> {
                    assertThat(railway.loader(0).tryFill(next -> next.price = 2)).isFalse();
                    assertThat(trade.price).isEqualTo(1);
                });

        assertThat(railway.loader(0).tryFill(next -> next.price = 2)).isTrue();
    }

    @Test
    void aFillerThatThrowsHasLoadedNothingAndFailsTheRailway() {
        Railway<Trade> railway = Railway.stations(2).inPlace(Trade::new).build();
        IllegalStateException bug = new IllegalStateException("bug");

        assertThatThrownBy(() ->
                        railway.loader(0)
                                .fill(_ -> {
                                    throw bug;
                                }))
                .isSameAs(bug);

        assertThat(railway.failure()).isSameAs(bug);
        assertThat(railway.undelivered()).isZero();
    }

    @Test
    void whatOnlyReferencesCanIsRefused() {
        Railway<Trade> railway = Railway.stations(2).inPlace(Trade::new).build();
        String load = "the goods of this railway stay in place: fill one, or load a visit";
        String unload =
                "the goods of this railway stay in place: unload with a consumer or a visit";

        assertThatThrownBy(() -> railway.loader(0).load(new Trade()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(load);
        assertThatThrownBy(() -> railway.loader(0).tryLoad(new Trade()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(load);
        assertThatThrownBy(() -> railway.unloader(1).unload())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(unload);
        railway.loader(0).fill(_ -> {});
        assertThatThrownBy(() -> railway.unloader(1).unload())
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(unload);
        assertThat(railway.isOpen()).isTrue();
        assertThat(railway.undelivered()).isEqualTo(1);
    }

    @Test
    void settingAGoodIsRefusedAndTheMessageSaysWhatToDo() {
        Railway<Trade> railway = Railway.stations(2).inPlace(Trade::new).build();

        assertThatThrownBy(() ->
                        railway.loader(0)
                                .load((train, _) -> {
                                    train.set(0, new Trade());
                                    return 1;
                                }))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(
                        "a visit of the loader of station 0 cannot set goods:"
                                + " they stay in place; get one and change it");
    }

    @Test
    void aFactoryThatMakesTheSameObjectAgainIsRefused() {
        Trade only = new Trade();
        List<Trade> shared = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            shared.add(new Trade());
        }
        int[] made = {0};

        assertThatIllegalStateException()
                .isThrownBy(() -> Railway.stations(2).inPlace(() -> only).build())
                .withMessage(
                        "the factory made the same object again for good 1 of station 0:"
                                + " each good needs an object of its own");
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        Railway.stations(3)
                                .inPlace(() -> shared.get(made[0]++ % shared.size()))
                                .loading(0, 1)
                                .trains(2)
                                .capacity(4)
                                .build())
                .withMessage(
                        "the factory made the same object again for good 2 of station 1:"
                                + " each good needs an object of its own");
    }

    @Test
    void goodsThatAreEqualButNotTheSameAreTwo() {
        record Point(int x) {}

        assertThat(Railway.stations(2).inPlace(() -> new Point(1)).build().isOpen()).isTrue();
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // nulls are what this is about
    void aFactoryThatIsNullOrMakesNullOrThrowsIsRefused() {
        Supplier<Trade> none = null;
        IllegalArgumentException bug = new IllegalArgumentException("bug");

        assertThatNullPointerException()
                .isThrownBy(() -> Railway.stations(2).inPlace(none))
                .withMessage("factory");
        assertThatIllegalStateException()
                .isThrownBy(() -> Railway.stations(2).inPlace(() -> (Trade) null).build())
                .withMessage("the factory made null for good 0 of station 0");
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        Railway.stations(2)
                                .<Trade>inPlace(() -> {
                                    throw bug;
                                })
                                .build())
                .withMessage("the factory threw when it made good 0 of station 0")
                .withCause(bug);
        IOException checked = new IOException("not declared");
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        Railway.stations(2)
                                .inPlace(() -> InPlaceTest.<Trade, RuntimeException>failed(checked))
                                .build())
                .withMessage("the factory threw when it made good 0 of station 0")
                .withCause(checked);
        assertThatNullPointerException()
                .isThrownBy(
                        () -> Railway.stations(2).inPlace(Trade::new).build().loader(0).fill(null))
                .withMessage("filler");
    }

    /** Checked ones too: not all languages check. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // thrown undeclared
    private static <E, X extends Throwable> E failed(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
