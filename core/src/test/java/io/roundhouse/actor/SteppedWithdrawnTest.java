package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * In a stepped house: who is told, while a call waits, that nothing is left to run has called in
 * vain. The call is not handled when the actor can go on after all, and is no dead letter.
 */
@Timeout(20)
final class SteppedWithdrawnTest {
    private static final int SEEDS = 10;

    interface Busy {
        void waitsFor(Owing other);

        void sent();

        int asked();

        CompletableFuture<Integer> askedLater();
    }

    interface Owing {
        int owe();
    }

    private interface ToDo {
        void run(Roundhouse house, Busy busy);
    }

    private enum Call {
        SENT(Busy::sent),
        ASKED(Busy::asked),
        ASKED_LATER(busy -> busy.askedLater().join());

        private final Consumer<Busy> made;

        Call(Consumer<Busy> made) {
            this.made = made;
        }
    }

    private final List<String> handled = new ArrayList<>();
    private final List<CompletableFuture<Integer>> owed = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();

    private final class Waiting implements Busy {
        @Override
        public void waitsFor(Owing other) {
            assertThat(other.owe()).isEqualTo(5);
        }

        @Override
        public void sent() {
            handled.add("sent");
        }

        @Override
        public int asked() {
            handled.add("asked");
            return 1;
        }

        @Override
        public CompletableFuture<Integer> askedLater() {
            handled.add("asked later");
            return CompletableFuture.completedFuture(1);
        }
    }

    /** That actor waits for an answer, which it gets when the body has been run. */
    private void whileItWaits(long seed, Consumer<ActorOptions> with, ToDo body) {
        try (var house =
                Roundhouse.open(options ->
                        options.stepping(seed).onFailure((_, thrown) -> failures.add(thrown)))) {
            Owing owing =
                    house.actor(
                            Owing.class,
                            () ->
                                    () -> {
                                        owed.add(ActorContext.current().answer());
                                        return 0;
                                    });
            Busy busy = house.actor(Busy.class, Waiting::new, with.andThen(o -> o.named("busy")));
            busy.waitsFor(owing);
            body.run(house, busy);
            owed.forEach(answer -> answer.complete(5));
            owed.clear();
            house.awaitQuiescence();
            assertThat(house.deadLetters()).isZero();
        }
    }

    private static void assertIsTold(Busy busy, Call call) {
        assertThatThrownBy(() -> call.made.accept(busy))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing is left to run");
    }

    @ParameterizedTest
    @EnumSource
    void aCallThatNobodyTookIsNotHandled(Call call) {
        for (long seed = 0; seed < SEEDS; seed++) {
            whileItWaits(seed, ActorOptions::rendezvous, (_, busy) -> assertIsTold(busy, call));
        }
        assertThat(handled).isEmpty();
        assertThat(failures).isEmpty();
    }

    @Test
    void noMoreIsOneThatAnActorMade() {
        for (long seed = 0; seed < SEEDS; seed++) {
            List<String> told = new ArrayList<>();
            whileItWaits(
                    seed,
                    ActorOptions::rendezvous,
                    (house, busy) -> {
                        Runnable asker =
                                house.actor(
                                        Runnable.class,
                                        () ->
                                                () -> {
                                                    assertIsTold(busy, Call.SENT);
                                                    told.add("asker");
                                                });
                        asker.run();
                        while (house.step()) {} // what waits is left
                    });
            assertThat(told).containsExactly("asker");
        }
        assertThat(handled).isEmpty();
        assertThat(failures).isEmpty();
    }

    @Test
    void noMoreIsAnAskThatHasNotBegun() {
        for (long seed = 0; seed < SEEDS; seed++) {
            whileItWaits(seed, _ -> {}, (_, busy) -> assertIsTold(busy, Call.ASKED));
        }
        assertThat(handled).isEmpty();
    }

    /** Others may wait for the answer, too. */
    @Test
    void oneWhoseAnswerWasToComeLaterIsHandled() {
        whileItWaits(0, _ -> {}, (_, busy) -> assertIsTold(busy, Call.ASKED_LATER));
        assertThat(handled).containsExactly("asked later");
    }
}
