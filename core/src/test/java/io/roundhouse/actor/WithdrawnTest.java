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
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A call that its caller has withdrawn is no dead letter, and any other that is not handled is. */
@ParameterizedClass
@EnumSource
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

    private @Nullable Thread steps;

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
    private void assertDead(BiConsumer<Roundhouse, Asked> body, String... letters) {
        Roundhouse counts;
        try (var house =
                on.open(with -> with.onDeadLetter(call -> dead.add(call.method().getName())))) {
            counts = house;
            Asked actor = on.actor(house, Asked.class, Stopping::new);
            body.accept(house, actor);
            gate.open();
            if (steps != null) {
                Threads.join(steps);
            }
            house.awaitQuiescence();
        }
        assertThat(dead).containsExactly(letters);
        assertThat(counts.deadLetters()).isEqualTo(letters.length);
    }

    /** In the call in which it stops itself, until the test has opened the gate. */
    private void isHeldUp(Roundhouse house, Asked actor) {
        actor.stops();
        steps = on.goesOn(house);
        gate.awaitReached();
    }

    @Test
    void oneWhoseFutureWasCancelledIsNone() {
        assertDead((house, actor) -> {
            isHeldUp(house, actor);
            actor.later().cancel(true);
        });
    }

    @Test
    void oneWhoseCallerWasInterruptedIsNone() {
        assertDead((house, actor) -> {
            isHeldUp(house, actor);
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
        assertDead((_, actor) -> assertThat(actor.asksItselfAndStops()).isEqualTo(2));
    }

    @Test
    void anyOtherIs() {
        List<CompletableFuture<Integer>> asked = new ArrayList<>();
        assertDead(
                (house, actor) -> {
                    isHeldUp(house, actor);
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
