package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.waiting.WaitStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Actors with threads of their own that wait in all the ways that there are. */
@Timeout(60)
final class WaitStrategyTest {
    interface Pong {
        void pong(long ball);
    }

    interface Ping {
        void ping(Pong from, long ball);
    }

    static Stream<WaitStrategy> strategies() {
        return Stream.of(
                WaitStrategy.adaptive(),
                WaitStrategy.busySpin(),
                WaitStrategy.yielding(),
                WaitStrategy.backOff(),
                WaitStrategy.parking());
    }

    @ParameterizedTest
    @MethodSource("strategies")
    void everyWaitStrategyDelivers(WaitStrategy strategy) {
        List<Long> balls = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Pong alice =
                    house.actor(
                            Pong.class, () -> balls::add, with -> with.pinned(strategy).bounded(4));
            Ping bob =
                    house.actor(
                            Ping.class, () -> Pong::pong, with -> with.pinned(strategy).bounded(4));
            for (long ball = 0; ball < 200; ball++) {
                bob.ping(alice, ball);
                if (ball % 20 == 0) {
                    house.awaitQuiescence();
                }
            }
        }
        assertThat(balls).hasSize(200).isSorted();
    }

    /** By the names that messages have for them. */
    @Test
    void threadsOfActorsWithoutANameAreToldApart() {
        Set<String> names = ConcurrentHashMap.newKeySet();
        Pong[] actors = new Pong[3];
        try (var house = Roundhouse.open()) {
            for (int i = 0; i < actors.length; i++) {
                actors[i] =
                        house.actor(
                                Pong.class,
                                () -> _ -> names.add(Thread.currentThread().getName()),
                                i == 0 ? ActorOptions::virtual : ActorOptions::pinned);
                actors[i].pong(i);
            }
        }
        assertThat(names)
                .extracting(name -> name.replaceFirst("roundhouse-\\d+-", ""))
                .containsExactlyInAnyOrder("Pong-1", "Pong-2", "Pong-3");
    }
}
