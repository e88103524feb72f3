package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A call at the very end of the stack may be cut short anywhere. What it was about is there or
 * gone, and the queue goes on. In a JVM of its own that compiles nothing: there every access is
 * some calls deep, so that each of them is cut short at some depth or other.
 */
final class StackEndTest {
    private static final int CAPACITY = 4;
    private static final int LEVELS = 150;
    private static final long SMALL_STACK = 1 << 18;

    @ParameterizedTest
    @EnumSource(names = {"SPSC", "MPSC"})
    @Timeout(60)
    void theQueueGoesOnWhereACallWasCutShort(Shape shape) throws Exception {
        Process child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xint",
                                "-cp",
                                System.getProperty("java.class.path"),
                                StackEndTest.class.getName(),
                                shape.name())
                        .redirectErrorStream(true)
                        .start();
        boolean ended = child.waitFor(40, TimeUnit.SECONDS);
        if (!ended) {
            child.destroyForcibly();
        }
        assertThat(ended).as("nobody waits for what never comes").isTrue();
        try (InputStream output = child.getInputStream()) {
            assertThat(new String(output.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("all went on");
        }
    }

    /** Argument: the shape. */
    public static void main(String[] arguments) throws InterruptedException {
        var trials = new Trials(Shape.valueOf(arguments[0]).of(CAPACITY));
        Thread thread = new Thread(null, trials, "diver", SMALL_STACK);
        thread.start();
        thread.join();
    }

    /** Calls from all depths near the end of the stack. */
    private static final class Trials implements Runnable {
        private final ClosableBlockingQueue<String> queue;
        private int deepest;

        Trials(ClosableBlockingQueue<String> queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            round(); // whatever is done only once
            cutShort(Integer.MAX_VALUE, false, () -> {});
            int end = deepest;
            int times = 0;
            for (int level = end - LEVELS; level <= end; level++) {
                for (boolean wide : new boolean[] {false, true}) {
                    times += offer(level, wide) ? 1 : 0;
                    times += poll(level, wide) ? 1 : 0;
                }
            }
            System.out.print(times > 0 ? "all went on" : "nothing was cut short");
        }

        private boolean offer(int level, boolean wide) {
            boolean cut = cutShort(level, wide, () -> queue.offer("first"));
            queue.add("second");
            leaves(cut, true);
            return cut;
        }

        private boolean poll(int level, boolean wide) {
            queue.add("first");
            queue.add("second");
            boolean cut = cutShort(level, wide, queue::poll);
            leaves(cut, false);
            return cut;
        }

        /**
         * Leaves the second, and the first if it should be there, or either where a call was cut.
         */
        private void leaves(boolean cut, boolean first) {
            List<String> left = rest();
            boolean both = left.equals(List.of("first", "second"));
            boolean one = left.equals(List.of("second"));
            if (!(first || cut ? both : one) && !(cut && one)) {
                throw new AssertionError("left: " + left);
            }
            round();
        }

        private List<String> rest() {
            List<String> rest = new ArrayList<>();
            for (String each = queue.poll(); each != null; each = queue.poll()) {
                rest.add(each);
            }
            return rest;
        }

        /** All places are used, and in order. */
        private void round() {
            for (int i = 0; i < 2 * CAPACITY; i++) {
                String element = "round " + i;
                queue.add(element);
                String taken = queue.poll();
                if (!element.equals(taken)) {
                    throw new AssertionError(taken + " in place of " + element);
                }
            }
        }

        /** Whether the call was cut short, so deep in recursion. */
        private boolean cutShort(int level, boolean wide, Runnable call) {
            try {
                if (wide) {
                    wider(level, 1, 2, 3, call);
                } else {
                    dive(level, 0, call);
                }
                return false;
            } catch (StackOverflowError e) {
                return true;
            }
        }

        private void wider(int level, long a, long b, long c, Runnable call) {
            dive((int) (level + a + b - c), 0, call);
        }

        private void dive(int level, int at, Runnable call) {
            deepest = Math.max(deepest, at);
            if (at == level) {
                call.run();
            } else {
                dive(level, at + 1, call);
            }
        }
    }
}
