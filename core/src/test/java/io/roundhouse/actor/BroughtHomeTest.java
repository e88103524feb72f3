package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
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

    /** What comes of an answer and of a stage that may be no more than that. */
    private interface Stages
            extends BiFunction<Later, CompletionStage<Integer>, CompletableFuture<?>> {}

    private static final Map<String, Stages> OF_A_STAGE = new LinkedHashMap<>();

    static {
        OF_A_STAGE.put("thenCompose", (other, stage) -> other.answer().thenCompose(_ -> stage));
        OF_A_STAGE.put(
                "exceptionallyCompose",
                (other, stage) ->
                        other.answer()
                                .<Integer>thenApply(_ -> {
                                    throw new IllegalStateException("as told");
                                })
                                .exceptionallyCompose(_ -> stage));
        OF_A_STAGE.put(
                "thenCombine", (other, stage) -> other.answer().thenCombine(stage, Integer::sum));
        OF_A_STAGE.put(
                "thenAcceptBoth",
                (other, stage) -> other.answer().thenAcceptBoth(stage, (_, _) -> {}));
        OF_A_STAGE.put(
                "runAfterBoth", (other, stage) -> other.answer().runAfterBoth(stage, () -> {}));
        OF_A_STAGE.put(
                "applyToEither", (other, stage) -> other.never().applyToEither(stage, n -> n + 1));
        OF_A_STAGE.put(
                "acceptEither", (other, stage) -> other.never().acceptEither(stage, _ -> {}));
        OF_A_STAGE.put(
                "runAfterEither", (other, stage) -> other.never().runAfterEither(stage, () -> {}));
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

        void attach(String name, CompletionStage<Integer> stage);

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

        @Override
        public void attach(String name, CompletionStage<Integer> stage) {
            OF_A_STAGE.forEach((way, stages) -> {
                String what = way + " of " + name;
                try {
                    var _ =
                            stages.apply(other, stage)
                                    .whenComplete((value, thrown) ->
                                            where.put(what, outcome(value, thrown) + here()));
                } catch (UnsupportedOperationException e) {
                    where.put(what, "refused: " + e);
                }
            });
        }

        /** In the middle of a call. */
        @Override
        public List<Integer> waits() {
            return List.of(
                    other.answer().thenCompose(_ -> outside).join(),
                    other.answer().thenCombine(outside, Integer::sum).join(),
                    other.answer().thenApplyAsync(n -> n + 4).join(),
                    other.never().completeOnTimeout(6, 1, TimeUnit.MILLISECONDS).join(),
                    other.never().applyToEither(outside, n -> n + 5).join(),
                    other.answer().thenCompose(_ -> CompletableFuture.completedStage(8)).join(),
                    other.never()
                            .applyToEither(CompletableFuture.completedStage(9), n -> n)
                            .join());
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

    private static String outcome(@Nullable Object value, @Nullable Throwable thrown) {
        return "value " + value + ", thrown " + thrown + ", in ";
    }

    /** They are stages and no more: none of them says whether it is there. */
    @Test
    void soDoesWhatComesOfAStageThatOnlySaysWhenItIsThere() {
        CompletableFuture<Integer> outside = new CompletableFuture<>();
        Map<String, CompletionStage<Integer>> stages =
                Map.of(
                        "one that is there", CompletableFuture.completedStage(2),
                        "one that failed", CompletableFuture.failedStage(new IOException("told")),
                        "one that comes", outside.minimalCompletionStage());
        try (var house = on.open()) {
            Later other = on.actor(house, Later.class, Answering::new);
            Asker asker =
                    on.actor(
                            house,
                            Asker.class,
                            () -> new Asking(other, outside),
                            with -> with.named("asker"));
            stages.forEach(asker::attach);
            house.awaitQuiescence();
            outside.complete(2);
            house.awaitQuiescence();
        }
        Map<String, String> asInTheJdk = new TreeMap<>();
        stages.forEach((name, stage) ->
                OF_A_STAGE.forEach((way, with) -> {
                    var _ =
                            with.apply(new Answering(), stage)
                                    .whenComplete((value, thrown) ->
                                            asInTheJdk.put(
                                                    way + " of " + name,
                                                    outcome(value, thrown) + "asker"));
                }));
        assertThat(where).isEqualTo(asInTheJdk).hasSize(OF_A_STAGE.size() * stages.size());
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
                    .forEach(_ -> assertThat(asker.waits()).containsExactly(2, 3, 5, 6, 7, 8, 9));
        }
        assertThat(completing).isNotNull();
    }
}
