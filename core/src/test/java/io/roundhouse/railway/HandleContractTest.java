package io.roundhouse.railway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.roundhouse.railway.Kind.Rail;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every handle refuses and says of itself, whatever it carries. */
@Timeout(60)
class HandleContractTest {

    // ---- handles ---------------------------------------------------------------------------

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
        rail.in(0).loadAll(1, 2, 3);
        rail.out(1).unload();
        try (Crew crew = Crew.ofPlatform()) {
            crew.start("thief of loads", () -> rail.in(0).load(4));
            crew.start("thief of goods", () -> rail.out(1).tryUnload(_ -> {}));
            crew.start("thief of visits", () -> rail.out(1).tryUnloadMany(_ -> {}));
            crew.start("thief who waits", () -> rail.out(1).unloadMany(_ -> {}));
            crew.start("thief of ends", () -> rail.out(1).close());
            String me = Thread.currentThread().getName();

            assertThat(crew.failures())
                    .allMatch(AssertionError.class::isInstance)
                    .extracting(Throwable::getMessage)
                    .containsExactlyInAnyOrder(
                            foreign("loader of station 0", me, "thief of loads"),
                            foreign("unloader of station 1", me, "thief of goods"),
                            foreign("unloader of station 1", me, "thief of visits"),
                            foreign("unloader of station 1", me, "thief who waits"),
                            foreign("unloader of station 1", me, "thief of ends"));
        }
        assertThat(rail.railway().counters().getFirst().loaded()).isEqualTo(3);
        assertThat(rail.out(1).handle().hasEnded()).isFalse();
        assertThat(rail.out(1).unload()).isEqualTo(2);
    }

    @Test
    void aForeignVisitTakesNothingOffThePlatform() throws Exception {
        LongRailway railway = LongRailway.stations(2).trains(1).capacity(256).build();
        LongUnloader out = railway.unloader(1);
        for (long good = 1; good <= 3; good++) {
            railway.loader(0).load(good);
        }
        out.unload();
        try (Crew crew = Crew.ofPlatform()) {
            crew.start("thief", () -> out.tryUnload((_, _, _) -> {}));

            assertThat(crew.failures()).hasSize(1);
        }
        assertThat(out.available).isEqualTo(3);
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

    // ---- nulls -----------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // nulls are what this is about
    void nullsAreRefusedAndTheRailwayStaysOpen(Kind kind) {
        Rail rail = kind.small(4);
        rail.in(0).load(1);

        assertThatNullPointerException()
                .isThrownBy(() -> rail.railway().fail(null))
                .withMessage("cause");
        assertThatNullPointerException()
                .isThrownBy(() -> rail.in(0).tryLoad(1, null))
                .withMessageStartingWith("a time to wait is needed");
        assertThatNullPointerException()
                .isThrownBy(() -> rail.out(1).tryUnload(_ -> {}, null))
                .withMessageStartingWith("a time to wait is needed");
        assertThat(rail.railway().isOpen()).isTrue();
        assertThat(rail.railway().undelivered()).isEqualTo(1);
    }

    // ---- closed ----------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void aClosedUnloaderSaysThatItIsClosed(Kind kind) {
        Rail rail = kind.small(4);
        rail.in(0).load(1);
        rail.out(1).close();

        assertThatThrownBy(() -> rail.out(1).unload())
                .isInstanceOf(RailwayClosedException.class)
                .hasMessage("station 1 cannot unload: its unloader has been closed");
    }

    @ParameterizedTest
    @EnumSource
    void anUnloaderThatCameToItsEndBeforeItWasClosedSaysSo(Kind kind) {
        Rail rail = kind.small(4);
        rail.in(0).close();
        assertThat(rail.out(1).rest()).isEmpty();
        rail.out(1).close();

        assertThatThrownBy(() -> rail.out(1).unload())
                .isInstanceOf(RailwayClosedException.class)
                .hasMessage("station 1 has nothing more to unload");
    }

    @ParameterizedTest
    @EnumSource
    void anUnloaderClosedAfterAFailureTellsTheCause(Kind kind) {
        Rail rail = kind.small(4);
        IllegalStateException bug = new IllegalStateException("bug");
        rail.railway().fail(bug);
        rail.out(1).close();

        assertThatThrownBy(() -> rail.out(1).unload())
                .isInstanceOf(RailwayClosedException.class)
                .hasMessage("station 1 cannot unload: its unloader has been closed")
                .hasCause(bug);
    }

    // ---- inspection while open -------------------------------------------------------------

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
        assertThat(rail.out(1).unload()).isEqualTo(1);
    }
}
