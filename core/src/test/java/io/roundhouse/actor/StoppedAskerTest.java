package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a stopped actor has attached to answers that come later still runs, one at a time. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class StoppedAskerTest {
    @Parameter Dispatcher on;

    interface Source {
        CompletableFuture<Integer> later(int number);
    }

    interface Asker {
        void ask(int count);
    }

    /** Answers when the test says so. */
    private final List<CompletableFuture<Integer>> promised = new ArrayList<>();

    private Source source(Roundhouse house, int count) {
        for (int i = 0; i < count; i++) {
            promised.add(new CompletableFuture<>());
        }
        return on.actor(house, Source.class, () -> promised::get);
    }

    @Test
    void itDoesNotRunBesideTheLastCall() {
        assumeTrue(
                on.mayBlock() >= 1 || on == Dispatcher.STEPPING,
                "the asker is held up by the test");
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (var house = on.open()) {
            Source source = source(house, 1);
            Asker asker =
                    on.actor(
                            house,
                            Asker.class,
                            () ->
                                    count -> {
                                        running.incrementAndGet();
                                        source.later(0)
                                                .thenAccept(_ -> {
                                                    int now = running.incrementAndGet();
                                                    most.accumulateAndGet(now, Math::max);
                                                    running.decrementAndGet();
                                                    ran.countDown();
                                                });
                                        inside.countDown();
                                        await(go);
                                        running.decrementAndGet();
                                    });
            asker.ask(1);
            Thread steps = on.goesOn(house);
            await(inside);
            house.stop(asker);
            promised.getFirst().complete(1);
            go.countDown();
            Threads.join(steps);
            on.await(house, ran);
        }
        assertThat(most.get()).isEqualTo(1);
    }

    @Test
    void ofTwoOnlyOneRunsAtATimeWhenItHasEnded() {
        int count = 2_000;
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(count);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (var house = on.open()) {
            Source source = source(house, count);
            Asker asker =
                    on.actor(
                            house,
                            Asker.class,
                            () ->
                                    number -> {
                                        for (int i = 0; i < number; i++) {
                                            source.later(i)
                                                    .thenAccept(_ -> {
                                                        int now = running.incrementAndGet();
                                                        most.accumulateAndGet(now, Math::max);
                                                        running.decrementAndGet();
                                                        ran.countDown();
                                                    });
                                        }
                                        asked.countDown();
                                    });
            asker.ask(count);
            on.await(house, asked);
            house.awaitQuiescence();
            house.stop(asker);
            house.awaitQuiescence();
            Threads.inThreads(
                    2,
                    me -> {
                        for (int i = me; i < count; i += 2) {
                            promised.get(i).complete(i);
                        }
                    });
            on.await(house, ran);
        }
        assertThat(most.get()).isEqualTo(1);
    }

    /** What is made by the thread that gives the answer is not what runs. */
    @Test
    void itRunsAsItselfThoughTheAnswerIsGivenByAFactory() {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        List<String> names = new ArrayList<>();
        try (var house = on.open()) {
            Source source = source(house, 1);
            Asker asker =
                    on.actor(
                            house,
                            Asker.class,
                            () ->
                                    _ -> {
                                        source.later(0)
                                                .thenRun(() ->
                                                        names.add(ActorContext.current().name()))
                                                .whenComplete((_, _) -> ran.countDown());
                                        asked.countDown();
                                    },
                            with -> with.named("asker"));
            asker.ask(1);
            on.await(house, asked);
            house.awaitQuiescence();
            house.stop(asker);
            house.awaitQuiescence();
            if (on.isOwnThreads()) {
                Until.isTrue(() -> on.threads(asker).stream().noneMatch(Thread::isAlive));
            }
            on.actor(
                    house,
                    Runnable.class,
                    () -> {
                        promised.getFirst().complete(1);
                        return () -> {};
                    });
            on.await(house, ran);
        }
        assertThat(names).containsExactly("asker");
    }

    interface Giver {
        CompletableFuture<Integer> later();

        int now();
    }

    interface Other {
        int ask();
    }

    /** It may run on the thread of who gives the answer, which is held up by it. */
    @Test
    void aCircleThroughWhatItHasAttachedIsTold() {
        assumeTrue(on.mayBlock() >= 2, "the giver is held up by the test, and the other one waits");
        Gate gate = new Gate();
        CompletableFuture<Object> got = new CompletableFuture<>();
        try (var house = on.open()) {
            Giver giver = on.actor(house, Giver.class, () -> new Giving(gate));
            Other other = on.actor(house, Other.class, () -> giver::now);
            Asker asker =
                    on.actor(
                            house,
                            Asker.class,
                            () -> _ -> giver.later().thenAccept(_ -> got.complete(outcome(other))));
            asker.ask(1);
            gate.awaitReached();
            house.stop(asker);
            if (on.isOwnThreads()) {
                Until.isTrue(() -> on.threads(asker).stream().noneMatch(Thread::isAlive));
            }
            CompletableFuture<Integer> asks = CompletableFuture.supplyAsync(other::ask);
            Until.isTrue(() -> Inspect.waitsFor(other, giver));
            gate.open();
            assertThat(asks.join()).isEqualTo(2);
            if (on.isOwnThreads()) {
                assertThat(got.join()).isInstanceOf(AskCycleException.class);
            } else {
                assertThat(got.join())
                        .satisfiesAnyOf(
                                outcome -> assertThat(outcome).isEqualTo(2),
                                outcome ->
                                        assertThat(outcome).isInstanceOf(AskCycleException.class));
            }
        }
    }

    private static Object outcome(Other other) {
        try {
            return other.ask();
        } catch (AskCycleException e) {
            return e;
        }
    }

    private static final class Giving implements Giver {
        private final Gate gate;

        Giving(Gate gate) {
            this.gate = gate;
        }

        @Override
        public CompletableFuture<Integer> later() {
            gate.pass();
            return CompletableFuture.completedFuture(1);
        }

        @Override
        public int now() {
            return 2;
        }
    }
}
