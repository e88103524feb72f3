package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Actors that wait in the middle of a call: for answers, for what comes of them, for each other.
 */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class WaitingInACallTest {
    @Parameter Dispatcher on;

    interface Asked {
        int get();

        int through(Asked next, Asked last);

        CompletableFuture<Integer> later(int number);
    }

    private static class Plain implements Asked {
        @Override
        public int get() {
            return 7;
        }

        @Override
        public int through(Asked next, Asked last) {
            return next == null ? last.get() : next.through(null, last);
        }

        @Override
        public CompletableFuture<Integer> later(int number) {
            return CompletableFuture.completedFuture(number);
        }
    }

    private interface Body {
        Object run() throws Exception;
    }

    private final List<Object> seen = Collections.synchronizedList(new ArrayList<>());

    /** What this gives, run by an actor. */
    private Object inActor(Roundhouse house, Body body) {
        seen.clear();
        Runnable actor =
                on.actor(
                        house,
                        Runnable.class,
                        () ->
                                () -> {
                                    try {
                                        seen.add(body.run());
                                    } catch (Exception e) {
                                        seen.add(e);
                                    }
                                });
        actor.run();
        house.awaitQuiescence();
        return seen.getLast();
    }

    /** An actor that answers {@link Asked#later} so. */
    private Asked answeringLater(Roundhouse house, IntFunction<CompletableFuture<Integer>> answer) {
        return on.actor(
                house,
                Asked.class,
                () ->
                        new Plain() {
                            @Override
                            public CompletableFuture<Integer> later(int number) {
                                return answer.apply(number);
                            }
                        });
    }

    // ---- futures -------------------------------------------------------------------------------

    @Test
    void itGetsTheAnswerHoweverItWaits() {
        try (var house = on.open()) {
            Asked other = on.actor(house, Asked.class, Plain::new);
            for (int i = 0; i < 200; i++) {
                int n = i;
                assertThat(inActor(house, () -> other.later(n).join())).isEqualTo(n);
                assertThat(inActor(house, () -> other.later(n).get())).isEqualTo(n);
                assertThat(inActor(house, () -> other.later(n).get(40, TimeUnit.SECONDS)))
                        .isEqualTo(n);
                assertThat(inActor(house, () -> other.later(n).thenApply(m -> m + 1).join()))
                        .isEqualTo(n + 1);
                assertThat(
                                inActor(
                                        house,
                                        () ->
                                                other.later(n)
                                                        .thenCombine(other.later(1), Integer::sum)
                                                        .get(40, TimeUnit.SECONDS)))
                        .isEqualTo(n + 1);
                assertThat(
                                inActor(
                                        house,
                                        () ->
                                                other.later(n)
                                                        .thenCompose(m -> other.later(2 * m))
                                                        .get()))
                        .isEqualTo(2 * n);
            }
        }
    }

    @Test
    void whatIsAttachedRunsInTheActorThoughItWaits() {
        try (var house = on.open()) {
            Asked other = on.actor(house, Asked.class, Plain::new);
            for (int i = 0; i < 200; i++) {
                Object same =
                        inActor(
                                house,
                                () -> {
                                    Thread[] ran = new Thread[1];
                                    CompletableFuture<Integer> later = other.later(1);
                                    var _ = later.thenAccept(_ -> ran[0] = Thread.currentThread());
                                    later.join();
                                    return ran[0] == Thread.currentThread();
                                });
                assertThat(same).isEqualTo(true);
            }
        }
    }

    /** Both answers are there at once, and what is attached to the first waits for the second. */
    @Test
    void answersThatHaveComeAreOpenedInTheirOrderThoughItWaits() {
        try (var house = on.open()) {
            Asked other = on.actor(house, Asked.class, Plain::new);
            List<Integer> order = new ArrayList<>();
            Body asks =
                    () -> {
                        for (int i = 0; i < 6; i++) {
                            other.later(i).thenAccept(order::add);
                        }
                        other.later(6).thenApply(n -> n).join();
                        return List.copyOf(order);
                    };
            assertThat(inActor(house, asks)).isEqualTo(List.of(0, 1, 2, 3, 4, 5));
        }
    }

    @Test
    void whatIsAttachedMayWaitForAnotherAnswer() {
        try (var house = on.open()) {
            Asked other = on.actor(house, Asked.class, Plain::new);
            for (int i = 0; i < 200; i++) {
                inActor(
                        house,
                        () -> {
                            CompletableFuture<Integer> first = other.later(1);
                            CompletableFuture<Integer> second = other.later(2);
                            var _ = first.thenAccept(n -> seen.add(n + second.join()));
                            return "sent";
                        });
                assertThat(seen).containsExactly("sent", 3);
            }
        }
    }

    /** Who waits on top of what is attached to the first of two answers leaves the second alone. */
    @Test
    void whoIsAskedByWhatIsAttachedDoesNotOpenTheAskersAnswers() {
        List<CompletableFuture<Integer>> promised =
                List.of(new CompletableFuture<>(), new CompletableFuture<>());
        try (var house = on.open()) {
            Asked promises = answeringLater(house, promised::get);
            Asked other = on.actor(house, Asked.class, Plain::new);
            IntSupplier waits =
                    on.actor(
                            house,
                            IntSupplier.class,
                            () -> () -> other.later(7).thenApply(n -> n).join());
            List<String> names = new ArrayList<>();
            String asking =
                    (String)
                            inActor(
                                    house,
                                    () -> {
                                        var _ = promises.later(0).thenRun(waits::getAsInt);
                                        var _ =
                                                promises.later(1)
                                                        .thenRun(() ->
                                                                names.add(
                                                                        ActorContext.current()
                                                                                .name()));
                                        promises.get(); // behind them
                                        promised.forEach(each -> each.complete(1));
                                        return ActorContext.current().name();
                                    });
            assertThat(names).containsExactly(asking);
        }
    }

    @Test
    void anAnswerThatDoesNotComeInTimeIsATimeout() {
        try (var house = on.open()) {
            Asked never = answeringLater(house, _ -> new CompletableFuture<>());
            assertThat(inActor(house, () -> never.later(1).get(1, TimeUnit.MILLISECONDS)))
                    .isInstanceOf(TimeoutException.class);
            assertThatThrownBy(() -> never.later(1).get(1, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void whatTheCallThrewIsInTheFuture() {
        try (var house = on.open()) {
            Asked fails =
                    answeringLater(
                            house,
                            _ -> {
                                throw new IllegalStateException("no");
                            });
            assertThat(inActor(house, () -> fails.later(1).thenApply(n -> n).get()))
                    .isInstanceOf(ExecutionException.class)
                    .extracting(thrown -> ((Throwable) thrown).getCause().getMessage())
                    .isEqualTo("no");
        }
    }

    // ---- circles -------------------------------------------------------------------------------

    /** The first two are run on the spot where they may be; the last asks the first again. */
    @Test
    void aCircleOfWaitsIsFoundThoughEachIsRunByTheOneBefore() {
        for (int i = 0; i < 20; i++) {
            try (var house = on.open()) {
                Asked a = on.actor(house, Asked.class, Plain::new, with -> with.named("a"));
                Asked b = on.actor(house, Asked.class, Plain::new, with -> with.named("b"));
                assertThatThrownBy(() -> a.through(b, a))
                        .isInstanceOf(AskCycleException.class)
                        .hasMessageMatching(".*: (b → a.get → b.through|a → b.through → a.get)");
                assertThat(inActor(house, () -> a.through(b, a)))
                        .isInstanceOf(AskCycleException.class);
                assertThatThrownBy(() -> a.through(null, a)).isInstanceOf(AskCycleException.class);
                assertThat(a.get()).isEqualTo(7);
                assertThat(b.get()).isEqualTo(7);
            }
        }
    }

    @Test
    void aCircleThatATimeEndsIsNone() {
        assertThat(circleOfOneThatWaitsFor(20_000_000)).isEqualTo(-1);
    }

    @Test
    void aCircleThatATimeEndsInThreeCenturiesIsOne() {
        assertThat(circleOfOneThatWaitsFor(Long.MAX_VALUE)).isEqualTo(-2);
    }

    private int circleOfOneThatWaitsFor(long nanos) {
        try (var house = on.open()) {
            Asked[] actors = new Asked[2];
            actors[0] =
                    on.actor(
                            house,
                            Asked.class,
                            () ->
                                    new Plain() {
                                        @Override
                                        public int through(Asked next, Asked last) {
                                            return actors[1].get();
                                        }
                                    });
            actors[1] =
                    on.actor(
                            house,
                            Asked.class,
                            () ->
                                    new Plain() {
                                        @Override
                                        public int get() {
                                            try {
                                                return actors[0]
                                                        .later(1)
                                                        .get(nanos, TimeUnit.NANOSECONDS);
                                            } catch (TimeoutException e) {
                                                return -1;
                                            } catch (AskCycleException e) {
                                                return -2;
                                            } catch (InterruptedException | ExecutionException e) {
                                                throw new IllegalStateException(e);
                                            }
                                        }
                                    });
            return actors[0].through(actors[1], actors[0]);
        } catch (AskCycleException e) { // told to either one, whoever comes to wait last
            return -2;
        }
    }

    @Test
    void allOfALongCircleAreNamedWithTheirMethods() {
        int count = 40;
        try (var house = on.open()) {
            Asked[] all = new Asked[count];
            for (int i = 0; i < count; i++) {
                int next = (i + 1) % count;
                String name = "n" + i;
                all[i] =
                        on.actor(
                                house,
                                Asked.class,
                                () ->
                                        new Plain() {
                                            @Override
                                            public int get() {
                                                return all[next].get();
                                            }
                                        },
                                with -> with.named(name));
            }
            Throwable thrown = catchThrowable(() -> all[0].get());
            assertThat(thrown).isInstanceOf(AskCycleException.class);
            for (int i = 0; i < count; i++) {
                assertThat(thrown).hasMessageContaining(" → n" + i + ".get");
            }
        }
    }

    /** Who owes an answer is free meanwhile: to wait for it is no circle. */
    @Test
    void whoHasPromisedAnAnswerMayAskWhoWaitsForIt() {
        assumeTrue(on != Dispatcher.STEPPING, "another thread gives what is owed");
        List<CompletableFuture<Integer>> owed = Collections.synchronizedList(new ArrayList<>());
        try (var house = on.open()) {
            Asked a = on.actor(house, Asked.class, Plain::new);
            Asked b =
                    on.actor(
                            house,
                            Asked.class,
                            () ->
                                    new Plain() {
                                        @Override
                                        public int get() {
                                            owed.add(ActorContext.current().answer());
                                            return 0;
                                        }
                                    });
            CompletableFuture<Object> got = new CompletableFuture<>();
            Thread first =
                    Thread.ofPlatform()
                            .start(() -> got.complete(a.through(null, b))); // a waits for b
            Until.isTrue(() -> !owed.isEmpty());
            Threads.awaitWaiting(first);
            Thread second = Thread.ofPlatform().start(() -> seen.add(b.through(null, a)));
            Threads.awaitWaiting(second);
            owed.getFirst().complete(5);
            assertThat(got.join()).isEqualTo(5);
            Threads.join(second);
            assertThat(seen).containsExactly(7);
        }
    }

    /**
     * In the middle of its wait for one answer it waits for another one, in what was attached to a
     * third; and whoever closes the circle does so in between.
     */
    @Test
    void aCircleIsFoundThoughOneOnItWaitedForSomebodyElseWhenItWasClosed() {
        assumeTrue(on != Dispatcher.STEPPING, "two are held up by the test at a time");
        Gate asking = new Gate();
        Gate slow = new Gate();
        CompletableFuture<Thread> asks = new CompletableFuture<>();
        try (var house = on.open()) {
            Asked[] a = new Asked[1];
            Asked b = pinned(house, () -> askBack(asking, asks, a[0]));
            Asked c = pinned(house, () -> 0);
            Asked d =
                    pinned(
                            house,
                            () -> {
                                slow.pass();
                                return 0;
                            });
            a[0] = on.actor(house, Asked.class, () -> waitsTwice(b, c, d));
            Thread first = Thread.ofPlatform().start(() -> seen.add(a[0].get()));
            asking.awaitReached();
            slow.awaitReached();
            Until.isTrue(() -> Inspect.waitsFor(a[0], d));
            asking.open();
            Threads.awaitAsking(asks.join());
            slow.open();
            Threads.join(first);
            house.awaitQuiescence();
        }
        assertThat(seen).singleElement().isEqualTo(-1);
    }

    private static Asked pinned(Roundhouse house, IntSupplier later) {
        return house.actor(
                Asked.class,
                () ->
                        new Plain() {
                            @Override
                            public CompletableFuture<Integer> later(int number) {
                                return CompletableFuture.completedFuture(later.getAsInt());
                            }
                        },
                ActorOptions::pinned);
    }

    private static int askBack(Gate asking, CompletableFuture<Thread> asks, Asked first) {
        asking.pass();
        asks.complete(Thread.currentThread());
        return first.through(null, first);
    }

    /** Waits for b; meanwhile c answers, and what is attached to that waits for d. */
    private static Asked waitsTwice(Asked b, Asked c, Asked d) {
        return new Plain() {
            @Override
            public int get() {
                CompletableFuture<Integer> outer = b.later(1).thenApply(n -> n);
                var _ = c.later(1).thenAccept(_ -> d.later(1).join());
                try {
                    return outer.join();
                } catch (AskCycleException e) {
                    return -1;
                }
            }

            @Override
            public int through(Asked next, Asked last) {
                return 0;
            }
        };
    }

    @Test
    void twoOnAnExecutorOfOneThreadMayWaitForEachOther() {
        try (ExecutorService one = Executors.newSingleThreadExecutor();
                var house = on.open()) {
            Asked a = house.actor(Asked.class, Plain::new, with -> with.on(one));
            Asked b = house.actor(Asked.class, Plain::new, with -> with.on(one));
            for (int i = 0; i < 50; i++) {
                assertThat(a.through(null, b)).isEqualTo(7);
            }
        }
    }
}
