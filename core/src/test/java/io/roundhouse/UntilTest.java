package io.roundhouse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A test that waits for what never comes true ends, and says why. */
@Timeout(60)
class UntilTest {
    @Test
    void itComesBackOnceThatIsSo() {
        AtomicInteger looks = new AtomicInteger();
        AtomicInteger between = new AtomicInteger();

        Until.isTrue(() -> looks.incrementAndGet() == 3, between::incrementAndGet);

        assertThat(looks).hasValue(3);
        assertThat(between).hasValue(2);
    }

    @Test
    void whoIsInterruptedFailsAndTellsWhatAllThreadsAreAt() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Thread waits = Thread.ofPlatform().name("the one that waits").start(() -> hangs(never));
        Until.isTrue(() -> waits.getState() == Thread.State.WAITING);
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Until.isTrue(() -> false, Thread::yield, 1))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("never came true")
                .hasMessageContaining("the one that waits")
                .hasMessageContaining("UntilTest.hangs");

        assertThat(Thread.interrupted()).isTrue();
        waits.interrupt();
        waits.join();
    }

    @Test
    void whoIsInterruptedLooksOnForAWhile() {
        AtomicInteger looks = new AtomicInteger();
        Thread.currentThread().interrupt();

        Until.isTrue(() -> looks.incrementAndGet() == 100);

        assertThat(Thread.interrupted()).isTrue();
    }

    private static void hangs(CountDownLatch never) {
        try {
            never.await();
        } catch (InterruptedException e) {
            // it has been told of
        }
    }
}
