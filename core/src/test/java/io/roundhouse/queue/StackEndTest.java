package io.roundhouse.queue;

import io.roundhouse.StackEnd;
import java.util.ArrayList;
import java.util.List;
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
        StackEnd.assertGoesOn(40, StackEndTest.class, arguments);
    }

    /** Arguments: the shape, and "longs" for a queue of those. */
    public static void main(String[] arguments) throws InterruptedException {
        Shape shape = Shape.valueOf(arguments[0]);
        Subject queue =
                arguments.length == 1
                        ? Subject.of(shape.of(CAPACITY))
                        : Subject.of(shape.ofLongs(CAPACITY));
        StackEnd.run(end -> new Trials(queue, end).run());
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
            long[] into = new long[2];
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
                    queue.pollMany(into);
                }

                @Override
                public void remove(long element) { // none is taken out of the middle of longs
                    queue.drain(_ -> {}, 1);
                }
            };
        }
    }

    /** Calls from all depths near the end of the stack. */
    private static final class Trials {
        private final Subject queue;
        private final StackEnd end;

        Trials(Subject queue, StackEnd end) {
            this.queue = queue;
            this.end = end;
        }

        void run() throws InterruptedException {
            round(); // whatever is done only once
            batches();
            end.atEachOf(LEVELS, this::offer);
            end.atEachOf(LEVELS, this::poll);
            end.atEachOf(LEVELS, this::remove);
            end.atEachOf(LEVELS, this::offerMany);
            end.atEachOf(LEVELS, this::pollMany);
        }

        private boolean offer(int level, int shift) throws InterruptedException {
            boolean cut = end.isCut(level, shift, () -> queue.offer(FIRST));
            put(SECOND);
            leaves(cut, true);
            return cut;
        }

        private boolean poll(int level, int shift) throws InterruptedException {
            return take(level, shift, queue::poll);
        }

        private boolean remove(int level, int shift) throws InterruptedException {
            return take(level, shift, () -> queue.remove(FIRST));
        }

        private boolean take(int level, int shift, StackEnd.Call taking)
                throws InterruptedException {
            put(FIRST);
            put(SECOND);
            boolean cut = end.isCut(level, shift, taking);
            leaves(cut, false);
            return cut;
        }

        /** Of many at once any part may be done: a first one, or both; and never out of order. */
        private boolean offerMany(int level, int shift) throws InterruptedException {
            boolean cut = end.isCut(level, shift, queue::offerMany);
            List<Long> left = rest();
            if (!(PAIR.equals(left) || (cut && PAIR.subList(0, left.size()).equals(left)))) {
                throw new AssertionError("left: " + left);
            }
            round();
            return cut;
        }

        private boolean pollMany(int level, int shift) throws InterruptedException {
            put(FIRST);
            put(SECOND);
            boolean cut = end.isCut(level, shift, queue::pollMany);
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
    }
}
