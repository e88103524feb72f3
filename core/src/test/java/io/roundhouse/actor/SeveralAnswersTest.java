package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Actors that wait for what comes of several answers: a circle through any of them that is needed
 * is told, and none that is not.
 */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class SeveralAnswersTest {
    @Parameter Dispatcher on;

    interface First {
        String ask(Function<String, CompletableFuture<String>> how);

        String get();
    }

    interface Other {
        CompletableFuture<String> give(String what);

        CompletableFuture<String> owe();

        CompletableFuture<String> askBack();

        void askLater();
    }

    private final AtomicReference<First> first = new AtomicReference<>();
    private final AtomicReference<Object> told = new AtomicReference<>();
    private final AtomicReference<Thread> waits = new AtomicReference<>();
    private final AtomicReference<Thread> asks = new AtomicReference<>();
    private final CompletableFuture<String> owed = new CompletableFuture<>();
    private final CompletableFuture<String> asked = new CompletableFuture<>();

    private final class Others implements Other {
        @Override
        public CompletableFuture<String> give(String what) {
            return CompletableFuture.completedFuture(what);
        }

        @Override
        public CompletableFuture<String> owe() {
            return owed;
        }

        @Override
        public CompletableFuture<String> askBack() {
            asks.set(Thread.currentThread());
            return CompletableFuture.completedFuture(first.get().get());
        }

        @Override
        public void askLater() {
            try {
                asked.complete(first.get().get());
            } catch (AskCycleException e) {
                asked.completeExceptionally(e);
            }
        }
    }

    /** What the first actor gets, or what went wrong, without what that is wrapped in. */
    private static Object outcome(Supplier<Object> body) {
        try {
            return body.get();
        } catch (CompletionException e) {
            Throwable cause = e;
            while (cause instanceof CompletionException && cause.getCause() != null) {
                cause = cause.getCause();
            }
            return cause;
        } catch (AskCycleException e) {
            return e;
        }
    }

    private final class Firsts implements First {
        @Override
        public String ask(Function<String, CompletableFuture<String>> how) {
            CompletableFuture<String> answer = how.apply("x");
            waits.set(Thread.currentThread());
            return answer.join();
        }

        @Override
        public String get() {
            return "got";
        }
    }

    private Other other(Roundhouse house, String name) {
        return on.actor(house, Other.class, Others::new, with -> with.named(name));
    }

    private Object asks(Roundhouse house, Function<String, CompletableFuture<String>> how) {
        first.set(on.actor(house, First.class, Firsts::new, with -> with.named("first")));
        return outcome(() -> first.get().ask(how));
    }

    private static void assertIsCircle(Object outcome) {
        assertThat(outcome)
                .isInstanceOf(AskCycleException.class)
                .asString()
                .containsPattern(
                        "answers: (first → b.askBack → first.get|b → first.get → b.askBack)");
    }

    // ---- circles

    enum Together {
        COMBINED,
        BOTH,
        AFTER,
        ASYNC,
        COMPOSED,
        COMPOSED_ASYNC,
        COMPOSED_OF_WHAT_FAILED,
        BEHIND,
        BOTH_WAYS;

        CompletableFuture<String> of(Other a, Other b) {
            return switch (this) {
                case COMBINED -> a.give("a").thenCombine(b.askBack(), String::concat);
                case BOTH ->
                        a.give("a").thenAcceptBoth(b.askBack(), (_, _) -> {}).thenApply(_ -> "");
                case AFTER -> a.give("a").runAfterBoth(b.askBack(), () -> {}).thenApply(_ -> "");
                case ASYNC -> a.give("a").thenCombineAsync(b.askBack(), String::concat);
                case COMPOSED -> a.give("a").thenCompose(_ -> b.askBack());
                case COMPOSED_ASYNC -> a.give("a").thenComposeAsync(_ -> b.askBack());
                case COMPOSED_OF_WHAT_FAILED ->
                        a.give("a")
                                .thenApply(SeveralAnswersTest::fail)
                                .exceptionallyCompose(_ -> b.askBack());
                case BEHIND ->
                        a.give("a")
                                .thenCompose(_ -> a.give("c"))
                                .thenApply(s -> s)
                                .thenCombine(b.askBack().thenApply(s -> s), String::concat)
                                .thenApply(s -> s);
                case BOTH_WAYS ->
                        a.give("a")
                                .applyToEither(a.give("c"), s -> s)
                                .thenCombine(b.askBack(), String::concat);
            };
        }
    }

    private static String fail(String what) {
        throw new IllegalStateException(what);
    }

    @ParameterizedTest
    @EnumSource(Together.class)
    void aCircleThroughTheSecondIsTold(Together how) {
        assumeTrue(
                on != Dispatcher.STEPPING
                        || (how != Together.ASYNC && how != Together.COMPOSED_ASYNC),
                "another thread puts them together");
        for (int i = 0; i < 20; i++) {
            try (var house = on.open()) {
                Other a = other(house, "a");
                Other b = other(house, "b");
                assertIsCircle(asks(house, _ -> how.of(a, b)));
                assertThat(first.get().get()).isEqualTo("got");
            }
        }
    }

    @Test
    void soIsOneThroughTheSecondThoughTheFirstIsOwed() {
        try (var house = on.open()) {
            Other a = other(house, "a");
            Other b = other(house, "b");
            Runnable gives = gives(house, () -> told.get() != null);
            assertIsCircle(
                    asks(
                            house,
                            _ -> {
                                CompletableFuture<String> both =
                                        a.owe()
                                                .thenCombine(
                                                        b.askBack().whenComplete(this::isTold),
                                                        String::concat);
                                gives.run();
                                return both;
                            }));
        }
    }

    /** On an executor the other one may run on top of the first, which then waits for its end. */
    @Test
    void whatATimeEndsIsNone() {
        assumeTrue(!on.runsOnTop());
        try (var house = on.open()) {
            Other a = other(house, "a");
            Other b = other(house, "b");
            assertThat(
                            asks(
                                    house,
                                    _ ->
                                            a.give("a")
                                                    .thenCombine(
                                                            b.askBack()
                                                                    .completeOnTimeout(
                                                                            "time",
                                                                            20,
                                                                            TimeUnit.MILLISECONDS),
                                                            String::concat)))
                    .isEqualTo("atime");
        }
    }

    /**
     * Gives what is owed once that is so: a thread; where nobody waits for what such a one is still
     * to give, an actor, which is run when the others wait.
     */
    private Runnable gives(Roundhouse house, BooleanSupplier once) {
        Runnable gives =
                () -> {
                    Until.isTrue(once);
                    owed.complete("late");
                };
        return on == Dispatcher.STEPPING
                ? house.actor(Runnable.class, () -> gives)
                : () -> Thread.ofPlatform().start(gives);
    }

    private void isTold(Object value, Throwable thrown) {
        told.set(thrown == null ? value : thrown);
    }

    @Test
    void oneThroughEachOfTwoIsToldThoughOneIsEnough() {
        try (var house = on.open()) {
            Other b = other(house, "b");
            Other c = other(house, "c");
            Object outcome = asks(house, _ -> b.askBack().applyToEither(c.askBack(), what -> what));
            assertThat(outcome).isInstanceOf(AskCycleException.class);
        }
    }

    // ---- no circles

    @Test
    void noneIsToldWhereTheOtherOneIsEnough() {
        assumeTrue(
                !on.runsOnTop(),
                "who waits on an executor may run whom it asks on top of its own call");
        try (var house = on.open()) {
            Other a = other(house, "a");
            Other b = other(house, "b");
            Runnable gives = gives(house, () -> Inspect.waitsFor(b, first.get()));
            Object outcome =
                    asks(
                            house,
                            _ -> {
                                CompletableFuture<String> either =
                                        b.askBack().applyToEither(a.owe(), what -> what);
                                gives.run();
                                return either;
                            });
            assertThat(outcome).isEqualTo("late");
        }
    }

    /** The answer has been given, and lies in the mail of who asked, who has not looked yet. */
    @Test
    void whoHasGivenItsAnswerMayAskWhoWaitsForIt() {
        try (var house = on.open()) {
            assumeTrue(on.mayBlock() >= 1, "the first one is held up by the test");
            Other b = other(house, "b");
            Object outcome =
                    asks(
                            house,
                            _ -> {
                                CompletableFuture<String> given = b.give("b");
                                b.askLater();
                                Until.isTrue(() -> Inspect.waitsFor(b, first.get()));
                                return given;
                            });
            assertThat(outcome).isEqualTo("b");
            assertThat(asked.join()).isEqualTo("got");
        }
    }

    /** It is not the mail of the actor that waits in which the first of the two arrives. */
    @Test
    void oneOfThemMayHaveBeenAskedForByOthers() {
        try (var house = on.open()) {
            Other a = other(house, "a");
            Other b = other(house, "b");
            CompletableFuture<String> outside = a.owe();
            Object outcome =
                    asks(
                            house,
                            _ -> {
                                CompletableFuture<String> both =
                                        outside.thenCombine(b.give("b"), String::concat);
                                owed.complete("a");
                                return both;
                            });
            assertThat(outcome).isEqualTo("ab");
        }
    }

    // ---- circles that close late

    /**
     * What the first one waits for was asked for by somebody else; and when it leads to the answer
     * of the other one, that one has looked for circles already.
     */
    @ParameterizedTest
    @EnumSource(Late.class)
    void aCircleThatClosesLateIsToldThoughOthersHaveAsked(Late how) {
        assumeTrue(on != Dispatcher.STEPPING, "another thread gives what is owed");
        assumeTrue(on != Dispatcher.ONE_THREAD, "the second asks while the first one waits");
        try (var house = on.open()) {
            Other a = other(house, "a");
            Other b = other(house, "b");
            CompletableFuture<String> outside =
                    how.of(
                            a.owe(),
                            () -> {
                                CompletableFuture<String> back = b.askBack();
                                Until.isTrue(() -> asks.get() != null);
                                Threads.awaitAsking(asks.get());
                                return back;
                            });
            Thread gives =
                    Thread.ofPlatform()
                            .start(() -> {
                                Until.isTrue(() -> waits.get() != null);
                                Threads.awaitWaiting(waits.get());
                                owed.complete("late");
                            });
            assertThat(asks(house, _ -> outside)).isInstanceOf(AskCycleException.class);
            Threads.join(gives);
            assertThat(first.get().get()).isEqualTo("got");
        }
    }

    enum Late {
        COMPOSED,
        BEHIND,
        SECOND,
        TWICE;

        CompletableFuture<String> of(
                CompletableFuture<String> owed, Supplier<CompletableFuture<String>> other) {
            return switch (this) {
                case COMPOSED -> owed.thenCompose(_ -> other.get());
                case BEHIND -> owed.thenCompose(_ -> other.get()).thenApply(s -> s);
                case SECOND ->
                        owed.thenApply(s -> s)
                                .thenCombine(owed.thenCompose(_ -> other.get()), String::concat);
                case TWICE ->
                        owed.thenCompose(_ -> owed.thenApply(s -> s).thenCompose(_ -> other.get()));
            };
        }
    }
}
