package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import io.roundhouse.waiting.Spin;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A sender has got memory for a full mailbox and is about to have it grow, or to find that somebody
 * else was faster: who asks meanwhile is not refused for what is only on its way.
 */
@Timeout(60)
final class GrowthUnderWayTest {
    /** What one chunk of 128 records of two {@code long}s takes, and no more. */
    private final Ceiling ceiling = new Ceiling(128 * 16);

    @Test
    void whoAsksWhileAnotherSenderIsAboutToHaveItGrowFindsRoom() {
        Growing letters = new Growing();
        letters.fill();
        CompletableFuture<Boolean> second = new CompletableFuture<>();
        letters.whenItIsTaken = () -> asks(() -> letters.offer(Letters.FULL + 1), second);
        assertThat(letters.offer(Letters.FULL)).isTrue();
        assertThat(second.join()).isTrue();
        letters.drain();
        assertThat(letters.handled)
                .containsExactlyElementsOf(LongStream.range(0, Letters.FULL + 2).boxed().toList());
        assertThat(ceiling.why()).isEmpty();
    }

    @Test
    void whoAsksForAnotherMailboxGetsWhatIsGivenBack() {
        Growing letters = new Growing();
        Growing others = new Growing();
        letters.fill();
        others.fill();
        CompletableFuture<Boolean> second = new CompletableFuture<>();
        letters.whenItIsTaken =
                () -> {
                    asks(() -> others.offer(Letters.FULL), second);
                    letters.drain();
                    assertThat(letters.offer(-1)).isTrue(); // by somebody who is faster
                };
        assertThat(letters.offer(Letters.FULL)).isTrue();
        assertThat(second.join()).isTrue();
        letters.drain();
        others.drain();
        assertThat(others.handled).hasSize(Letters.FULL + 1);
        assertThat(ceiling.why()).isEmpty();
    }

    private interface Asks {
        boolean ask();
    }

    /** Another thread asks; returns when it has been answered, or waits to be. */
    private static void asks(Asks asks, CompletableFuture<Boolean> answer) {
        Thread asking = Thread.ofPlatform().start(() -> answer.complete(asks.ask()));
        Until.isTrue(() -> answer.isDone() || isInCeiling(asking));
    }

    /** Whether it has seen that there is not enough. */
    private static boolean isInCeiling(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(Spin.class.getName()));
    }

    private final class Growing extends Letters {
        Runnable whenItIsTaken = () -> {};

        @Override
        boolean takes(long bytes, boolean inAnyCase) {
            if (!ceiling.takes(bytes, inAnyCase)) {
                return false;
            }
            Runnable now = whenItIsTaken;
            whenItIsTaken = () -> {};
            now.run();
            return true;
        }

        @Override
        void settled() {
            ceiling.settled();
        }

        @Override
        void gives(long bytes) {
            ceiling.gives(bytes);
        }
    }
}
