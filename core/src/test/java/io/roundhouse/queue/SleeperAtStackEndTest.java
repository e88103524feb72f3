package io.roundhouse.queue;

import io.roundhouse.StackEnd;
import io.roundhouse.Until;
import io.roundhouse.waiting.ForGood;
import io.roundhouse.waiting.WaitStrategy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A call at the very end of the stack that was about to wake somebody may be cut short anywhere:
 * the next one wakes it. As {@link StackEndTest}, in a JVM of its own that compiles nothing.
 */
final class SleeperAtStackEndTest {
    private static final int LEVELS = 100;

    @ParameterizedTest
    @EnumSource(names = {"SPSC", "MPSC", "SPMC", "MPMC"})
    @Timeout(60)
    void whoSleepsIsWokenByTheNextCallWhereOneWasCutShort(Shape shape) throws Exception {
        StackEnd.assertGoesOn(40, SleeperAtStackEndTest.class, shape.name());
    }

    /** Argument: the shape. */
    public static void main(String[] arguments) throws InterruptedException {
        Trials trials = new Trials(Shape.valueOf(arguments[0]));
        StackEnd.run(trials::run);
    }

    /** Elements are put from all depths near the end of the stack, for one that sleeps for good. */
    private static final class Trials {
        private final ForGood sleepers = new ForGood();
        private final boolean crowd;
        private final ClosableBlockingQueue<Integer> queue;
        private final AtomicInteger taken = new AtomicInteger();
        private final Thread consumer;

        Trials(Shape shape) {
            crowd = shape.consumers(2) == 2;
            queue = shape.of(1 << 10, crowd ? sleepers : WaitStrategy.parking());
            consumer =
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                try {
                                    while (true) {
                                        queue.take();
                                        taken.incrementAndGet();
                                    }
                                } catch (InterruptedException e) {
                                    throw new AssertionError(e);
                                }
                            });
        }

        void run(StackEnd end) throws InterruptedException {
            end.atEachOf(
                    LEVELS,
                    (level, shift) -> {
                        awaitAsleep();
                        boolean cut = end.isCut(level, shift, () -> queue.offer(2));
                        putOne();
                        return cut;
                    });
        }

        /** Until it sleeps, and nothing but a wake-up ends that. */
        private void awaitAsleep() throws InterruptedException {
            if (crowd) {
                sleepers.awaitAsleep(1);
                return;
            }
            Until.isAsleep(consumer);
            while (consumer.getState() != Thread.State.WAITING) {
                putOne();
                Until.isAsleep(consumer);
            }
        }

        /** Whoever sleeps is woken by it, and takes all there is. */
        private void putOne() {
            int before = taken.get();
            queue.add(1);
            while (taken.get() == before || !queue.isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }
}
