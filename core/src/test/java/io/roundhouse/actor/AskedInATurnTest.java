package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Executors that run on the spot what a turn of another actor asks them to run. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class AskedInATurnTest {
    private static final Executor ON_THE_SPOT = Runnable::run;

    private final ThreadPoolExecutor callerRuns =
            new ThreadPoolExecutor(
                    1,
                    1,
                    1,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    Thread.ofPlatform().daemon().factory(),
                    new CallerRunsPolicy());

    @AfterEach
    void ends() {
        callerRuns.shutdownNow();
    }

    /** Who runs the actor that asks an executor within its turn. */
    enum Asker {
        WORKER(_ -> {}),
        PINNED(ActorOptions::pinned),
        VIRTUAL(ActorOptions::virtual),
        ON_ANOTHER(with -> with.on(body -> body.run())),
        ON_THE_SAME(with -> with.on(ON_THE_SPOT));

        private final Consumer<ActorOptions> on;

        Asker(Consumer<ActorOptions> on) {
            this.on = on;
        }
    }

    interface A {
        void tells(B b);

        long asks(B b);

        long back();
    }

    interface B {
        void asksBack(A a);

        long back(A a);
    }

    private static final class Tells implements A {
        @Override
        public void tells(B b) {
            b.asksBack(ActorContext.current().self(A.class));
        }

        @Override
        public long asks(B b) {
            return b.back(ActorContext.current().self(A.class));
        }

        @Override
        public long back() {
            return 7;
        }
    }

    private static final class AsksBack implements B {
        private final CompletableFuture<Long> got;

        AsksBack(CompletableFuture<Long> got) {
            this.got = got;
        }

        @Override
        public void asksBack(A a) {
            got.complete(a.back());
        }

        @Override
        public long back(A a) {
            return a.back();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoIsToldMayAskBack(Asker asker) {
        CompletableFuture<Long> got = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            A a = house.actor(A.class, Tells::new, asker.on);
            B b = house.actor(B.class, () -> new AsksBack(got), with -> with.on(ON_THE_SPOT));
            a.tells(b);
            assertThat(got.join()).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCircleOfAsksIsTold(Asker asker) {
        try (var house = Roundhouse.open()) {
            A a = house.actor(A.class, Tells::new, asker.on);
            B b =
                    house.actor(
                            B.class,
                            () -> new AsksBack(new CompletableFuture<>()),
                            with -> with.on(ON_THE_SPOT));
            assertThatThrownBy(() -> a.asks(b)).isInstanceOf(AskCycleException.class);
        }
    }

    @Test
    void whoIsToldMayAskBackWhereThePoolHasNoThreadLeft() {
        CompletableFuture<Long> got = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            A a = house.actor(A.class, Tells::new, with -> with.on(callerRuns));
            B b = house.actor(B.class, () -> new AsksBack(got), with -> with.on(callerRuns));
            a.tells(b);
            assertThat(got.join()).isEqualTo(7);
            assertThatThrownBy(() -> a.asks(b)).isInstanceOf(AskCycleException.class);
        }
    }

    /** As on any other executor. */
    @ParameterizedTest
    @EnumSource
    void whoTellsMayWaitForWhatComesOfIt(Asker asker) {
        Gate gate = new Gate();
        try (var house = Roundhouse.open()) {
            Runnable opens =
                    house.actor(Runnable.class, () -> gate::open, with -> with.on(ON_THE_SPOT));
            LongSupplier waits =
                    house.actor(
                            LongSupplier.class,
                            () ->
                                    () -> {
                                        opens.run();
                                        gate.pass();
                                        return 1;
                                    },
                            asker.on);
            assertThat(waits.getAsLong()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsOfASenderKeepTheirOrder(Asker asker) {
        int calls = 10_000;
        List<Long> got = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            LongConsumer gets =
                    house.actor(LongConsumer.class, () -> got::add, with -> with.on(ON_THE_SPOT));
            LongConsumer sends =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        gets.accept(2 * n);
                                        gets.accept(2 * n + 1);
                                    },
                            asker.on);
            for (long n = 0; n < calls; n++) {
                sends.accept(n);
            }
            house.awaitQuiescence();
            assertThat(got).hasSize(2 * calls).isSorted();
        }
    }

    /** What it is given it runs in a turn of its own, which is where it is to run it. */
    @Test
    void theExecutorMayBeAnActor() {
        AtomicInteger asked = new AtomicInteger();
        try (var house = Roundhouse.open()) {
            Executor runs =
                    house.actor(
                            Executor.class,
                            () ->
                                    body -> {
                                        asked.incrementAndGet();
                                        body.run();
                                    },
                            ActorOptions::pinned);
            CompletableFuture<Long> got = new CompletableFuture<>();
            B b = house.actor(B.class, () -> new AsksBack(got), with -> with.on(runs));
            A a = house.actor(A.class, Tells::new);
            a.tells(b);
            assertThat(got.join()).isEqualTo(7);
            house.awaitQuiescence();
            assertThat(asked).hasValue(1);
        }
    }

    /** What such an executor does around what it is given is done, where an actor asks it, too. */
    @Test
    void whatTheExecutorDoesBeforeItIsDone() {
        ThreadLocal<String> around = new ThreadLocal<>();
        CompletableFuture<String> seen = new CompletableFuture<>();
        Executor surrounds =
                body -> {
                    around.set("here");
                    try {
                        body.run();
                    } finally {
                        around.remove();
                    }
                };
        try (var house = Roundhouse.open()) {
            Runnable b =
                    house.actor(
                            Runnable.class,
                            () -> () -> seen.complete(around.get()),
                            with -> with.on(surrounds));
            Runnable a = house.actor(Runnable.class, () -> b::run);
            a.run();
            assertThat(seen.join()).isEqualTo("here");
        }
    }

    @Test
    void aCloseInterruptsWhatRunsThereAndLeavesNoThread() {
        Gate reached = new Gate();
        CompletableFuture<Thread> runner = new CompletableFuture<>();
        Roundhouse house = Roundhouse.open(with -> with.onFailure((_, _) -> {}));
        Runnable b =
                house.actor(
                        Runnable.class,
                        () ->
                                () -> {
                                    runner.complete(Thread.currentThread());
                                    reached.pass();
                                },
                        with -> with.on(ON_THE_SPOT));
        Runnable a = house.actor(Runnable.class, () -> b::run);
        a.run();
        reached.awaitReached();
        b.run();
        house.close(Duration.ofMillis(1));
        assertThat(runner.join().isAlive()).isFalse();
        assertThat(house.counters().deadLetters()).isEqualTo(1);
    }

    /** Each is run by who has told it, and none on top of another one. */
    @Test
    void aLongChainNeedsNoStack() {
        int length = 20_000;
        CompletableFuture<Boolean> end = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            Runnable next =
                    house.actor(
                            Runnable.class,
                            () -> () -> end.complete(true),
                            with -> with.on(ON_THE_SPOT));
            for (int i = 0; i < length; i++) {
                Runnable last = next;
                next = house.actor(Runnable.class, () -> last::run, with -> with.on(ON_THE_SPOT));
            }
            next.run();
            assertThat(end.join()).isTrue();
        }
    }
}
