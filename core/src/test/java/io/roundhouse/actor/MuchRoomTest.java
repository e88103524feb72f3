package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Whoever waits for room goes on when there is much of it, and where calls are long, sooner. */
@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
final class MuchRoomTest {
    private static final int BOUND = 8;
    private static final int LANE = 1024;
    private static final int CALLS_UNTIL_LANE = 64;

    @Test
    void anActorRestsUntilHalfOfTheMailboxIsRoom() {
        List<Boolean> rested = new ArrayList<>();
        LongConsumer[] sender = new LongConsumer[1];
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            LongConsumer target =
                    house.actor(
                            LongConsumer.class,
                            () -> _ -> rested.add(Inspect.isResting(sender[0])),
                            with -> with.bounded(BOUND));
            sender[0] =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        for (int i = 0; n < 0 && i < 2 * BOUND; i++) {
                                            sender[0].accept(i);
                                        }
                                        if (n >= 0) {
                                            target.accept(n);
                                        }
                                    });
            sender[0].accept(-1);
        }
        assertThat(rested).hasSize(2 * BOUND);
        int first = rested.indexOf(true);
        assertThat(first).as("the first call that found it resting").isNotNegative();
        assertThat(rested.subList(first, first + BOUND / 2))
                .as("while more than half of its bound was in the mailbox")
                .containsOnly(true);
        assertThat(rested.subList(first, rested.size())).as("it went on").contains(false);
    }

    @Test
    void aThreadGoesOnWithLittleRoomWhereCallsTakeLong() {
        int little = 10;
        Semaphore permits = new Semaphore(0);
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            LongConsumer slow =
                    house.actor(
                            LongConsumer.class,
                            () -> _ -> permits.acquireUninterruptibly(),
                            with -> with.bounded(LANE));
            Thread sender =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int n = 0; n < CALLS_UNTIL_LANE + LANE + little; n++) {
                                    slow.accept(n);
                                }
                            });
            Threads.awaitWaiting(sender);
            permits.release(CALLS_UNTIL_LANE + little);
            Threads.join(sender);
            permits.release(LANE);
        }
    }
}
