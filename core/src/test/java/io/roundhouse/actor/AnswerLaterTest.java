package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.awaitWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that are given after the method has returned. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class AnswerLaterTest {
    @Parameter Dispatcher on;

    /** Whoever takes waits until somebody puts. */
    interface Shelf {
        String take();

        CompletableFuture<String> takeLater();

        CompletableFuture<String> never();

        void put(String good);

        int twice();

        void nothing();
    }

    private static final class Waiting implements Shelf {
        private final Queue<CompletableFuture<String>> takers = new ArrayDeque<>();
        private final List<String> refused = new ArrayList<>();

        @Override
        public String take() {
            takers.add(ActorContext.current().answer());
            return "ignored";
        }

        @Override
        public CompletableFuture<String> takeLater() {
            CompletableFuture<String> answer = ActorContext.current().answer();
            takers.add(answer);
            return answer;
        }

        @Override
        public CompletableFuture<String> never() {
            return new CompletableFuture<>();
        }

        @Override
        public void put(String good) {
            CompletableFuture<String> first = takers.poll();
            if (first != null) {
                first.complete(good);
            }
        }

        @Override
        public int twice() {
            CompletableFuture<Integer> answer = ActorContext.current().answer();
            try {
                ActorContext.current().answer();
            } catch (IllegalStateException e) {
                refused.add(e.getMessage());
            }
            answer.complete(refused.size());
            return -1;
        }

        @Override
        public void nothing() {
            ActorContext.current().answer();
        }
    }

    @Test
    void whoWaitsGetsItWhenItIsThere() throws InterruptedException {
        assumeTrue(on != Dispatcher.STEPPING, "another thread has it given");
        try (var house = on.open()) {
            Shelf shelf = on.actor(house, Shelf.class, Waiting::new);
            for (int i = 0; i < 3; i++) {
                AtomicReference<String> got = new AtomicReference<>();
                Thread taker = Thread.ofPlatform().start(() -> got.set(shelf.take()));
                awaitWaiting(taker);
                shelf.put("good " + i);
                taker.join();
                assertThat(got.get()).isEqualTo("good " + i);
            }
        }
    }

    /** Answers, and throws all the same. */
    interface Hasty {
        int answerAndThrow(String with);

        void block(CompletableFuture<?> until);
    }

    @Test
    void anAnswerThatWasGivenStandsThoughTheMethodThrowsThen() throws InterruptedException {
        Queue<String> failed = new ConcurrentLinkedQueue<>();
        try (var house =
                on.open(options ->
                        options.onFailure(
                                (call, thrown) -> failed.add(call + ": " + thrown.getMessage())))) {
            Hasty hasty =
                    on.actor(
                            house,
                            Hasty.class,
                            () ->
                                    new Hasty() {
                                        @Override
                                        public int answerAndThrow(String with) {
                                            ActorContext.current().answer().complete(7);
                                            throw new IllegalStateException("behind it");
                                        }

                                        @Override
                                        public void block(CompletableFuture<?> until) {
                                            until.join();
                                        }
                                    });
            assertThat(hasty.answerAndThrow("on the spot")).isEqualTo(7);
            CompletableFuture<String> until = new CompletableFuture<>();
            hasty.block(until);
            AtomicReference<Object> got = new AtomicReference<>();
            Thread asks = Thread.ofPlatform().start(() -> got.set(hasty.answerAndThrow("by mail")));
            awaitWaiting(asks);
            until.complete("");
            asks.join();
            assertThat(got.get()).isEqualTo(7);
        }
        assertThat(failed)
                .hasSize(2)
                .anySatisfy(told -> assertThat(told).contains("on the spot", "behind it"))
                .anySatisfy(told -> assertThat(told).contains("by mail", "behind it"));
    }

    /** Gives stages that tell nothing of themselves. */
    interface Giving {
        CompletionStage<String> give();
    }

    @Test
    void aStageThatIsNoFutureIsAnAnswer() {
        try (var house = on.open()) {
            Giving giving =
                    on.actor(
                            house,
                            Giving.class,
                            () -> () -> CompletableFuture.completedStage("it"));
            assertThat(giving.give().toCompletableFuture().join()).isEqualTo("it");
        }
    }

    /** Gives futures that do not tell when they are done. */
    interface Promising {
        Future<String> give();
    }

    /** Knows who waits for it. */
    private static final class Plain extends FutureTask<String> {
        private final CompletableFuture<Thread> waiting = new CompletableFuture<>();

        Plain(Callable<String> what) {
            super(what);
        }

        @Override
        public String get() throws InterruptedException, ExecutionException {
            waiting.complete(Thread.currentThread());
            return super.get();
        }
    }

    private Future<String> ask(Roundhouse house, Plain answer) {
        return on.actor(house, Promising.class, () -> () -> answer).give();
    }

    /** Looks at the flag of its thread first, as some futures do though they are done. */
    private static final class Touchy extends FutureTask<String> {
        Touchy() {
            super(() -> "it");
            run();
        }

        @Override
        public String get() throws InterruptedException, ExecutionException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return super.get();
        }
    }

    @Test
    void aDoneFutureIsAnAnswerWhetherItsThreadIsInterruptedOrNot() throws Exception {
        try (var house = on.open()) {
            Promising interrupted =
                    on.actor(
                            house,
                            Promising.class,
                            () ->
                                    () -> {
                                        Thread.currentThread().interrupt();
                                        return new Touchy();
                                    });
            assertThat(interrupted.give().get()).isEqualTo("it");
        }
    }

    @Test
    void whatIsAttachedToAFutureThatIsNotDoneIsNotInterrupted() {
        try (var house = on.open()) {
            CompletableFuture<Void> attached = new CompletableFuture<>();
            Plain answer = new Plain(() -> "it");
            Future<String> got =
                    on.actor(
                                    house,
                                    Promising.class,
                                    () ->
                                            () -> {
                                                attached.join();
                                                return answer;
                                            })
                            .give();
            Thread steps = on.goesOn(house);
            CompletableFuture<Boolean> interrupted =
                    ((CompletableFuture<String>) got)
                            .thenApply(_ -> Thread.currentThread().isInterrupted());
            attached.complete(null);
            Threads.join(steps);
            answer.waiting.join();
            answer.run();
            isThere(house, interrupted);
            assertThat(interrupted.join()).isFalse();
        }
    }

    @Test
    void aFutureThatIsNotDoneIsAnAnswerToo() throws Exception {
        try (var house = on.open()) {
            Plain well = new Plain(() -> "it");
            Future<String> got = ask(house, well);
            house.awaitQuiescence();
            assertThat(got.isDone()).isFalse();
            well.run();
            isThere(house, got);
            assertThat(got.get(40, TimeUnit.SECONDS)).isEqualTo("it");
            Plain before = new Plain(() -> "there");
            before.run();
            assertThat(ask(house, before).get(40, TimeUnit.SECONDS)).isEqualTo("there");
        }
    }

    /** The thread that waits for it gives it; where time is what steps make of it none passes. */
    private void isThere(Roundhouse house, Future<?> answer) {
        if (on == Dispatcher.STEPPING) {
            Until.isTrue(answer::isDone, () -> on.goOn(house));
        }
    }

    @Test
    void oneThatFailsOrIsCancelledFails() {
        try (var house = on.open()) {
            Plain badly =
                    new Plain(() -> {
                        throw new IOException("no");
                    });
            Future<String> failed = ask(house, badly);
            on.rest(house);
            badly.waiting.join();
            badly.run();
            isThere(house, failed);
            assertThatThrownBy(() -> failed.get(40, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(IOException.class);
            Plain never = new Plain(() -> "never");
            Future<String> cancelled = ask(house, never);
            on.rest(house);
            never.waiting.join();
            never.cancel(true);
            isThere(house, cancelled);
            assertThatThrownBy(() -> cancelled.get(40, TimeUnit.SECONDS))
                    .isInstanceOf(CancellationException.class);
        }
    }

    @Test
    void nobodyWaitsForAFutureThatIsNeverDoneWhenTheHouseIsClosed() {
        Plain never = new Plain(() -> "never");
        Future<String> pending;
        try (var house = on.open()) {
            pending = ask(house, never);
            on.rest(house);
            never.waiting.join();
        }
        assertThatThrownBy(pending::get).hasCauseInstanceOf(ActorStoppedException.class);
        Threads.join(never.waiting.join());
    }

    @Test
    void soDoesAnActorThatWaits() {
        assumeTrue(on != Dispatcher.ONE_THREAD, "nothing tells that the shelf completes it");
        AtomicReference<String> got = new AtomicReference<>();
        try (var house = on.open()) {
            Shelf shelf = on.actor(house, Shelf.class, Waiting::new);
            Runnable taker = on.actor(house, Runnable.class, () -> () -> got.set(shelf.take()));
            taker.run();
            Until.isTrue(() -> {
                shelf.put("good"); // when its mailbox is full whoever puts may step
                return got.get() != null;
            });
        }
        assertThat(got.get()).isEqualTo("good");
    }

    @Test
    void futuresAreCompletedLater() {
        try (var house = on.open()) {
            Shelf shelf = on.actor(house, Shelf.class, Waiting::new);
            CompletableFuture<String> first = shelf.takeLater();
            CompletableFuture<String> second = shelf.takeLater();
            house.awaitQuiescence();
            assertThat(first).isNotDone();
            shelf.put("a");
            shelf.put("b");
            assertThat(first.join()).isEqualTo("a");
            assertThat(second.join()).isEqualTo("b");
        }
    }

    @Test
    void itIsTakenOnce() {
        try (var house = on.open()) {
            Shelf shelf = on.actor(house, Shelf.class, Waiting::new);
            assertThat(shelf.twice()).isEqualTo(1);
        }
    }

    @Test
    void aCallThatNobodyWaitsForHasNone() {
        List<Throwable> failed = new ArrayList<>();
        try (var house = on.open(with -> with.onFailure((_, thrown) -> failed.add(thrown)))) {
            on.actor(house, Shelf.class, Waiting::new).nothing();
        }
        assertThat(failed)
                .singleElement()
                .asInstanceOf(
                        org.assertj.core.api.InstanceOfAssertFactories.throwable(
                                IllegalStateException.class))
                .hasMessageContaining("nobody waits for an answer");
    }

    @Test
    void whoWaitsIsToldWhenTheActorEndsBeforeItHasAnswered() {
        try (var house = on.open()) {
            Shelf shelf = on.actor(house, Shelf.class, Waiting::new);
            CompletableFuture<String> promised = shelf.takeLater();
            CompletableFuture<String> pending = shelf.never();
            house.awaitQuiescence();
            house.stop(shelf);
            house.awaitQuiescence();
            for (CompletableFuture<String> each : List.of(promised, pending)) {
                assertThatThrownBy(each::join)
                        .isInstanceOf(CompletionException.class)
                        .hasCauseInstanceOf(ActorStoppedException.class);
            }
        }
    }

    @Test
    void andWhenTheHouseIsClosed() {
        CompletableFuture<String> pending;
        try (var house = on.open()) {
            pending = on.actor(house, Shelf.class, Waiting::new).never();
        }
        assertThatThrownBy(pending::join).hasCauseInstanceOf(ActorStoppedException.class);
    }

    interface Slow {
        CompletableFuture<String> later();

        CompletableFuture<String> promised();
    }

    /** Promises its answers when it is interrupted, and that is when the limit has passed. */
    private record Late(Gate gate) implements Slow {
        @Override
        public CompletableFuture<String> later() {
            waits();
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<String> promised() {
            waits();
            return ActorContext.current().answer();
        }

        private void waits() {
            try {
                gate.pass();
            } catch (IllegalStateException e) {
                // interrupted
            }
        }
    }

    @Test
    void andWhenItIsPromisedBehindTheLimitOfTheClose() throws InterruptedException {
        assumeTrue(on != Dispatcher.STEPPING, "who steps is not the house's to interrupt");
        for (Function<Slow, CompletableFuture<String>> call :
                List.<Function<Slow, CompletableFuture<String>>>of(Slow::later, Slow::promised)) {
            Gate gate = new Gate();
            CompletableFuture<String> pending;
            try (var house = on.open()) {
                pending = call.apply(on.actor(house, Slow.class, () -> new Late(gate)));
                gate.awaitReached();
                house.close(Duration.ofMillis(1));
            }
            assertThatThrownBy(() -> pending.get(40, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(ActorStoppedException.class);
        }
    }
}
