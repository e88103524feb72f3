package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.HouseOptions;
import io.roundhouse.dispatch.internal.Stepper;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A call waits for a time on a thread of its own, and whoever closes the house without a limit
 * looks at it, as it does where another thread has stepped between two looks: the time passes that
 * the call needs, and no more.
 */
@Timeout(60)
final class SteppedTimeTest {
    private static final long FOR_EVER = Long.MAX_VALUE;
    private static final long DAY = TimeUnit.DAYS.toNanos(1);

    interface Asked {
        CompletableFuture<Long> never();

        long now();
    }

    private static final class Answering implements Asked {
        @Override
        public CompletableFuture<Long> never() {
            return new CompletableFuture<>();
        }

        @Override
        public long now() {
            return 7;
        }
    }

    private final List<String> said = new ArrayList<>();
    private final Roundhouse house = Roundhouse.open(HouseOptions::stepping);
    private final Stepper stepper = leavesACallThatWaitsForADay();

    private Stepper leavesACallThatWaitsForADay() {
        Asked asked = house.actor(Asked.class, Answering::new);
        Runnable waits =
                house.actor(
                        Runnable.class,
                        () ->
                                () -> {
                                    try {
                                        asked.never().get(1, TimeUnit.DAYS);
                                    } catch (TimeoutException e) {
                                        said.add("a day has passed");
                                    } catch (InterruptedException | ExecutionException e) {
                                        said.add("" + e);
                                    }
                                });
        waits.run();
        assertThat(asked.now()).isEqualTo(7); // who waits for it has the other one run aside
        assertThat(house.awaitQuiescence(Duration.ZERO)).isFalse();
        return (Stepper) Inspect.dispatching(asked);
    }

    @AfterEach
    void close() {
        house.close(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(said).containsExactly("a day has passed");
        assertThat(stepper.clock().nanoTime()).isEqualTo(DAY);
    }

    @Test
    void nothingIsLaterThanForEver() {
        assertThat(stepper.isOnlyLater(FOR_EVER)).isFalse();
        assertThat(stepper.clock().nanoTime()).isZero();
    }

    @Test
    void whoWaitsForATimeIsNotStuck() {
        assertThat(stepper.isStuck()).isFalse();
    }

    @Test
    void whatIsLaterThanALimitIsLeftAtThatLimit() {
        assertThat(stepper.isOnlyLater(2 * DAY)).isFalse();
        assertThat(stepper.isOnlyLater(DAY / 2)).isTrue();
        assertThat(stepper.clock().nanoTime()).isEqualTo(DAY / 2);
        assertThat(house.awaitQuiescence(Duration.ofHours(1))).isFalse();
        assertThat(house.awaitQuiescence(Duration.ofHours(11))).isTrue();
    }
}
