package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.memory.StackRoom;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Actors on an executor of one thread ask each other in a long chain: each waits on the stack of
 * the one before. The ask for which there is no stack is refused, in words, and nobody stops.
 */
@Timeout(60)
final class DeepAskOnExecutorTest {
    private static final int LENGTH = 3_000;
    private static final int STACK = 512 * 1024;

    /** As many calls of its own as each actor is in when it asks the next one. */
    private static final int FRAMES = 100;

    interface Deep {
        int ask(int depth);
    }

    private final Deep[] chain = new Deep[LENGTH];

    @ParameterizedTest
    @ValueSource(ints = {0, FRAMES})
    void asksThatNeedMoreStackThanThereIsFailAndNoActorStops(int frames) {
        for (int i = 0; i < 20_000; i++) {
            StackRoom.needs(300); // compiled, as it is where actors have run for a while
        }
        assertRefused(frames, work -> new Thread(null, work, "small", STACK));
    }

    @Test
    void neitherDoOnesOnAVirtualThread() {
        assertRefused(0, Thread.ofVirtual().factory());
    }

    private void assertRefused(int frames, ThreadFactory threads) {
        try (ExecutorService one = Executors.newSingleThreadExecutor(threads)) {
            List<LogRecord> logged =
                    Logged.during(_ -> {
                        try (var house = Roundhouse.open()) {
                            makeChain(house, one, LENGTH, frames);
                            for (int time = 0; time < 3; time++) {
                                assertThatThrownBy(() -> chain[0].ask(LENGTH))
                                        .isInstanceOf(IllegalStateException.class)
                                        .hasMessageMatching(
                                                "actor n\\d+ cannot wait for n\\d+: too many calls"
                                                        + " wait on one stack already.*");
                            }
                            assertThat(chain[0].ask(20)).isEqualTo(20);
                            for (Deep each : chain) {
                                assertThat(each.ask(0)).isZero();
                            }
                        }
                    });
            assertThat(logged).isEmpty();
        }
    }

    /** Nobody runs its calls on top of the one that waits. */
    @Test
    void anAskOfAnActorThatRunsElsewhereIsNotRefused() {
        try (ExecutorService one =
                        Executors.newSingleThreadExecutor(
                                work -> new Thread(null, work, "small", STACK));
                var house = Roundhouse.open()) {
            Deep elsewhere =
                    house.actor(Deep.class, () -> depth -> depth, with -> with.named("e").pinned());
            for (int i = 0; i < LENGTH; i++) {
                Deep next = i == 0 ? _ -> 0 : chain[i - 1];
                String name = "n" + i;
                chain[i] =
                        house.actor(
                                Deep.class,
                                () -> depth -> elsewhere.ask(1) + next.ask(depth - 1),
                                with -> with.named(name).on(one));
            }
            assertThat(chain[19].ask(20)).isEqualTo(20);
            assertThatThrownBy(() -> chain[LENGTH - 1].ask(LENGTH))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching("actor n\\d+ cannot wait for n\\d+: too many .*");
        }
    }

    /** A virtual thread that parks needs stack as well. */
    @Test
    void theDeepestOneThatMayWaitOnAVirtualThreadCan() {
        int length = 60;
        try (ExecutorService one = Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
                var house = Roundhouse.open()) {
            makeChain(house, one, length, 0);
            chain[length] =
                    house.actor(
                            Deep.class,
                            () ->
                                    _ -> {
                                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                                        return 0;
                                    },
                            with -> with.pinned());
            assertThat(chain[0].ask(length)).isEqualTo(length);
        }
    }

    private void makeChain(Roundhouse house, ExecutorService one, int length, int frames) {
        for (int i = 0; i < length; i++) {
            int next = i + 1;
            String name = "n" + i;
            chain[i] =
                    house.actor(
                            Deep.class,
                            () -> depth -> depth == 0 ? 0 : 1 + askBelow(frames, next, depth - 1),
                            with -> with.named(name).on(one));
        }
    }

    private int askBelow(int frames, int next, int depth) {
        return frames == 0 ? chain[next].ask(depth) : askBelow(frames - 1, next, depth);
    }
}
