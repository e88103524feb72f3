package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Who is behind has longer turns, but not where a thread handles single calls. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class CatchingUpTest {
    private static final int BOUND = 8;

    @Test
    void aStepIsOneCallAlsoWhereAWorkerTakesIt() {
        int[] handled = new int[1];
        int[] byOneStep = new int[1];
        try (var stepped = Roundhouse.open(with -> with.stepping());
                var house = Roundhouse.open(with -> with.workers(1))) {
            LongConsumer sink =
                    stepped.actor(
                            LongConsumer.class,
                            () -> _ -> handled[0]++,
                            with -> with.bounded(BOUND));
            for (int n = 0; n < BOUND; n++) {
                sink.accept(n);
            }
            Runnable steps =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        stepped.step();
                                        byOneStep[0] = handled[0];
                                    });
            steps.run();
            house.awaitQuiescence();
        }
        assertThat(byOneStep[0]).isOne();
        assertThat(handled[0]).isEqualTo(BOUND);
    }
}
