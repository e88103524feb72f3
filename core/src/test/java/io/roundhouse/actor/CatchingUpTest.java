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
    private static final int ROUNDS = 2_000;

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
            int[] before = new int[1];
            Runnable steps =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        before[0] = handled[0];
                                        stepped.step();
                                        byOneStep[0] =
                                                Math.max(byOneStep[0], handled[0] - before[0]);
                                    });
            for (int round = 0; round < ROUNDS; round++) { // until calls are short
                for (int n = 0; n < BOUND; n++) {
                    sink.accept(n);
                }
                steps.run();
                house.awaitQuiescence();
                stepped.awaitQuiescence();
            }
        }
        assertThat(byOneStep[0]).isOne();
        assertThat(handled[0]).isEqualTo(ROUNDS * BOUND);
    }
}
