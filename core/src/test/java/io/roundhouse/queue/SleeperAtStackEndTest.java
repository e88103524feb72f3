package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.WaitStrategy;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    /** How many times a level is tried. */
    private static final int SHIFTS = 4;

    private static final long SMALL_STACK = 1 << 18;

    @ParameterizedTest
    @EnumSource(names = {"SPSC", "MPSC", "SPMC", "MPMC"})
    @Timeout(60)
    void whoSleepsIsWokenByTheNextCallWhereOneWasCutShort(Shape shape) throws Exception {
        List<String> command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xint",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SleeperAtStackEndTest.class.getName(),
                        shape.name());
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        boolean ended = child.waitFor(40, TimeUnit.SECONDS);
        if (!ended) {
            child.destroyForcibly();
        }
        assertThat(ended).as("nobody sleeps for ever").isTrue();
        try (InputStream output = child.getInputStream()) {
            assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("all were woken");
        }
    }

    /** Argument: the shape. */
    public static void main(String[] arguments) throws InterruptedException {
        Thread thread =
                new Thread(null, new Trials(Shape.valueOf(arguments[0])), "diver", SMALL_STACK);
        thread.start();
        thread.join();
    }

    /** Elements are put from all depths near the end of the stack, for one that sleeps for good. */
    private static final class Trials implements Runnable {
        private final ForGood sleepers = new ForGood();
        private final boolean crowd;
        private final ClosableBlockingQueue<Integer> queue;
        private final AtomicInteger taken = new AtomicInteger();
        private final Thread consumer;
        private int deepest;

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

        @Override
        public void run() {
            try {
                awaitAsleep();
                isCutShort(Integer.MAX_VALUE, 0);
                int end = deepest;
                int times = 0;
                for (int level = end - LEVELS; level <= end; level++) {
                    for (int shift = 0; shift < SHIFTS; shift++) {
                        awaitAsleep();
                        times += isCutShort(level, shift) ? 1 : 0;
                        putOne();
                    }
                }
                System.out.print(times > 0 ? "all were woken" : "nothing was cut short");
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** Until it sleeps, and nothing but a wake-up ends that. */
        private void awaitAsleep() throws InterruptedException {
            if (crowd) {
                sleepers.awaitAsleep(1);
                return;
            }
            Team.awaitParked(consumer);
            while (consumer.getState() != Thread.State.WAITING) {
                putOne();
                Team.awaitParked(consumer);
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

        /** From frames of other sizes, too. */
        private boolean isCutShort(int level, int shift) {
            try {
                switch (shift) {
                    case 0 -> dive(level, 0);
                    case 1 -> by2(level, 0, 0);
                    case 2 -> by4(level, 0, 0, 0, 0);
                    default -> by6(level, 0, 0, 0, 0, 0, 0);
                }
                return false;
            } catch (StackOverflowError e) {
                return true;
            }
        }

        private void by2(int level, long a, long b) {
            dive((int) (level + a + b), 0);
        }

        private void by4(int level, long a, long b, long c, long d) {
            dive((int) (level + a + b + c + d), 0);
        }

        private void by6(int level, long a, long b, long c, long d, long e, long f) {
            dive((int) (level + a + b + c + d + e + f), 0);
        }

        private void dive(int level, int at) {
            deepest = Math.max(deepest, at);
            if (at == level) {
                queue.offer(2);
            } else {
                dive(level, at + 1);
            }
        }
    }
}
