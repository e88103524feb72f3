package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Times that end answers where time is what the steps make of it: in days, over at once. */
@Timeout(60)
final class SteppedTimesTest {
    interface Asked {
        CompletableFuture<Integer> never();

        CompletableFuture<Integer> answer();
    }

    private static final class Answering implements Asked {
        @Override
        public CompletableFuture<Integer> never() {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<Integer> answer() {
            return CompletableFuture.completedFuture(7);
        }
    }

    private final List<String> said = new ArrayList<>();

    private static Roundhouse open() {
        return Roundhouse.open(HouseOptions::stepping);
    }

    private Runnable asks(Roundhouse house, String name, Runnable body) {
        return house.actor(Runnable.class, () -> body, with -> with.named(name));
    }

    @Test
    void whoWaitsForAnAnswerWithATimeIsToldWhenItIsOver() {
        try (var house = open()) {
            Asked asked = house.actor(Asked.class, Answering::new);
            assertThatThrownBy(() -> asked.never().orTimeout(1, TimeUnit.DAYS).join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(TimeoutException.class);
            assertThat(asked.never().completeOnTimeout(5, 1, TimeUnit.DAYS).join()).isEqualTo(5);
            assertThat(
                            asked.never()
                                    .thenApply(n -> n)
                                    .completeOnTimeout(6, 1, TimeUnit.DAYS)
                                    .join())
                    .isEqualTo(6);
        }
    }

    @Test
    void theFirstTimeIsFirstAndWhatFollowsRunsInTheActor() {
        try (var house = open()) {
            Asked asked = house.actor(Asked.class, Answering::new);
            Runnable asker =
                    asks(
                            house,
                            "asker",
                            () -> {
                                for (int days : new int[] {3, 1, 2}) {
                                    var _ =
                                            asked.never()
                                                    .orTimeout(days, TimeUnit.DAYS)
                                                    .whenComplete((_, _) -> say(days));
                                    var _ =
                                            asked.never()
                                                    .completeOnTimeout(0, days, TimeUnit.DAYS)
                                                    .thenAccept(_ -> say(days));
                                }
                            });
            asker.run();
            house.awaitQuiescence();
            assertThat(said)
                    .containsExactly(
                            "asker 1", "asker 1", "asker 2", "asker 2", "asker 3", "asker 3");
        }
    }

    private void say(int days) {
        said.add(ActorContext.current().name() + " " + days);
    }

    @Test
    void anActorMayWaitForIt() {
        try (var house = open()) {
            Asked asked = house.actor(Asked.class, Answering::new);
            Runnable asker =
                    asks(
                            house,
                            "asker",
                            () -> say(asked.never().completeOnTimeout(4, 9, TimeUnit.DAYS).join()));
            asker.run();
            house.awaitQuiescence();
            assertThat(said).containsExactly("asker 4");
        }
    }

    @Test
    void noTimePassesForAnAnswerThatIsThere() {
        try (var house = open()) {
            Asked asked = house.actor(Asked.class, Answering::new);
            assertThat(asked.answer().orTimeout(1, TimeUnit.DAYS).join()).isEqualTo(7);
            CompletableFuture<Integer> there = asked.answer();
            assertThat(there.join()).isEqualTo(7);
            assertThat(there.completeOnTimeout(8, 1, TimeUnit.DAYS).join()).isEqualTo(7);
            assertThat(house.step()).isFalse();
        }
    }

    @Test
    void aLimitOfWhoWaitsForQuietIsOfTheSameTime() {
        try (var house = open()) {
            Asked asked = house.actor(Asked.class, Answering::new);
            CompletableFuture<Integer> never = asked.never().orTimeout(3, TimeUnit.DAYS);
            assertThat(house.awaitQuiescence(Duration.ofDays(2))).isTrue();
            assertThat(never).isNotDone();
            assertThat(house.step()).isTrue();
            assertThat(never).isCompletedExceptionally();
        }
    }

    @Test
    void aTimeThatIsNeverOverEndsNothing() {
        Roundhouse house = open();
        Asked asked = house.actor(Asked.class, Answering::new);
        CompletableFuture<Integer> never = asked.never().orTimeout(Long.MAX_VALUE, TimeUnit.DAYS);
        house.awaitQuiescence();
        assertThat(house.step()).isFalse();
        assertThat(never).isNotDone();
        house.close();
        assertThat(never).isCompletedExceptionally(); // with the house
    }
}
