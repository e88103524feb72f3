package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A house that is stepped is closed with a limit while another thread steps it: whoever closes it
 * does not wait longer, and what was sent is handled or is a dead letter, once.
 */
@Timeout(60)
final class SteppedCloseTest {
    private static final Duration SHORT = Duration.ofMillis(10);

    private final List<Long> handled = Collections.synchronizedList(new ArrayList<>());
    private final Gate gate = new Gate();
    private final Roundhouse house =
            Roundhouse.open(with -> with.stepping().onDeadLetter(_ -> {}).onFailure((_, _) -> {}));

    private void handle(long number) {
        if (number == 0) {
            gate.pass();
        }
        handled.add(number);
    }

    private Thread stepsInto(LongConsumer actor) {
        for (long n = 0; n < 4; n++) {
            actor.accept(n);
        }
        Thread steps = Thread.ofPlatform().start(house::step);
        gate.awaitReached();
        return steps;
    }

    @Test
    void whatIsBehindACallThatOutlivesTheHouseIsDeadLetters() {
        LongConsumer actor = house.actor(LongConsumer.class, () -> this::handle);
        LongConsumer other = house.actor(LongConsumer.class, () -> this::handle);
        Thread steps = stepsInto(actor);
        other.accept(7);
        house.close(SHORT);
        gate.open();
        Threads.join(steps);
        assertThat(handled).containsExactly(0L);
        assertThat(house.deadLetters()).isEqualTo(4);
    }

    @Test
    void whoWaitsBehindItForAnAnswerIsTold() {
        LongConsumer actor = house.actor(LongConsumer.class, () -> this::handle);
        AtomicReference<Throwable> told = new AtomicReference<>();
        interface Asked {
            CompletableFuture<Long> get();
        }
        Asked asked = house.actor(Asked.class, () -> () -> CompletableFuture.completedFuture(7L));
        Thread steps = stepsInto(actor);
        var answer = asked.get().whenComplete((_, thrown) -> told.set(thrown));
        house.close(SHORT);
        gate.open();
        Threads.join(steps);
        assertThat(answer).isCompletedExceptionally();
        assertThat(told.get()).isNotNull();
    }

    /** No circle is there, though the thread that gets rid of both says that it runs that actor. */
    @Test
    void whatIsAttachedMayWaitForTheNextAnswer() {
        LongConsumer actor = house.actor(LongConsumer.class, () -> this::handle);
        List<CompletableFuture<Long>> promised =
                List.of(new CompletableFuture<>(), new CompletableFuture<>());
        interface Promises {
            CompletableFuture<Long> get(int number);
        }
        Promises promises = house.actor(Promises.class, () -> promised::get);
        List<Object> got = new ArrayList<>();
        Runnable asking =
                house.actor(
                        Runnable.class,
                        () ->
                                () -> {
                                    var first = promises.get(0);
                                    var second = promises.get(1);
                                    first.thenApply(n -> n + second.join())
                                            .whenComplete((sum, thrown) ->
                                                    got.add(thrown == null ? sum : thrown));
                                });
        asking.run();
        stepOn();
        Thread steps = stepsInto(actor);
        promised.forEach(each -> each.complete(1L));
        house.close(SHORT);
        gate.open();
        Threads.join(steps);
        assertThat(got).containsExactly(2L);
    }

    /**
     * It never comes to rest, and whoever closes the house steps it in turn with another thread.
     */
    @Test
    void theLimitHoldsThoughThereIsAlwaysMore() {
        AtomicReference<LongConsumer> self = new AtomicReference<>();
        self.set(house.actor(LongConsumer.class, () -> n -> self.get().accept(n + 1)));
        self.get().accept(0);
        Thread steps = Thread.ofPlatform().start(this::stepOn);
        house.close(SHORT);
        Threads.join(steps);
        assertThat(house.deadLetters()).isEqualTo(1);
    }

    private void neverRests() {
        AtomicReference<LongConsumer> self = new AtomicReference<>();
        self.set(house.actor(LongConsumer.class, () -> n -> self.get().accept(n + 1)));
        self.get().accept(0);
    }

    @Test
    void theLimitHoldsForWhoStepsAlone() {
        neverRests();
        assertThat(house.close(SHORT)).isFalse();
        assertThat(house.deadLetters()).isEqualTo(1);
    }

    /** It waits on the closing thread's stack, and what that one runs meanwhile has no end. */
    @Test
    void soItDoesForACallThatWaitsBesideThem() {
        Answers never = house.actor(Answers.class, () -> CompletableFuture::new);
        AtomicReference<Throwable> told = new AtomicReference<>();
        Runnable waits =
                house.actor(
                        Runnable.class,
                        () ->
                                () -> {
                                    try {
                                        never.later().join();
                                    } catch (RuntimeException e) {
                                        told.set(e);
                                    }
                                });
        waits.run();
        neverRests();
        assertThat(house.close(SHORT)).isFalse();
        assertThat(told.get()).hasMessageEndingWith("and the house is closed");
        assertThat(house.deadLetters()).isEqualTo(1);
    }

    private interface Answers {
        CompletableFuture<Long> later();
    }

    @Test
    void whoIsInterruptedBeforeItClosesComesToAnEndToo() {
        neverRests();
        Thread.currentThread().interrupt();
        assertThat(house.close(Duration.ofDays(1))).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(house.deadLetters()).isEqualTo(1);
    }

    /** However short the limit is: a second is left for that. */
    @Test
    void whatComesToRestSoonIsHandled() {
        LongConsumer actor = house.actor(LongConsumer.class, () -> handled::add);
        actor.accept(1);
        actor.accept(2);
        assertThat(house.close(Duration.ZERO)).isTrue();
        assertThat(handled).containsExactly(1L, 2L);
    }

    private void stepOn() {
        boolean more = true;
        while (more) {
            try {
                more = house.step();
            } catch (IllegalStateException e) { // the other one steps at the moment
                Thread.onSpinWait();
            }
        }
    }
}
