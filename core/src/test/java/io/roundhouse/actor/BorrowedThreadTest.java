package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that runs an actor and is not the house's stays interrupted, whatever the call does. */
@Timeout(60)
final class BorrowedThreadTest {
    interface Work {
        void work(boolean fails);
    }

    private static Work works() {
        return fails -> {
            if (fails) {
                throw new IllegalStateException("planted");
            }
        };
    }

    private static Roundhouse open() {
        return Roundhouse.open(with -> with.workers(1).onFailure((_, _) -> {}));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoRunsAnActorAsItsExecutorStaysInterrupted(boolean fails) {
        try (var house = open()) {
            Work actor =
                    house.actor(
                            Work.class, BorrowedThreadTest::works, with -> with.on(Runnable::run));
            Thread.currentThread().interrupt();
            actor.work(fails);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoStepsStaysInterrupted(boolean fails) {
        try (var house = Roundhouse.open(with -> with.stepping().onFailure((_, _) -> {}))) {
            Work actor = house.actor(Work.class, BorrowedThreadTest::works);
            actor.work(fails);
            Thread.currentThread().interrupt();
            assertThat(house.step()).isTrue();
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** As a call does that was interrupted, and throws something of its own for that. */
    @Test
    void whoStepsIsNotInterruptedByACallThatFails() {
        try (var house = Roundhouse.open(with -> with.stepping().onFailure((_, _) -> {}))) {
            Work actor =
                    house.actor(
                            Work.class,
                            () ->
                                    _ -> {
                                        Thread.currentThread().interrupt();
                                        throw new IllegalStateException("planted");
                                    });
            actor.work(true);
            assertThat(house.step()).isTrue();
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    interface Asked {
        CompletableFuture<Boolean> later();
    }

    /** Whoever waits below may be meant: nobody can tell, and the interrupt must not be lost. */
    @Test
    void anInterruptWhileACallRunsOnTopOfOneThatWaitsIsKeptForThat() {
        LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        Executor queue = tasks::add;
        CompletableFuture<Boolean> seen = new CompletableFuture<>();
        try (var house = open()) {
            Asked looks =
                    house.actor(
                            Asked.class,
                            () ->
                                    () -> {
                                        Thread.currentThread().interrupt();
                                        return CompletableFuture.completedFuture(true);
                                    },
                            with -> with.on(queue));
            Work asks =
                    house.actor(
                            Work.class,
                            () ->
                                    _ -> {
                                        assertThat(looks.later().join()).isTrue();
                                        seen.complete(Thread.currentThread().isInterrupted());
                                    },
                            with -> with.on(queue));
            asks.work(false);
            for (Runnable each = tasks.poll(); each != null; each = tasks.poll()) {
                each.run();
            }
        }
        assertThat(seen).isCompletedWithValue(true);
        assertThat(Thread.interrupted()).isTrue(); // or is it the executor's owner
    }

    /** A call on top of it gives the thread back to it, and not to the executor. */
    @Test
    void aCallThatHasOthersRunOnTopOfItSeesNothingOfTheOneBeforeIt() {
        LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        Executor queue = tasks::add;
        List<Object> seen = new ArrayList<>();
        try (var house = open()) {
            Asked other =
                    house.actor(
                            Asked.class,
                            () -> () -> CompletableFuture.completedFuture(true),
                            with -> with.on(queue));
            Work actor =
                    house.actor(
                            Work.class,
                            () ->
                                    first -> {
                                        if (first) {
                                            Thread.currentThread().interrupt();
                                            return;
                                        }
                                        seen.add(other.later().join());
                                        seen.add(Thread.currentThread().isInterrupted());
                                        seen.add(other.later().join());
                                    },
                            with -> with.on(queue));
            actor.work(true);
            actor.work(false);
            for (Runnable each = tasks.poll(); each != null; each = tasks.poll()) {
                each.run();
            }
            assertThat(Thread.interrupted()).isTrue(); // or is it the executor's owner
        }
        assertThat(seen).containsExactly(true, false, true);
    }

    /** A loop that is to end where somebody interrupts its thread, even while it runs a call. */
    @Test
    void anInterruptInACallIsKeptForTheOwnerOfTheExecutor() {
        List<Boolean> seen = new ArrayList<>();
        LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
        Executor queue = tasks::add;
        try (var house = open()) {
            Work actor =
                    house.actor(
                            Work.class,
                            () ->
                                    interrupts -> {
                                        seen.add(Thread.currentThread().isInterrupted());
                                        if (interrupts) {
                                            Thread.currentThread().interrupt();
                                        }
                                    },
                            with -> with.on(queue));
            actor.work(true);
            actor.work(false);
            for (Runnable each = tasks.poll(); each != null; each = tasks.poll()) {
                each.run();
            }
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(seen).containsExactly(false, false);
    }
}
