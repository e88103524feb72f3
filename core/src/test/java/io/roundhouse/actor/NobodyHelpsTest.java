package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Until;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an actor attaches to its answers runs in that actor, whatever other threads do with them: a
 * thread that has run something asynchronous, or has waited, does not go on with the rest.
 */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class NobodyHelpsTest {
    @Parameter Dispatcher on;

    /** What else is attached to two answers, before they are there. */
    private interface Way {
        void attach(
                CompletableFuture<Integer> one, CompletableFuture<Integer> two, Executor elsewhere);
    }

    private static final Map<String, Way> ASYNCHRONOUS = new LinkedHashMap<>();

    static {
        ASYNCHRONOUS.put("thenApply", (one, _, on) -> one.thenApplyAsync(n -> n, on));
        ASYNCHRONOUS.put("thenAccept", (one, _, on) -> one.thenAcceptAsync(_ -> {}, on));
        ASYNCHRONOUS.put("thenRun", (one, _, on) -> one.thenRunAsync(() -> {}, on));
        ASYNCHRONOUS.put("whenComplete", (one, _, on) -> one.whenCompleteAsync((_, _) -> {}, on));
        ASYNCHRONOUS.put("handle", (one, _, on) -> one.handleAsync((n, _) -> n, on));
        ASYNCHRONOUS.put("exceptionally", (one, _, on) -> one.exceptionallyAsync(_ -> 0, on));
        ASYNCHRONOUS.put("thenCompose", (one, two, on) -> one.thenComposeAsync(_ -> two, on));
        ASYNCHRONOUS.put(
                "exceptionallyCompose",
                (one, two, on) -> one.exceptionallyComposeAsync(_ -> two, on));
        ASYNCHRONOUS.put(
                "thenCombine", (one, two, on) -> one.thenCombineAsync(two, Integer::sum, on));
        ASYNCHRONOUS.put(
                "thenAcceptBoth", (one, two, on) -> one.thenAcceptBothAsync(two, (_, _) -> {}, on));
        ASYNCHRONOUS.put(
                "runAfterBoth", (one, two, on) -> one.runAfterBothAsync(two, () -> {}, on));
        ASYNCHRONOUS.put(
                "applyToEither", (one, two, on) -> one.applyToEitherAsync(two, n -> n, on));
        ASYNCHRONOUS.put("acceptEither", (one, two, on) -> one.acceptEitherAsync(two, _ -> {}, on));
        ASYNCHRONOUS.put(
                "runAfterEither", (one, two, on) -> one.runAfterEitherAsync(two, () -> {}, on));
    }

    interface Later {
        CompletableFuture<Integer> answer();
    }

    private final Queue<String> elsewhere = new ConcurrentLinkedQueue<>();
    private final Queue<String> home = new ConcurrentLinkedQueue<>();

    /** Attached to an answer, as others are later: the JDK begins with the last one. */
    private Consumer<Object> touches(String what) {
        return _ -> {
            try {
                ActorContext.current();
                home.add(what);
            } catch (IllegalStateException e) {
                elsewhere.add(what + " on " + Thread.currentThread());
            }
        };
    }

    /** Another thread, which has time to go on with whatever it finds. */
    private static void runElsewhere(Runnable task) {
        Thread other = Thread.ofPlatform().start(task);
        boolean interrupted = false;
        while (other.isAlive()) {
            try {
                other.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void runs(Consumer<Later> start) {
        runs(() -> CompletableFuture.completedFuture(1), start);
    }

    /** An actor does that with another one, which answers so. */
    private void runs(Later answering, Consumer<Later> start) {
        try (var house = on.open()) {
            Later other = on.actor(house, Later.class, () -> answering::answer);
            Runnable asker = on.actor(house, Runnable.class, () -> () -> start.accept(other));
            asker.run();
            house.awaitQuiescence();
        }
    }

    @Test
    void whoRunsSomethingAsynchronousLeavesTheRestToTheActor() {
        runs(other ->
                ASYNCHRONOUS.forEach((name, way) -> {
                    CompletableFuture<Integer> one = other.answer();
                    CompletableFuture<Integer> two = other.answer();
                    one.thenAccept(touches(name + " one"));
                    two.thenAccept(touches(name + " two"));
                    way.attach(one, two, NobodyHelpsTest::runElsewhere);
                }));
        assertThat(elsewhere).isEmpty();
        assertThat(home).hasSize(2 * ASYNCHRONOUS.size());
    }

    @Test
    void alsoOfWhatComesOfAnAnswer() {
        runs(other ->
                ASYNCHRONOUS.forEach((name, way) -> {
                    CompletableFuture<Integer> one = other.answer().thenApply(n -> n);
                    CompletableFuture<Integer> two =
                            other.answer().thenCompose(_ -> other.answer());
                    one.thenAccept(touches(name + " one"));
                    two.thenAccept(touches(name + " two"));
                    way.attach(one, two, NobodyHelpsTest::runElsewhere);
                }));
        assertThat(elsewhere).isEmpty();
        assertThat(home).hasSize(2 * ASYNCHRONOUS.size());
    }

    private interface Waiting {
        void waits(CompletableFuture<Integer> answer) throws Exception;
    }

    @Test
    void whoWaitsElsewhereLeavesTheRestToTheActor() {
        assumeTrue(on != Dispatcher.STEPPING, "who waits there steps");
        List<Waiting> ways =
                List.of(
                        CompletableFuture::join,
                        CompletableFuture::get,
                        answer -> answer.get(1, TimeUnit.HOURS),
                        answer -> answer.thenApply(n -> n).join(),
                        answer -> answer.copy().join(),
                        answer -> answer.toCompletableFuture().join(),
                        answer -> answer.minimalCompletionStage().toCompletableFuture().join());
        runs(other -> ways.forEach(way -> leavesTheRest(other.answer(), way)));
        assertThat(elsewhere).isEmpty();
        assertThat(home).hasSize(ways.size());
    }

    private void leavesTheRest(CompletableFuture<Integer> answer, Waiting way) {
        Thread other =
                Thread.ofPlatform()
                        .unstarted(() -> {
                            try {
                                way.waits(answer);
                            } catch (Exception e) {
                                elsewhere.add("did not wait: " + e);
                            }
                        });
        answer.thenAccept(touches("after " + way));
        answer.thenAccept(_ -> Until.isTrue(() -> !other.isAlive()));
        other.start(); // now: what it attaches is the first to run
        Until.isTrue(() ->
                other.getState() == Thread.State.WAITING
                        || other.getState() == Thread.State.TIMED_WAITING);
    }

    @Test
    void whatOthersHaveAttachedDoesNotTakeItsOwnElsewhere() {
        assumeTrue(on != Dispatcher.STEPPING, "who waits there steps");
        Executor elsewhereToo = NobodyHelpsTest::runElsewhere;
        runs(other -> {
            CompletableFuture<Integer> answer = other.answer();
            List<CompletableFuture<Integer>> ofOthers = new ArrayList<>();
            runElsewhere(() -> {
                ofOthers.add(answer.thenApply(n -> n));
                ofOthers.add(answer.thenApplyAsync(n -> n, elsewhereToo));
                ofOthers.add(answer.thenCombineAsync(answer, Integer::sum, elsewhereToo));
            });
            for (var each : ofOthers) {
                each.thenAccept(touches("of others"));
                each.thenApplyAsync(n -> n, elsewhereToo);
                each.thenCombine(other.answer(), Integer::sum)
                        .thenAccept(touches("and of one's own"));
            }
        });
        assertThat(elsewhere).isEmpty();
        assertThat(home).hasSize(6);
    }

    /** An answer that an actor has asked for, and that never comes, in other hands. */
    private void withOneThatNeverComes(Consumer<CompletableFuture<Integer>> does) {
        CompletableFuture<CompletableFuture<Integer>> handedOut = new CompletableFuture<>();
        try (var house = on.open()) {
            Later other = on.actor(house, Later.class, () -> CompletableFuture::new);
            Runnable asker =
                    on.actor(
                            house,
                            Runnable.class,
                            () ->
                                    () -> {
                                        CompletableFuture<Integer> answer = other.answer();
                                        answer.whenComplete(
                                                (_, _) -> touches("the end").accept(answer));
                                        handedOut.complete(answer);
                                    });
            asker.run();
            house.awaitQuiescence();
            does.accept(handedOut.join());
            Until.isTrue(() -> handedOut.join().isDone(), house::awaitQuiescence);
        }
        assertThat(elsewhere).isEmpty();
        assertThat(home).hasSize(1);
    }

    @Test
    void whoHasWaitedElsewhereInVainLeavesNothingThere() {
        withOneThatNeverComes(answer -> {
            int before = answer.getNumberOfDependents();
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> answer.get(1, TimeUnit.NANOSECONDS))
                        .isInstanceOf(TimeoutException.class);
                if (on != Dispatcher.STEPPING) {
                    Thread.currentThread().interrupt();
                    assertThatThrownBy(answer::get).isInstanceOf(InterruptedException.class);
                }
            }
            assertThat(answer.getNumberOfDependents()).isEqualTo(before);
            answer.orTimeout(1, TimeUnit.MILLISECONDS);
        });
    }

    @Test
    void aTimeThatOthersSetEndsItInTheActor() {
        withOneThatNeverComes(answer -> answer.orTimeout(1, TimeUnit.MILLISECONDS));
    }

    /** Which cannot be told of it meanwhile. */
    @Test
    void whoSetsATimeElsewhereIsToldInTimeThoughTheActorIsInACall() throws Exception {
        assumeTrue(on != Dispatcher.STEPPING, "there is one thread");
        CompletableFuture<CompletableFuture<Integer>> handedOut = new CompletableFuture<>();
        CountDownLatch told = new CountDownLatch(1);
        try (var house = on.open()) {
            Later other = on.actor(house, Later.class, () -> CompletableFuture::new);
            Runnable asker =
                    on.actor(
                            house,
                            Runnable.class,
                            () ->
                                    () -> {
                                        handedOut.complete(other.answer());
                                        Threads.await(told);
                                    });
            Thread calls = Thread.ofPlatform().start(asker::run); // which may run it itself
            CompletableFuture<Integer> answer = handedOut.join();
            assertThat(answer.completeOnTimeout(7, 1, TimeUnit.MILLISECONDS).join()).isEqualTo(7);
            assertThatThrownBy(() -> answer.orTimeout(1, TimeUnit.MILLISECONDS).join())
                    .hasCauseInstanceOf(TimeoutException.class);
            assertThat(answer).isNotDone();
            told.countDown();
            calls.join();
            Until.isTrue(answer::isDone);
        }
    }

    @Test
    void alsoOneWithAValue() {
        withOneThatNeverComes(answer -> answer.completeOnTimeout(7, 1, TimeUnit.MILLISECONDS));
    }

    @Test
    void itIsTheSameFutureElsewhere() {
        withOneThatNeverComes(answer -> {
            assertThat(answer.toCompletableFuture()).isSameAs(answer);
            answer.orTimeout(1, TimeUnit.MILLISECONDS);
        });
    }

    @Test
    void exceptionsAreTheSameElsewhere() {
        Queue<Object> seen = new ConcurrentLinkedQueue<>();
        IllegalArgumentException why = new IllegalArgumentException("as told");
        runs(
                () -> CompletableFuture.failedFuture(why),
                other -> {
                    CompletableFuture<Integer> answer = other.answer();
                    answer.whenComplete((_, thrown) -> seen.add(thrown));
                    answer.whenCompleteAsync(
                            (_, thrown) -> seen.add(thrown), NobodyHelpsTest::runElsewhere);
                    runElsewhere(() -> answer.whenComplete((_, thrown) -> seen.add(thrown)));
                });
        assertThat(seen).containsExactly(why, why, why);
    }
}
