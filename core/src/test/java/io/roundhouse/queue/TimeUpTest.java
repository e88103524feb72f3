package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A time below zero is over at once, however far below: nobody waits. */
@Timeout(10)
final class TimeUpTest {
    private static final long[] BELOW_ZERO = {-1, -200_000, Long.MIN_VALUE + 1, Long.MIN_VALUE};

    @ParameterizedTest
    @EnumSource
    void aTimeBelowZeroIsNotWaitedFor(Shape shape) throws Exception {
        ClosableBlockingQueue<Integer> empty = shape.of(1);
        ClosableBlockingQueue<Integer> full = shape.of(1);
        full.put(1);
        for (TimeUnit unit : TimeUnit.values()) {
            for (long time : BELOW_ZERO) {
                assertThat(empty.poll(time, unit)).isNull();
                assertThat(full.offer(2, time, unit)).isFalse();
            }
        }
        assertThat(full).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource
    void longsLikewise(Shape shape) throws Exception {
        if (shape.isGrowing()) {
            return;
        }
        LongQueue empty = shape.ofLongs(1);
        LongQueue full = shape.ofLongs(1);
        full.put(1);
        for (TimeUnit unit : TimeUnit.values()) {
            for (long time : BELOW_ZERO) {
                assertThat(empty.poll(-7, time, unit)).isEqualTo(-7);
                assertThat(full.offer(2, time, unit)).isFalse();
            }
        }
        assertThat(full.take()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsThereIsTakenThoughNoTimeIsLeft(Shape shape) throws Exception {
        ClosableBlockingQueue<Integer> queue = shape.of(1);
        assertThat(queue.offer(1, Long.MIN_VALUE, TimeUnit.NANOSECONDS)).isTrue();
        assertThat(queue.poll(Long.MIN_VALUE, TimeUnit.NANOSECONDS)).isEqualTo(1);
    }
}
