package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Who has had a mailbox grow says so after the call is there, and who has had it shrink after
 * others may have it grow anew: what they say late is not taken for what is so by then.
 */
@Timeout(60)
final class LateGrowthTest {
    private static final int BURST = 130;

    private final CountDownLatch isIn = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private LongConsumer self = _ -> {};
    private boolean hadGrown;

    private void handle(long n) {
        if (n > 0) {
            for (long i = 0; i < n; i++) {
                self.accept(0);
            }
            Actor actor = ((Handle) self).actor();
            actor.shrank(); // by a runner that is late
            hadGrown = actor.hasGrownFar();
        } else if (n < 0) {
            isIn.countDown();
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void whatHasGrownFarStaysSoUntilItIsEmpty() {
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            self = house.actor(LongConsumer.class, () -> this::handle, with -> with.bounded(16));
            self.accept(BURST);
            house.awaitQuiescence();
            assertThat(hadGrown).isTrue();
            assertThat(((Handle) self).actor().hasGrownFar()).isFalse();
        }
    }

    @Test
    void whatHasShrunkHasNotGrown() throws InterruptedException {
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            self = house.actor(LongConsumer.class, () -> this::handle, with -> with.bounded(16));
            self.accept(-1);
            isIn.await();
            Actor actor = ((Handle) self).actor();
            actor.grew(BURST, true); // by a sender that is late
            assertThat(actor.hasGrownFar()).isFalse();
            go.countDown();
        }
    }
}
