package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one actor does to its thread does not meet another, nor one call another. */
@Timeout(60)
final class ApartTest {
    interface Wide {
        // spotless:off
        void wide(
                long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9,
                long b0, long b1, long b2, long b3, long b4, long b5, long b6, long b7, long b8, long b9,
                long c0, long c1, long c2, long c3, long c4, long c5, long c6, long c7, long c8, long c9,
                long d0, long d1, long d2, long d3, long d4, long d5);
        // spotless:on
    }

    private record Sum(List<Long> handled) implements Wide {
        // spotless:off
        @Override
        public void wide(
                long a0, long a1, long a2, long a3, long a4, long a5, long a6, long a7, long a8, long a9,
                long b0, long b1, long b2, long b3, long b4, long b5, long b6, long b7, long b8, long b9,
                long c0, long c1, long c2, long c3, long c4, long c5, long c6, long c7, long c8, long c9,
                long d0, long d1, long d2, long d3, long d4, long d5) {
            handled.add(a0 * 100 + d5);
        }
        // spotless:on
    }

    @Test
    void aCallThatNeedsMoreRoomLeavesTheOneBeforeAlone() {
        List<Long> small = new ArrayList<>();
        List<Long> large = new ArrayList<>();
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            LongConsumer narrow = house.actor(LongConsumer.class, () -> small::add);
            Wide wide = house.actor(Wide.class, () -> new Sum(large));
            house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        narrow.accept(n);
                                        // spotless:off
                                        wide.wide(
                                                n, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, n + 1);
                                        // spotless:on
                                        narrow.accept(n + 2);
                                    })
                    .accept(5);
            assertThat(house.awaitQuiescence(Duration.ofSeconds(20))).isTrue();
        }
        assertThat(small).containsExactly(5L, 7L);
        assertThat(large).containsExactly(506L);
    }

    @Test
    void aThreadThatIsLeftInterruptedIsNotSoForTheNextActor() {
        List<Boolean> flags = new ArrayList<>();
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            LongConsumer next =
                    house.actor(
                            LongConsumer.class,
                            () -> _ -> flags.add(Thread.currentThread().isInterrupted()));
            LongConsumer rude =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        next.accept(n);
                                        Thread.currentThread().interrupt();
                                    });
            rude.accept(1);
        }
        assertThat(flags).containsExactly(false);
    }

    @Test
    void aHouseThatIsClosedIsQuiet() {
        Roundhouse house = Roundhouse.open();
        LongConsumer actor = house.actor(LongConsumer.class, () -> _ -> {});
        LongConsumer pinned = house.actor(LongConsumer.class, () -> _ -> {}, ActorOptions::pinned);
        actor.accept(1);
        pinned.accept(1);
        house.close();
        assertThat(house.awaitQuiescence(Duration.ofSeconds(20))).isTrue();
    }
}
