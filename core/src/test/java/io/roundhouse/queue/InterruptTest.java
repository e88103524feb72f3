package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whoever was interrupted before a call that may wait is told so, as by the queues of the JDK: even
 * where there is room, or an element. Calls that never wait leave the flag as it is.
 */
@Timeout(30)
final class InterruptTest {
    @ParameterizedTest
    @EnumSource
    void callsThatMayWaitThrowAtOnceAndDoNothing(Shape shape) throws Exception {
        ClosableBlockingQueue<Integer> queue = shape.of(2);
        queue.put(1);

        assertRefused(() -> queue.put(2));
        assertRefused(() -> queue.offer(2, 1, TimeUnit.DAYS));
        assertRefused(() -> queue.offer(2, 0, TimeUnit.DAYS));
        assertRefused(queue::take);
        assertRefused(() -> queue.poll(1, TimeUnit.DAYS));
        assertRefused(() -> queue.poll(0, TimeUnit.DAYS));
        assertThat(queue).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource
    void longsLikewise(Shape shape) throws Exception {
        if (shape.isGrowing()) {
            return;
        }
        LongQueue queue = shape.ofLongs(2);
        queue.put(1);

        assertRefused(() -> queue.put(2));
        assertRefused(() -> queue.offer(2, 1, TimeUnit.DAYS));
        assertRefused(() -> queue.offer(2, 0, TimeUnit.DAYS));
        assertRefused(queue::take);
        assertRefused(() -> queue.poll(-1, 1, TimeUnit.DAYS));
        assertRefused(() -> queue.poll(-1, 0, TimeUnit.DAYS));
        assertThat(queue.poll(-1)).isEqualTo(1);
        assertThat(queue.isEmpty()).isTrue();
    }

    /** As in the JDK: what is wrong with the call comes before what is in its way. */
    @ParameterizedTest
    @EnumSource
    @SuppressWarnings({"DataFlowIssue", "NullAway"}) // null is what is refused
    void nullIsToldBeforeAnInterrupt(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(2);
        Thread.currentThread().interrupt();
        try {
            assertThatNullPointerException().isThrownBy(() -> queue.put(null));
            assertThatNullPointerException().isThrownBy(() -> queue.offer(null, 1, TimeUnit.DAYS));
            assertThatNullPointerException().isThrownBy(() -> queue.offer(1, 1, null));
            assertThatNullPointerException().isThrownBy(() -> queue.poll(1, null));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        queue.add(1);
        assertThatNullPointerException().isThrownBy(() -> queue.offer(2, 1, null));
        assertThatNullPointerException().isThrownBy(() -> queue.poll(1, null));
        assertThat(queue).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings({"DataFlowIssue", "NullAway"}) // likewise
    void aUnitThatIsNullIsToldAtOnceForLongs(Shape shape) {
        if (shape.isGrowing()) {
            return;
        }
        LongQueue queue = shape.ofLongs(2);
        queue.offer(1);
        assertThatNullPointerException().isThrownBy(() -> queue.offer(2, 1, null));
        assertThatNullPointerException().isThrownBy(() -> queue.poll(-1, 1, null));
        assertThat(queue.size()).isEqualTo(1);
    }

    private static void assertRefused(Team.Job call) {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(call::run).isInstanceOf(InterruptedException.class);
        } finally {
            assertThat(Thread.interrupted()).as("the exception stands for the flag").isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void callsThatNeverWaitLeaveTheFlag(Shape shape) {
        ClosableBlockingQueue<Integer> queue = shape.of(2);
        Thread.currentThread().interrupt();
        try {
            assertThat(queue.offer(1)).isTrue();
            assertThat(queue.poll()).isEqualTo(1);
            assertThat(queue.poll()).isNull();
            queue.close();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
