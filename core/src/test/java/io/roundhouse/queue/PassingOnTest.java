package io.roundhouse.queue;

import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.StubWaiter;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Who has waited for a {@code long} leaves its slot before it wakes the next one: producers wait
 * for the slot, and a waiter of a user's may take its time.
 */
final class PassingOnTest {
    private static final int SLOTS = 2;

    private enum Taking {
        BY_TAKE {
            @Override
            long take(LongQueue queue) throws InterruptedException {
                return queue.take();
            }
        },
        BY_POLL {
            @Override
            long take(LongQueue queue) throws InterruptedException {
                return queue.poll(-1, 1, TimeUnit.DAYS);
            }
        },
        BY_DRAIN {
            @Override
            long take(LongQueue queue) throws InterruptedException {
                List<Long> got = new ArrayList<>();
                assertThat(queue.drain(got::add, 1, 1, TimeUnit.DAYS)).isOne();
                return got.getFirst();
            }
        };

        abstract long take(LongQueue queue) throws InterruptedException;
    }

    /** Two consumers that wait, played by one thread: the one inside sleeps before the other. */
    @ParameterizedTest
    @EnumSource
    void theSlotIsLeftBeforeTheNextOneIsWoken(Taking taking) throws InterruptedException {
        Played waits = new Played();
        Plan plan = Plan.of(MANY_PRODUCERS, MANY_CONSUMERS).bounded(SLOTS).waiting(waits);
        LongRingQueue queue = new LongRingQueue(plan);
        List<Long> turns = new ArrayList<>();
        waits.onWake = () -> turns.add(queue.turn(0));
        List<Long> got = new ArrayList<>();
        waits.inside = () -> got.add(taking.take(queue));
        waits.end =
                () -> {
                    queue.offer(7);
                    queue.offer(8);
                };
        got.add(taking.take(queue));
        assertThat(got).containsExactly(7L, 8L);
        assertThat(turns)
                .as("whose turn it was, when the producer woke one and when that woke the next one")
                .containsExactly(1L, (long) SLOTS);
    }

    private interface Part {
        void play() throws InterruptedException;
    }

    private static final class Played implements WaitStrategy {
        private Part inside = () -> {};
        private Part end = () -> {};
        private Runnable onWake = () -> {};
        private @Nullable Wait outside;

        @Override
        public Waiter newWaiter() {
            return new StubWaiter() {
                @Override
                public boolean await(Wait wait, long nanos) {
                    assertThat(wait.met()).isFalse();
                    Wait before = outside;
                    if (before == null) {
                        outside = wait;
                        play(inside);
                    } else {
                        wait.beforePark();
                        before.beforePark();
                        play(end);
                    }
                    wait.afterPark();
                    return wait.met();
                }

                @Override
                public void wake() {
                    onWake.run();
                }
            };
        }

        private static void play(Part part) {
            try {
                part.play();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
