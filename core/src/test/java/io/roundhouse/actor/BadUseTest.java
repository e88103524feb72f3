package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What who has done something wrong reads: what it was, and what to do. */
@Timeout(60)
final class BadUseTest {
    interface Till {
        int sells(int fruits);

        CompletionStage<Integer> sellsLater(int fruits);
    }

    private static class Good implements Till {
        @Override
        public int sells(int fruits) {
            return fruits;
        }

        @Override
        @SuppressWarnings("NullAway") // on purpose
        public @Nullable CompletionStage<Integer> sellsLater(int fruits) {
            return null;
        }
    }

    private static Till named(Roundhouse house, String name, Supplier<Till> factory) {
        return house.actor(Till.class, factory, with -> with.named(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void anActorHasNoNameThatNobodyCanRead(String name) {
        try (var house = Roundhouse.open()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> named(house, name, Good::new))
                    .withMessage(
                            "a name is needed that can be read; without named() an actor is called"
                                    + " after its class");
        }
    }

    @Test
    void whatIsNoInterfaceCannotBeAddedEither() {
        try (var house = Roundhouse.open()) {
            Till till = named(house, "till", Good::new);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> house.as(till, Object.class))
                    .withMessage(
                            "java.lang.Object is not an interface; actors are called through one");
        }
    }

    @Test
    void aHandleOfAnotherHouseIsCalledThat() {
        try (var house = Roundhouse.open();
                var other = Roundhouse.open()) {
            Till till = named(other, "till", Good::new);
            for (Runnable use :
                    List.<Runnable>of(() -> house.stop(till), () -> house.as(till, Till.class))) {
                assertThatIllegalArgumentException()
                        .isThrownBy(use::run)
                        .withMessage("actor till is one of another house");
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> house.stop(new Good()))
                    .withMessageContaining("not a handle")
                    .withMessageContaining(Good.class.getName());
        }
    }

    @Test
    void whoReturnsNoFutureIsNamedWithItsMethod() {
        try (var house = Roundhouse.open()) {
            Till till = named(house, "till", Good::new);
            assertThatThrownBy(() -> till.sellsLater(1).toCompletableFuture().join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "till.sellsLater returned null; an answer that comes later is a"
                                    + " CompletionStage or a Future");
        }
    }

    @Test
    void anActorThatWaitsForItselfAmongOthersIsNamed() {
        try (var house = Roundhouse.open()) {
            Till till =
                    named(
                            house,
                            "till",
                            () ->
                                    new Good() {
                                        @Override
                                        public int sells(int fruits) {
                                            house.awaitQuiescence();
                                            return fruits;
                                        }
                                    });
            assertThatThrownBy(() -> till.sells(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "awaitQuiescence waits for all actors of the house, and must not be"
                                    + " called by one of them: till");
        }
    }

    @Test
    void nothingIsRegisteredInAHouseThatIsClosed() {
        Roundhouse house = Roundhouse.open();
        house.close();
        assertThatThrownBy(() -> house.register(Till.class, Good::new))
                .isInstanceOf(HouseClosedException.class);
    }

    /** Its callers see only that it is no more. */
    @Test
    void whoAsksAnActorThatFailedToBeginIsToldWhy() {
        IllegalStateException why = new IllegalStateException("no till roll");
        class Failing extends Good implements Lifecycle {
            @Override
            public void started() {
                throw why;
            }
        }
        List<LogRecord> logged =
                Logged.during(_ -> {
                    try (var house = Roundhouse.open()) {
                        Till till = named(house, "till", Failing::new);
                        house.awaitQuiescence();
                        assertThatThrownBy(() -> till.sells(1))
                                .isInstanceOf(ActorStoppedException.class)
                                .hasMessage(
                                        "no answer to till.sells(1): the actor has been"
                                                + " stopped, as it threw"
                                                + " java.lang.IllegalStateException")
                                .hasCause(why);
                    }
                });
        assertThat(logged)
                .extracting(LogRecord::getMessage)
                .contains("till.started() threw an exception: its actor is stopped")
                .noneMatch(message -> message.contains("goes on"));
    }

    @Test
    void whoIsOwedAnAnswerByAnActorThatAnErrorHasEndedIsToldWhy() {
        AssertionError why = new AssertionError("no till");
        var _ =
                Logged.during(_ -> {
                    try (var house = Roundhouse.open()) {
                        Till till = named(house, "till", () -> new Owing(why));
                        var owed = till.sellsLater(1).toCompletableFuture();
                        house.awaitQuiescence();
                        assertThatThrownBy(() -> till.sells(1)).isSameAs(why);
                        assertThatThrownBy(owed::join)
                                .cause()
                                .isInstanceOf(ActorStoppedException.class)
                                .hasCause(why);
                    }
                });
    }

    private record Owing(Error why) implements Till {
        @Override
        public int sells(int fruits) {
            throw why;
        }

        @Override
        public CompletionStage<Integer> sellsLater(int fruits) {
            return ActorContext.current().answer();
        }
    }

    @Test
    void whoAsksAnActorThatAnErrorHasEndedIsToldWhy() {
        AssertionError why = new AssertionError("no till");
        var _ =
                Logged.during(_ -> {
                    try (var house = Roundhouse.open()) {
                        Till till =
                                named(
                                        house,
                                        "till",
                                        () ->
                                                new Good() {
                                                    @Override
                                                    public int sells(int fruits) {
                                                        throw why;
                                                    }
                                                });
                        assertThatThrownBy(() -> till.sells(1)).isSameAs(why);
                        house.awaitQuiescence();
                        assertThatThrownBy(() -> till.sells(2))
                                .isInstanceOf(ActorStoppedException.class)
                                .hasMessageEndingWith("as it threw java.lang.AssertionError")
                                .hasCause(why);
                    }
                });
    }
}
