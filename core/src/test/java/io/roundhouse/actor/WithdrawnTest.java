package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.waiting.WaitInterruptedException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A call that its caller has withdrawn is no dead letter, and any other that is not handled is. */
@ParameterizedClass
@EnumSource(value = Dispatcher.class, mode = EnumSource.Mode.EXCLUDE, names = "STEPPING")
@Timeout(60)
final class WithdrawnTest {
    @Parameter Dispatcher on;

    interface Asked {
        int now();

        CompletableFuture<Integer> later();

        void stops();

        int asksItselfAndStops();
    }

    private final Gate gate = new Gate();
    private final List<String> dead = Collections.synchronizedList(new ArrayList<>());

    private final class Stopping implements Asked {
        @Override
        public int now() {
            return 1;
        }

        @Override
        public CompletableFuture<Integer> later() {
            return CompletableFuture.completedFuture(1);
        }

        @Override
        public void stops() {
            gate.pass();
            ActorContext.current().stop();
        }

        @Override
        public int asksItselfAndStops() {
            Asked self = ActorContext.current().self(Asked.class);
            assertThatThrownBy(self::now).isInstanceOf(AskCycleException.class);
            ActorContext.current().stop();
            return 2;
        }
    }

    /**
     * What is told of an actor that is stopped when that has been done, and how much is counted.
     */
    private void assertDead(Consumer<Asked> body, String... letters) {
        Roundhouse counts;
        try (var house =
                on.open(with -> with.onDeadLetter(call -> dead.add(call.method().getName())))) {
            counts = house;
            Asked actor = on.actor(house, Asked.class, Stopping::new);
            body.accept(actor);
            gate.open();
            house.awaitQuiescence();
        }
        assertThat(dead).containsExactly(letters);
        assertThat(counts.deadLetters()).isEqualTo(letters.length);
    }

    @Test
    void oneWhoseFutureWasCancelledIsNone() {
        assertDead(actor -> {
            actor.stops();
            gate.awaitReached();
            actor.later().cancel(true);
        });
    }

    @Test
    void oneWhoseCallerWasInterruptedIsNone() {
        assertDead(actor -> {
            actor.stops();
            gate.awaitReached();
            Thread asks =
                    Thread.ofPlatform()
                            .start(() ->
                                    assertThatThrownBy(actor::now)
                                            .isInstanceOf(WaitInterruptedException.class));
            Threads.awaitWaiting(asks);
            asks.interrupt();
            Threads.join(asks);
        });
    }

    @Test
    void oneThatWouldHaveClosedACircleIsNone() {
        assertDead(actor -> assertThat(actor.asksItselfAndStops()).isEqualTo(2));
    }

    @Test
    void anyOtherIs() {
        List<CompletableFuture<Integer>> asked = new ArrayList<>();
        assertDead(
                actor -> {
                    actor.stops();
                    gate.awaitReached();
                    asked.add(actor.later());
                    CompletableFuture<Integer> givenElsewhere = actor.later();
                    givenElsewhere.complete(3);
                    actor.stops();
                },
                "later",
                "later",
                "stops");
        assertThatThrownBy(asked.getFirst()::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ActorStoppedException.class);
    }
}
