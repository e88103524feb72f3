package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An actor asks others from anywhere: in what it has attached to an answer, when it begins and when
 * it ends. It gets its answer, or is told of a circle; and it cannot hang a house by closing it.
 */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class AskedAnywhereTest {
    private static final int ROUNDS = 50;

    @Parameter Dispatcher on;

    interface Asked {
        int get();

        int askBack(Asked who);

        CompletableFuture<Integer> later();

        void run();
    }

    private class Plain implements Asked {
        final Asked self = ActorContext.current().self(Asked.class);

        @Override
        public int get() {
            return 7;
        }

        @Override
        public int askBack(Asked who) {
            return who.get();
        }

        @Override
        public CompletableFuture<Integer> later() {
            return CompletableFuture.completedFuture(1);
        }

        @Override
        public void run() {}
    }

    private final List<Object> seen = Collections.synchronizedList(new ArrayList<>());

    /** Does that when it is run; it is told its own reference. */
    private final class Running extends Plain {
        private final Consumer<Asked> what;

        Running(Consumer<Asked> what) {
            this.what = what;
        }

        @Override
        public void run() {
            what.accept(self);
        }
    }

    private Asked running(Roundhouse house, Consumer<Asked> what) {
        return on.actor(house, Asked.class, () -> new Running(what));
    }

    private void tries(IntSupplier ask) {
        try {
            seen.add(ask.getAsInt());
        } catch (AskCycleException e) {
            seen.add("circle");
        }
    }

    private Asked plain(Roundhouse house) {
        return on.actor(house, Asked.class, Plain::new);
    }

    @Test
    void inWhatIsAttachedToAnAnswer() {
        try (var house = on.open()) {
            Asked first = plain(house);
            Asked second = plain(house);
            Asked asks =
                    running(
                            house,
                            _ -> {
                                var _ = first.later().thenAccept(_ -> tries(second::get));
                            });
            for (int i = 0; i < ROUNDS; i++) {
                asks.run();
            }
            house.awaitQuiescence();
            assertThat(seen).hasSize(ROUNDS).containsOnly(7);
        }
    }

    @Test
    void aCircleThroughWhatIsAttachedToAnAnswerIsTold() {
        try (var house = on.open()) {
            Asked first = plain(house);
            Asked second = plain(house);
            Asked asks =
                    running(
                            house,
                            self -> {
                                var _ =
                                        first.later()
                                                .thenAccept(_ -> tries(() -> second.askBack(self)));
                            });
            for (int i = 0; i < ROUNDS; i++) {
                asks.run();
            }
            house.awaitQuiescence();
            assertThat(seen).hasSize(ROUNDS).containsOnly("circle");
        }
    }

    /** Asks when it begins, and when it ends. */
    private final class Living extends Plain implements Lifecycle {
        private final Asked other;
        private final boolean inACircle;

        Living(Asked other, boolean inACircle) {
            this.other = other;
            this.inACircle = inACircle;
        }

        @Override
        public void started() {
            tries(() -> inACircle ? other.askBack(self) : other.get());
        }

        @Override
        public void stopped() {
            tries(other::get);
        }
    }

    @Test
    void whenItBeginsAndWhenItEnds() {
        try (var house = on.open()) {
            Asked other = plain(house);
            for (int i = 0; i < ROUNDS; i++) {
                Asked living = on.actor(house, Asked.class, () -> new Living(other, false));
                assertThat(living.get()).isEqualTo(7);
                house.stop(living);
            }
            house.awaitQuiescence();
            assertThat(seen).hasSize(2 * ROUNDS).containsOnly(7);
        }
    }

    @Test
    void aCircleOfWhoBeginsIsTold() {
        try (var house = on.open()) {
            Asked other = plain(house);
            for (int i = 0; i < ROUNDS; i++) {
                Asked living = on.actor(house, Asked.class, () -> new Living(other, true));
                assertThat(living.get()).isEqualTo(7);
            }
            assertThat(seen).hasSize(ROUNDS).containsOnly("circle");
        }
    }

    @Test
    void whoClosesItsOwnHouseIsToldWhileOthersAskIt() {
        try (var house = on.open()) {
            Asked closes =
                    running(
                            house,
                            _ -> {
                                assertThatThrownBy(house::close)
                                        .isInstanceOf(IllegalStateException.class);
                                seen.add("told");
                            });
            inThreads(
                    3,
                    _ -> {
                        for (int i = 0; i < ROUNDS; i++) {
                            closes.run();
                            assertThat(closes.get()).isEqualTo(7);
                        }
                    });
            house.awaitQuiescence();
            assertThat(seen).hasSize(3 * ROUNDS).containsOnly("told");
        }
    }
}
