package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.channel.Clause;
import io.roundhouse.channel.Select;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Wherever an actor is run, it awaits no select that calls actors, or that waits for what comes by
 * its own mail; a house in steps included.
 */
@Timeout(60)
final class SelectInActorTest {
    interface Waits {
        boolean awaits(Select select) throws InterruptedException;
    }

    interface Counts {
        int count();

        CompletionStage<Integer> later();
    }

    interface Asks {
        void asks(CompletableFuture<Object> told);

        boolean asksBefore();

        boolean takes(CompletionStage<Integer> there) throws InterruptedException;
    }

    private record Asker(Counts counts) implements Asks {
        @Override
        public void asks(CompletableFuture<Object> told) {
            tells(told, Select.of(Select.asking(counts::later, _ -> {})));
        }

        @Override
        public boolean asksBefore() {
            var told = new CompletableFuture<Object>();
            var answer = counts.later();
            tells(told, Select.of(Select.whenAnswered(answer, _ -> {})));
            var next = answer.thenApply(n -> n + 1);
            var both = new CompletableFuture<Object>();
            tells(both, Select.of(Select.whenAnswered(next, _ -> {})));
            return told.join() instanceof IllegalStateException
                    && both.join() instanceof IllegalStateException;
        }

        @Override
        public boolean takes(CompletionStage<Integer> there) throws InterruptedException {
            boolean[] taken = {false};
            return Select.of(Select.whenAnswered(there, _ -> taken[0] = true)).await() && taken[0];
        }

        private static void tells(CompletableFuture<Object> told, Select select) {
            try {
                told.complete(select.await());
            } catch (Exception e) {
                told.complete(e);
            }
        }
    }

    private static final class Counter implements Counts {
        private int counted;

        @Override
        public int count() {
            return ++counted;
        }

        @Override
        public CompletionStage<Integer> later() {
            return CompletableFuture.completedFuture(0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anActorIsToldWhatToDoInstead(Dispatcher on) {
        try (var house = on.open()) {
            Waits waits = on.actor(house, Waits.class, () -> Select::await);
            Counts counts = on.actor(house, Counts.class, Counter::new);
            for (Clause each :
                    new Clause[] {
                        Select.whenReturned(counts::count, _ -> {}),
                        Select.whenAccepted(counts::count, () -> {}),
                    }) {
                Select select = Select.of(each, Select.otherwise(() -> {}));
                assertThatThrownBy(() -> waits.awaits(select))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("attach");
            }
            assertThat(counts.count()).isOne();
        }
    }

    @ParameterizedTest
    @EnumSource
    void norDoesItWaitForAnswersThatComeAsItsMail(Dispatcher on) throws Exception {
        try (var house = on.open()) {
            Counts counts = on.actor(house, Counts.class, Counter::new);
            Asks asks = on.actor(house, Asks.class, () -> new Asker(counts));
            var told = new CompletableFuture<Object>();
            asks.asks(told);
            house.awaitQuiescence();
            assertThat(told.join())
                    .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("attach");
            assertThat(asks.asksBefore()).isTrue();
            var answer = counts.later();
            answer.toCompletableFuture().join();
            assertThat(asks.takes(answer)).isTrue(); // it is there
            assertThat(asks.takes(CompletableFuture.completedFuture(1))).isTrue();
        }
    }
}
