package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told where the executor of an actor refuses to run it. */
@Timeout(60)
final class RefusingExecutorTest {
    interface Adder {
        CompletableFuture<Integer> add(int number);
    }

    private final AtomicBoolean refuses = new AtomicBoolean(true);
    private final AtomicReference<Thread> turn = new AtomicReference<>(); // the last one
    private final Executor executor =
            turns -> {
                if (refuses.get()) {
                    throw new RejectedExecutionException("full");
                }
                turn.set(Thread.startVirtualThread(turns));
            };

    private Adder adder(Roundhouse house) {
        return house.actor(
                Adder.class,
                () -> number -> CompletableFuture.completedFuture(number + 1),
                with -> with.on(executor).named("adder"));
    }

    @Test
    void whoAsksIsToldThatItDoesAndNotThatTheActorWasStopped() {
        Logged.during(() -> {
            try (var house = Roundhouse.open()) {
                Adder adder = adder(house);
                CompletableFuture<Integer> refused = adder.add(1);
                assertThatThrownBy(refused::join)
                        .hasCauseInstanceOf(ActorStoppedException.class)
                        .hasMessageContainingAll("adder.add(1)", "executor refuses to run it");
                refuses.set(false);
                assertThat(adder.add(1).join()).as("it goes on").isEqualTo(2);
                house.stop(adder);
                house.awaitQuiescence();
                CompletableFuture<Integer> late = adder.add(1);
                assertThatThrownBy(late::join).hasMessageContaining("has been stopped");
            }
        });
    }

    @Test
    void itIsLoggedOnceUntilItHasRunTheActorAgain() {
        List<LogRecord> logged =
                Logged.during(() -> {
                    try (var house = Roundhouse.open(with -> with.onDeadLetter(_ -> {}))) {
                        Adder adder = adder(house);
                        for (int i = 0; i < 5; i++) {
                            adder.add(i);
                        }
                        assertThat(house.counters().deadLetters()).isEqualTo(5);
                        refuses.set(false);
                        adder.add(5).join();
                        Until.isTrue(() -> !turn.get().isAlive());
                        refuses.set(true);
                        adder.add(6);
                        assertThat(house.counters().deadLetters()).isEqualTo(6);
                    }
                });
        assertThat(logged)
                .hasSize(2)
                .allSatisfy(each -> {
                    assertThat(each.getMessage()).contains("executor of actor adder refuses");
                    assertThat(each.getThrown()).hasMessage("full");
                });
    }
}
