package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A third thread may look at any time: it sees elements in their order, and none twice. */
@Timeout(60)
final class LookingOnTest {
    private static final int ELEMENTS = 50_000;

    @ParameterizedTest
    @EnumSource
    void whoLooksOnSeesNothingTwiceAndNothingBeforeItsTurn(Shape shape) throws Exception {
        ClosableBlockingQueue<Integer> queue = shape.of(2);
        AtomicBoolean over = new AtomicBoolean();
        try (Team team = new Team(false)) {
            team.start(
                    "producer",
                    () -> {
                        for (int number = 0; number < ELEMENTS; number++) {
                            queue.put(number);
                        }
                        queue.close();
                    });
            team.start(
                    "consumer",
                    () -> {
                        for (int number = 0; number < ELEMENTS; number++) {
                            assertThat(queue.take()).isEqualTo(number);
                        }
                        over.set(true);
                    });
            team.start("on-looker", () -> lookOn(queue, over));
            team.join();
        }
        assertThat(queue).isEmpty();
    }

    private static void lookOn(ClosableBlockingQueue<Integer> queue, AtomicBoolean over) {
        int last = -1;
        while (!over.get()) {
            Integer first = queue.peek();
            if (first != null) {
                assertThat(first).isGreaterThanOrEqualTo(last);
                last = first;
            }
            int before = last - 1;
            for (Object each : queue.toArray()) {
                assertThat((Integer) each).isGreaterThan(before);
                before = (Integer) each;
            }
        }
    }
}
