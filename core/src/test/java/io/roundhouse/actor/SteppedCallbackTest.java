package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * In a stepped house, what is attached to an answer runs in the actor that waits for it, though
 * that one does not wait on the stack of who steps.
 */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
final class SteppedCallbackTest {
    private static final int SEEDS = 20;

    interface Asked {
        String name();

        CompletableFuture<Integer> later(int number);
    }

    private static final class Plain implements Asked {
        @Override
        public String name() {
            return ActorContext.current().name();
        }

        @Override
        public CompletableFuture<Integer> later(int number) {
            return CompletableFuture.completedFuture(number);
        }
    }

    /** What is given by a function attached to an answer that an actor, "waits", waits for. */
    private static String given(Roundhouse house, Function<Asked, String> attached) {
        Asked asked = house.actor(Asked.class, Plain::new, with -> with.named("asked"));
        Asked other = house.actor(Asked.class, Plain::new, with -> with.named("other"));
        Supplier<?> waits =
                house.actor(
                        Supplier.class,
                        () -> () -> asked.later(1).thenApply(_ -> attached.apply(other)).join(),
                        with -> with.named("waits"));
        return (String) waits.get();
    }

    @Test
    void itRunsAsTheActorThatWaits() {
        for (long seed = 0; seed < SEEDS; seed++) {
            long choices = seed;
            try (var house = Roundhouse.open(with -> with.stepping(choices))) {
                assertThat(given(house, _ -> ActorContext.current().name())).isEqualTo("waits");
            }
        }
    }

    @Test
    void itMayAskInItsTurn() {
        for (long seed = 0; seed < SEEDS; seed++) {
            long choices = seed;
            try (var house = Roundhouse.open(with -> with.stepping(choices))) {
                assertThat(given(house, Asked::name)).isEqualTo("other");
            }
        }
    }
}
