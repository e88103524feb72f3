package io.roundhouse.lab.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When threads are taken to run at the same time. */
@Timeout(60)
class TogetherTest {

    private final AtomicLong clock = new AtomicLong();
    private long looks;

    private long look(long nanos) {
        looks++;
        return clock.addAndGet(nanos);
    }

    @Test
    void quickRoundsAreEnough() {
        new Together(1, () -> look(100)).await();

        assertThat(looks).isEqualTo(1 + Together.ROUNDS);
    }

    @Test
    void afterASlowRoundTheCountBeginsAnew() {
        new Together(1, () -> look(looks == 50 ? 1_000_000 : 100)).await();

        assertThat(looks).isEqualTo(1 + 50 + Together.ROUNDS);
    }

    @Test
    void whoIsNeverThereIsNotWaitedForLong() {
        new Together(1, () -> look(1_000_000)).await();

        assertThat(looks).isEqualTo(1 + Together.LONGEST_NANOS / 1_000_000);
    }

    @Test
    void allGoOn() throws Exception {
        Together three = new Together(3, System::nanoTime);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(Thread.ofPlatform().start(three::await));
        }
        for (Thread each : threads) {
            each.join();
        }
    }
}
