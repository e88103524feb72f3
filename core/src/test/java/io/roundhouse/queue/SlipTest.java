package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.StubWaiter;
import io.roundhouse.waiting.Wait;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a side that is near the other waits for room, or for elements. */
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

    /** The other side waits for this one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16, 31, 64, 1_024, 8_192})
    void whereElementsComeOneByOneAConsumerHardlyWaits(int capacity) {
        for (Producers producers : Producers.values()) {
            for (int window : new int[] {1, Math.max(1, capacity / 8)}) {
                Obliging waiter = new Obliging();
                Queue<Integer> queue =
                        Queues.of(producers, Consumers.ONE_CONSUMER)
                                .bounded(capacity)
                                .waiting(() -> waiter)
                                .build();
                waiter.obliges = false;
                waiter.inPause =
                        () -> {
                            while (queue.size() < window) {
                                queue.add(1);
                            }
                        };

                for (int i = 0; i < 10_000; i++) {
                    queue.poll();
                    while (queue.size() < window) {
                        queue.add(1);
                    }
                    for (int j = 0; j < window; j++) {
                        assertThat(queue.poll()).isNotNull();
                    }
                }
                assertThat(waiter.pauses).isLessThan(60);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Producers.class)
    void aConsumerThatIsNearWaitsForARun(Producers producers) {
        int capacity = 4 * Slip.LONGEST_RUN;
        Obliging waiter = new Obliging();
        Queue<Integer> queue =
                Queues.of(producers, Consumers.ONE_CONSUMER)
                        .bounded(capacity)
                        .waiting(() -> waiter)
                        .build();
        waiter.take = () -> queue.offer(1);
        assertThat(queue.poll()).isNull();
        queue.add(1);
        queue.poll();

        for (int i = 0; i < 10 * Slip.LONGEST_RUN; i++) {
            assertThat(queue.poll()).isNotNull();
        }

        assertThat(waiter.pauses).isEqualTo(10);
    }

    /** In its pauses the other side does what is waited for, and no more; or nothing. */
    private static final class Obliging extends StubWaiter {
        private Runnable take = () -> {};
        private Runnable inPause = () -> {};
        private int pauses;
        private int inVain;
        private boolean obliges = true;

        @Override
        public boolean pause(Wait wait) {
            pauses++;
            inPause.run();
            while (obliges && !wait.met()) {
                take.run();
            }
            return obliges;
        }

        @Override
        public boolean await(Wait wait, long nanos) {
            throw new AssertionError("nobody waits here");
        }
    }
}
