package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an actor says of its waits is of one wait, and of none that is over. */
@Timeout(60)
final class RareTest {
    private static final int WAITS = 1_000_000;

    @Test
    void aWaitThatIsOverHoldsNobodyUpWhileItIsTakenBack() throws InterruptedException {
        Awaited over = () -> true;
        Rare rare = new Rare();
        try (var house = Roundhouse.open()) {
            Bounded other = ((Handle) house.actor(LongConsumer.class, () -> _ -> {})).actor();
            Thread waits =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < WAITS; i++) {
                                    rare.waitsFor(other, over, false);
                                    rare.waitsNoLonger();
                                }
                            });
            int held = 0;
            while (waits.isAlive()) {
                held += rare.waitsFor() == null ? 0 : 1;
            }
            waits.join();
            assertThat(held).isZero();
        }
    }

    @Test
    void whatIsNotOverHoldsUp() {
        Rare rare = new Rare();
        try (var house = Roundhouse.open()) {
            Bounded other = ((Handle) house.actor(LongConsumer.class, () -> _ -> {})).actor();
            assertThat(rare.waitsFor()).isNull();
            rare.waitsFor(other, () -> false, false);
            assertThat(rare.waitsFor()).isSameAs(other);
            rare.waitsNoLonger();
            assertThat(rare.waitsFor()).isNull();
        }
    }
}
