package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** What is attached to answers that are there when their house is closed runs all the same. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
final class CallbackAtTheEndTest {
    interface Answers {
        CompletableFuture<Integer> later();

        int given();
    }

    /** Both are got rid of by who closes the house. */
    @Test
    void itMayWaitForTheNextAnswer() {
        Gate gate = new Gate();
        Gate blocker = new Gate();
        CompletableFuture<Integer> got = new CompletableFuture<>();
        CompletableFuture<Boolean> attached = new CompletableFuture<>();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        try {
            var house = Roundhouse.open(); // who closes it in the end may hang
            Answers asked = house.actor(Answers.class, () -> new Held(gate), ActorOptions::pinned);
            Runnable asking =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        var first = asked.later();
                                        var second = asked.later();
                                        first.thenAccept(_ -> got.complete(second.join()));
                                        attached.complete(true);
                                    },
                            with -> with.on(pool));
            asking.run();
            gate.awaitReached();
            attached.join();
            pool.execute(blocker::pass);
            blocker.awaitReached();
            gate.open();
            assertThat(asked.given()).isEqualTo(2); // both have come
            house.close(Duration.ofMillis(1));
            assertThat(got).isCompletedWithValue(2);
        } finally {
            blocker.open();
            pool.shutdown();
        }
    }

    private static final class Held implements Answers {
        private final Gate gate;
        private int answers;

        Held(Gate gate) {
            this.gate = gate;
        }

        @Override
        public CompletableFuture<Integer> later() {
            gate.pass();
            return CompletableFuture.completedFuture(++answers);
        }

        @Override
        public int given() {
            return answers;
        }
    }
}
