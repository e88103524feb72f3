package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Removals go towards the head, segments know only who comes next: with as many segments as here
 * that took minutes, where each was looked for from the first one on.
 */
@Timeout(60)
final class ManySegmentsTest {
    private static final int ELEMENTS = 200_000;

    @ParameterizedTest
    @EnumSource(Consumers.class)
    void removalsTakeTimeWithTheElementsBefore(Consumers consumers) {
        ClosableQueue<Integer> queue =
                Queues.of(Producers.MANY_PRODUCERS, consumers).growing(1, 2 * ELEMENTS).build();
        IntStream.range(0, ELEMENTS).forEach(queue::add);

        assertThat(queue.remove(ELEMENTS - 1)).isTrue();
        assertThat(queue.removeIf(each -> each % 2 == 0)).isTrue();

        assertThat(queue).hasSize(ELEMENTS / 2 - 1);
        assertThat(List.copyOf(queue))
                .isEqualTo(
                        IntStream.range(0, ELEMENTS - 1)
                                .filter(each -> each % 2 == 1)
                                .boxed()
                                .toList());
    }
}
