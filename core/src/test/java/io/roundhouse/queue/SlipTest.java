package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How often a lone producer waits for room, where each of its waits brings all that it asks for.
 */
final class SlipTest {
    private static final int ROUNDS = 100;

    @ParameterizedTest
    @ValueSource(ints = {8, 12, 20, 64, 100, 200, 256, 1_000, 5_000})
    void aProducerGoesOnWaitingWhereItPays(int capacity) {
        Obliging waiter = new Obliging();
        SpscQueue<Integer> queue =
                new SpscQueue<>(
                        Plan.of(Producers.ONE_PRODUCER, Consumers.ONE_CONSUMER)
                                .bounded(capacity)
                                .waiting(() -> waiter));
        waiter.take = queue::poll;

        for (int i = 0; waiter.pauses < ROUNDS && i < 10 * ROUNDS * capacity; i++) {
            while (!queue.offer(i)) {
                queue.poll();
                waiter.inVain++;
            }
        }

        assertThat(waiter.pauses).isEqualTo(ROUNDS);
        assertThat(waiter.inVain).isZero();
    }

    /** In its pauses elements are taken until there is room for what it waits for, and no more. */
    private static final class Obliging implements Waiter {
        private Runnable take = () -> {};
        private int pauses;
        private int inVain;

        @Override
        public boolean pause(Wait wait) {
            pauses++;
            while (!wait.met()) {
                take.run();
            }
            return true;
        }

        @Override
        public boolean await(Wait wait, long nanos) {
            throw new AssertionError("nobody waits here");
        }

        @Override
        public void wake() {}

        @Override
        public long waits() {
            return 0;
        }

        @Override
        public long parks() {
            return 0;
        }
    }
}
