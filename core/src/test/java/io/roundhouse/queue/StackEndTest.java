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

    /** How many times a level is tried, from frames of other sizes. */
    private static final int SHIFTS = 4;

    private static final long SMALL_STACK = 1 << 18;
    private static final long FIRST = 11;
    private static final long SECOND = 12;
    private static final List<Long> PAIR = List.of(FIRST, SECOND);

    @ParameterizedTest
    @EnumSource(names = "BARE_.*", mode = EnumSource.Mode.MATCH_NONE)
    @Timeout(60)
    void theQueueGoesOnWhereACallWasCutShort(Shape shape) throws Exception {
        assertGoesOn(shape.name());
    }

    @ParameterizedTest
    @EnumSource(names = {"SPSC", "MPSC", "SPMC", "MPMC"})
    @Timeout(60)
    void aQueueOfLongsGoesOnWhereACallWasCutShort(Shape shape) throws Exception {
        assertGoesOn(shape.name(), "longs");
    }

    private static void assertGoesOn(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xint", "-cp", System.getProperty("java.class.path")));
        command.add(StackEndTest.class.getName());
        command.addAll(List.of(arguments));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
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

    /** Arguments: the shape, and "longs" for a queue of those. */
    public static void main(String[] arguments) throws InterruptedException {
        Shape shape = Shape.valueOf(arguments[0]);
        var trials =
                new Trials(
                        arguments.length == 1
                                ? Subject.of(shape.of(CAPACITY))
                                : Subject.of(shape.ofLongs(CAPACITY)));
        Thread thread = new Thread(null, trials, "diver", SMALL_STACK);
        thread.start();
        thread.join();
    }

    /** A queue, whatever it is of: elements are small, so that nothing is made of them. */
    private interface Subject {
        /** No element. */
        long NONE = 0;

        boolean offer(long element);

        int offerMany();

        long poll();

        void pollMany();

        void remove(long element);

        static Subject of(ClosableBlockingQueue<Long> queue) {
            Long[] into = new Long[2];
            return new Subject() {
                @Override
                public boolean offer(long element) {
                    return queue.offer(element);
                }

                @Override
                public int offerMany() {
                    return queue.offerMany(PAIR);
                }

                @Override
                public long poll() {
                    Long element = queue.poll();
                    return element == null ? NONE : element;
                }

                @Override
                public void pollMany() {
                    queue.pollMany(into);
                }

                @Override
                public void remove(long element) {
                    queue.remove((Object) element);
                }
            };
        }

        static Subject of(LongQueue queue) {
            long[] pair = {FIRST, SECOND};
            return new Subject() {
                @Override
                public boolean offer(long element) {
                    return queue.offer(element);
                }

                @Override
                public int offerMany() {
                    return queue.offerMany(pair, 0, 2);
                }

                @Override
                public long poll() {
                    return queue.poll(NONE);
                }

                @Override
                public void pollMany() {
                    queue.drain(_ -> {}, 2);
                }

                @Override
                public void remove(long element) { // none is taken out of the middle of longs
                    queue.poll(NONE);
                }
            };
        }
    }

    /** Calls from all depths near the end of the stack. */
    private static final class Trials implements Runnable {
        private final Subject queue;
        private int deepest;

        Trials(Subject queue) {
            this.queue = queue;
        }

        @Override
        public void run() {
            round(); // whatever is done only once
            batches();
            cutShort(Integer.MAX_VALUE, 0, () -> {});
            int end = deepest;
            int times = 0;
            for (int level = end - LEVELS; level <= end; level++) {
                for (int shift = 0; shift < SHIFTS; shift++) {
                    times += offer(level, shift) ? 1 : 0;
                    times += poll(level, shift) ? 1 : 0;
                    times += remove(level, shift) ? 1 : 0;
                    times += offerMany(level, shift) ? 1 : 0;
                    times += pollMany(level, shift) ? 1 : 0;
                }
            }
            System.out.print(times > 0 ? "all went on" : "nothing was cut short");
        }

        private boolean offer(int level, int shift) {
            boolean cut = cutShort(level, shift, () -> queue.offer(FIRST));
            put(SECOND);
            leaves(cut, true);
            return cut;
        }

        private boolean poll(int level, int shift) {
            return take(level, shift, queue::poll);
        }

        private boolean remove(int level, int shift) {
            return take(level, shift, () -> queue.remove(FIRST));
        }

        private boolean take(int level, int shift, Runnable taking) {
            put(FIRST);
            put(SECOND);
            boolean cut = cutShort(level, shift, taking);
            leaves(cut, false);
            return cut;
        }

        /** Of many at once any part may be done: a first one, or both; and never out of order. */
        private boolean offerMany(int level, int shift) {
            boolean cut = cutShort(level, shift, queue::offerMany);
            List<Long> left = rest();
            if (!(PAIR.equals(left) || (cut && PAIR.subList(0, left.size()).equals(left)))) {
                throw new AssertionError("left: " + left);
            }
            round();
            return cut;
        }

        private boolean pollMany(int level, int shift) {
            put(FIRST);
            put(SECOND);
            boolean cut = cutShort(level, shift, queue::pollMany);
            List<Long> left = rest();
            if (!(left.isEmpty() || (cut && PAIR.subList(2 - left.size(), 2).equals(left)))) {
                throw new AssertionError("left: " + left);
            }
            round();
            return cut;
        }

        private void batches() {
            queue.offerMany();
            queue.pollMany();
            queue.offerMany();
            queue.remove(SECOND);
            queue.pollMany();
            rest();
        }

        private void put(long element) {
            if (!queue.offer(element)) {
                throw new AssertionError("no room for " + element);
            }
        }

        /**
         * Leaves the second, and the first if it should be there, or either where a call was cut.
         */
        private void leaves(boolean cut, boolean first) {
            List<Long> left = rest();
            boolean both = left.equals(PAIR);
            boolean one = left.equals(List.of(SECOND));
            if (!(first || cut ? both : one) && !(cut && one)) {
                throw new AssertionError("left: " + left);
            }
            round();
        }

        private List<Long> rest() {
            List<Long> rest = new ArrayList<>();
            for (long each = queue.poll(); each != Subject.NONE; each = queue.poll()) {
                rest.add(each);
            }
            return rest;
        }

        /** All places are used, and in order. */
        private void round() {
            for (int i = 1; i <= 2 * CAPACITY; i++) {
                put(i);
                long taken = queue.poll();
                if (taken != i) {
                    throw new AssertionError(taken + " in place of " + i);
                }
            }
        }

        /** Whether the call was cut short, so deep in recursion, and a little deeper. */
        private boolean cutShort(int level, int shift, Runnable call) {
            try {
                wider(shift, level, call);
                return false;
            } catch (StackOverflowError e) {
                return true;
            }
        }

        private void wider(int shift, int level, Runnable call) {
            switch (shift) {
                case 0 -> dive(level, 0, call);
                case 1 -> by2(level, 0, 0, call);
                case 2 -> by4(level, 0, 0, 0, 0, call);
                default -> by6(level, 0, 0, 0, 0, 0, 0, call);
            }
        }

        private void by2(int level, long a, long b, Runnable call) {
            dive((int) (level + a + b), 0, call);
        }

        private void by4(int level, long a, long b, long c, long d, Runnable call) {
            dive((int) (level + a + b + c + d), 0, call);
        }

        private void by6(int level, long a, long b, long c, long d, long e, long f, Runnable call) {
            dive((int) (level + a + b + c + d + e + f), 0, call);
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
