package io.roundhouse.queue;

import io.roundhouse.StackEnd;
import io.roundhouse.waiting.ForGood;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Who is woken at the very end of its stack either takes nothing, or wakes the next one for what is
 * left. As {@link SleeperAtStackEndTest}, in a JVM of its own that compiles nothing.
 */
final class WokenAtStackEndTest {
    private static final int LEVELS = 900;

    @ParameterizedTest
    @EnumSource(names = {"SPMC", "MPMC"})
    @Timeout(120)
    void whoIsWokenThereDoesNotKeepAWakeUpFromOthers(Shape shape) throws Exception {
        StackEnd.assertGoesOn(100, WokenAtStackEndTest.class, shape.name());
    }

    /** Argument: the shape. */
    public static void main(String[] arguments) throws InterruptedException {
        Trials trials = new Trials(Shape.valueOf(arguments[0]));
        StackEnd.run(trials::run);
    }

    /**
     * Two sleep, one of them at all depths near the end of its stack; then two elements come, again
     * and again until that one has had one.
     */
    private static final class Trials {
        private final ForGood sleepers = new ForGood();
        private final ClosableBlockingQueue<Integer> queue;
        private volatile boolean over;

        Trials(Shape shape) {
            queue = shape.of(1 << 10, sleepers);
            Thread.ofPlatform().daemon().start(this::takeAll);
        }

        private void takeAll() {
            try {
                while (true) {
                    queue.take();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        void run(StackEnd end) throws InterruptedException {
            end.atEachOf(
                    LEVELS,
                    (level, shift) -> {
                        sleepers.awaitAsleep(1);
                        over = false;
                        Thread putter = Thread.ofPlatform().daemon().start(this::putTwos);
                        boolean cut = end.isCut(level, shift, queue::take);
                        over = true;
                        putter.join();
                        while (!queue.isEmpty()) {
                            Thread.yield(); // until the test's time is up
                        }
                        return cut;
                    });
        }

        /** When both sleep; until the one at the end of its stack is done, or was cut short. */
        private void putTwos() {
            while (!over) {
                if (sleepers.areAsleep(2)) {
                    queue.offer(1);
                    queue.offer(2);
                }
                Thread.yield();
            }
        }
    }
}
