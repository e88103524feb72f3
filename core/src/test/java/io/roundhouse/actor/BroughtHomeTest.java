package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an actor attaches to its answers runs in that actor, though they end by a time, or what
 * comes of them by other threads.
 */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class BroughtHomeTest {
    @Parameter Dispatcher on;

    /** What comes of an answer and of something outside. */
    private interface Way
            extends BiFunction<
                    CompletableFuture<Integer>, CompletableFuture<Integer>, CompletableFuture<?>> {}

    private static final Map<String, Way> OF_AN_ANSWER = new LinkedHashMap<>();

    /** The answer never comes. */
    private static final Map<String, Way> OF_NONE = new LinkedHashMap<>();

    static {
        OF_AN_ANSWER.put("thenCompose", (answer, outside) -> answer.thenCompose(_ -> outside));
        OF_AN_ANSWER.put(
                "thenComposeAsync", (answer, outside) -> answer.thenComposeAsync(_ -> outside));
        OF_AN_ANSWER.put(
                "exceptionallyCompose",
                (answer, outside) ->
                        answer.<Integer>thenApply(
                                        _ -> {
                                            throw new IllegalStateException("as told");
                                        })
                                .exceptionallyCompose(_ -> outside));
        OF_AN_ANSWER.put(
                "thenCombine", (answer, outside) -> answer.thenCombine(outside, Integer::sum));
        OF_AN_ANSWER.put(
                "thenCombineAsync",
                (answer, outside) -> answer.thenCombineAsync(outside, Integer::sum));
        OF_AN_ANSWER.put(
                "thenAcceptBoth",
                (answer, outside) -> answer.thenAcceptBoth(outside, (_, _) -> {}));
        OF_AN_ANSWER.put("thenApplyAsync", (answer, _) -> answer.thenApplyAsync(n -> n + 1));
        OF_AN_ANSWER.put(
                "thenApplyAsync and more",
                (answer, _) -> answer.thenApplyAsync(n -> n + 1).thenApply(n -> n + 1));
        OF_AN_ANSWER.put("handleAsync", (answer, _) -> answer.handleAsync((n, _) -> n));
        OF_AN_ANSWER.put(
                "whenCompleteAsync", (answer, _) -> answer.whenCompleteAsync((_, _) -> {}));
        OF_AN_ANSWER.put("thenRunAsync", (answer, _) -> answer.thenRunAsync(() -> {}));

        OF_NONE.put("acceptEither", (answer, outside) -> answer.acceptEither(outside, _ -> {}));
        OF_NONE.put(
                "applyToEitherAsync",
                (answer, outside) -> answer.applyToEitherAsync(outside, n -> n));
        OF_NONE.put(
                "runAfterEither", (answer, outside) -> answer.runAfterEither(outside, () -> {}));
        OF_NONE.put("orTimeout", (answer, _) -> answer.orTimeout(1, TimeUnit.MILLISECONDS));
        OF_NONE.put(
                "orTimeout of what comes of it",
                (answer, _) -> answer.thenApply(n -> n).orTimeout(1, TimeUnit.MILLISECONDS));
        OF_NONE.put(
                "completeOnTimeout",
                (answer, _) -> answer.completeOnTimeout(7, 1, TimeUnit.MILLISECONDS));
    }

    interface Later {
        CompletableFuture<Integer> answer();

        CompletableFuture<Integer> never();
    }

    private static final class Answering implements Later {
        @Override
        public CompletableFuture<Integer> answer() {
            return CompletableFuture.completedFuture(1);
        }

        @Override
        public CompletableFuture<Integer> never() {
            return new CompletableFuture<>();
        }
    }

    interface Asker {
        void start();

        void call();

        List<Integer> waits();
    }

    private final Map<String, String> where = Collections.synchronizedMap(new TreeMap<>());
    private final CountDownLatch left = new CountDownLatch(OF_AN_ANSWER.size() + OF_NONE.size());

    private final class Asking implements Asker {
        private final Later other;
        private final CompletableFuture<Integer> outside;

        Asking(Later other, CompletableFuture<Integer> outside) {
            this.other = other;
            this.outside = outside;
        }

        @Override
        public void start() {
            OF_AN_ANSWER.forEach((name, way) -> attach(name, way, other.answer()));
            OF_NONE.forEach((name, way) -> attach(name, way, other.never()));
        }

        private void attach(String name, Way way, CompletableFuture<Integer> answer) {
            var _ =
                    way.apply(answer, outside)
                            .whenComplete((_, _) -> {
                                where.put(name, here());
                                left.countDown();
                            });
        }

        private static String here() {
            try {
                return ActorContext.current().name();
            } catch (IllegalStateException e) {
                return "thread " + Thread.currentThread().getName();
            }
        }

        @Override
        public void call() {}

        /** In the middle of a call. */
        @Override
        public List<Integer> waits() {
            return List.of(
                    other.answer().thenCompose(_ -> outside).join(),
                    other.answer().thenCombine(outside, Integer::sum).join(),
                    other.answer().thenApplyAsync(n -> n + 4).join(),
                    other.never().completeOnTimeout(6, 1, TimeUnit.MILLISECONDS).join(),
                    other.never().applyToEither(outside, n -> n + 5).join());
        }
    }

    @Test
    void whatIsAttachedRunsInTheActor() {
        CompletableFuture<Integer> outside = new CompletableFuture<>();
        try (var house = on.open()) {
            Later other = on.actor(house, Later.class, Answering::new);
            Asker asker =
                    on.actor(
                            house,
                            Asker.class,
                            () -> new Asking(other, outside),
                            with -> with.named("asker"));
            asker.start();
            house.awaitQuiescence();
            outside.complete(2);
            while (left.getCount() > 0) {
                asker.call();
                house.awaitQuiescence();
            }
        }
        Map<String, String> home =
                where.keySet().stream().collect(Collectors.toMap(name -> name, _ -> "asker"));
        assertThat(where).isEqualTo(home).hasSize(OF_AN_ANSWER.size() + OF_NONE.size());
    }

    @Test
    void whoWaitsInTheMiddleOfACallGetsThem() {
        assumeTrue(on != Dispatcher.STEPPING, "nothing comes from outside while it waits");
        CompletableFuture<Integer> outside = new CompletableFuture<>();
        Thread completing = Thread.startVirtualThread(() -> outside.complete(2));
        try (var house = on.open()) {
            Later other = on.actor(house, Later.class, Answering::new);
            Asker asker = on.actor(house, Asker.class, () -> new Asking(other, outside));
            IntStream.range(0, 10)
                    .forEach(_ -> assertThat(asker.waits()).containsExactly(2, 3, 5, 6, 7));
        }
        assertThat(completing).isNotNull();
    }
}
