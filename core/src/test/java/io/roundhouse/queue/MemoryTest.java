package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is taken is forgotten, and nothing is allocated on the way of an element. */
@Timeout(60)
final class MemoryTest {
    private static final int CAPACITY = 16;
    private static final int WARM_UP = 50_000;
    private static final int ELEMENTS = 50_000;

    @ParameterizedTest
    @EnumSource
    void whatWasTakenOrRemovedIsNotHeld(Shape shape) {
        assertForgotten(shape, ClosableBlockingQueue::poll);
        assertForgotten(shape, queue -> queue.drain(_ -> {}, 1));
        assertForgotten(shape, queue -> queue.removeIf(each -> each.equals("0")));
        assertForgotten(shape, queue -> queue.remove("0"));
        assertForgotten(shape, queue -> queue.iterator().next());
        assertForgotten(shape, queue -> queue.pollMany(new String[1]));
        assertForgotten(shape, queue -> queue.drainTo(new ArrayList<>(), 1));
        assertForgotten(shape, ClosableBlockingQueue::remove);
    }

    @ParameterizedTest
    @EnumSource
    void whatWasRemovedFromTheMiddleIsNotHeld(Shape shape) {
        assertForgottenBehind(shape, queue -> queue.remove("2"));
        assertForgottenBehind(shape, queue -> queue.removeIf(each -> each.equals("2")));
        assertForgottenBehind(shape, queue -> queue.removeAll(List.of("2")));
        assertForgottenBehind(shape, queue -> queue.retainAll(List.of("0", "1", "3", "4")));
        assertForgottenBehind(
                shape,
                queue -> {
                    var iterator = queue.iterator();
                    iterator.next();
                    iterator.next();
                    iterator.next();
                    iterator.remove();
                });
    }

    /** Takes the one in the middle out, in one way or the other; the rest stays in the queue. */
    private static void assertForgottenBehind(
            Shape shape, Consumer<ClosableBlockingQueue<String>> taking) {
        ClosableBlockingQueue<String> queue = shape.of(CAPACITY);
        List<WeakReference<String>> references = fill(queue, 5);
        taking.accept(queue);
        awaitCollected(references.subList(2, 3));
        assertThat(queue).containsExactly("0", "1", "3", "4");
        assertThat(references.get(3).get()).isNotNull();
    }

    /** Put together, and taken in parts, or removed. */
    @ParameterizedTest
    @EnumSource
    void partsOfBatchesAreNotHeld(Shape shape) {
        ClosableBlockingQueue<String> queue = shape.of(CAPACITY);
        List<Consumer<ClosableBlockingQueue<String>>> ways =
                List.of(
                        ClosableBlockingQueue::poll,
                        of -> of.pollMany(new String[1]),
                        of -> of.pollMany(1),
                        of -> of.drain(_ -> {}, 1),
                        of -> of.remove(of.peek()),
                        of -> of.removeIf(of.peek()::equals));
        for (int i = 0; i < ways.size(); i++) {
            List<WeakReference<String>> references = fillAtOnce(queue, 5);
            ways.get(i).accept(queue);
            ways.get((i + 1) % ways.size()).accept(queue);
            awaitCollected(references.subList(0, 2));
            assertThat(queue.pollMany(3)).hasSize(3);
            awaitCollected(references);
        }
        assertThat(queue).isEmpty();
    }

    private static List<WeakReference<String>> fillAtOnce(
            ClosableBlockingQueue<String> queue, int count) {
        List<String> strings = new ArrayList<>();
        List<WeakReference<String>> references = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            strings.add(new String(Integer.toString(i)));
            references.add(new WeakReference<>(strings.getLast()));
        }
        assertThat(queue.offerMany(strings)).isEqualTo(count);
        return references;
    }

    /** Batches that go round: of segments and slots that are used again nothing is held either. */
    @ParameterizedTest
    @EnumSource
    void batchesThatWereTakenAreNotHeld(Shape shape) {
        ClosableBlockingQueue<String> queue = shape.of(CAPACITY);
        for (int round = 0; round < 7; round++) {
            List<WeakReference<String>> references = fill(queue, CAPACITY - 3);
            assertThat(queue.pollMany(new String[CAPACITY])).isEqualTo(CAPACITY - 3);
            references.addAll(fill(queue, CAPACITY));
            assertThat(queue.drainTo(new ArrayList<>())).isEqualTo(CAPACITY);
            references.addAll(fill(queue, CAPACITY - 1));
            queue.clear();
            awaitCollected(references);
        }
        assertThat(queue).isEmpty();
    }

    private static List<WeakReference<String>> fill(
            ClosableBlockingQueue<String> queue, int elements) {
        List<WeakReference<String>> references = new ArrayList<>();
        for (int i = 0; i < elements; i++) {
            String element = new String("" + i);
            references.add(new WeakReference<>(element));
            queue.add(element);
        }
        return references;
    }

    private static void awaitCollected(List<WeakReference<String>> references) {
        while (references.stream().anyMatch(each -> each.get() != null)) {
            System.gc(); // until the test's time is up
        }
    }

    /** Takes the first of several, in one way or the other; the rest stays in the queue. */
    private static void assertForgotten(
            Shape shape, Consumer<ClosableBlockingQueue<String>> taking) {
        ClosableBlockingQueue<String> queue = shape.of(CAPACITY);
        List<WeakReference<String>> references = fill(queue, 5);
        taking.accept(queue);
        if (queue.size() == 5) {
            queue.poll(); // it was a look, which must not hold it either
        }
        awaitCollected(references.subList(0, 1));
        assertThat(queue).containsExactly("1", "2", "3", "4");
        assertThat(references.get(1).get()).isNotNull();
    }

    /** Segments that all have left are not held either, however many there were. */
    @ParameterizedTest
    @EnumSource(names = {"GROWING_SPSC", "GROWING_MPSC", "GROWING_SPMC", "GROWING_MPMC"})
    void aQueueThatHasGrownGivesItsMemoryBack(Shape shape) {
        ClosableBlockingQueue<String> queue = shape.of(1 << 20);
        List<WeakReference<String>> references = new ArrayList<>();
        for (int round = 0; round < 100; round++) {
            String element = new String("" + round);
            references.add(new WeakReference<>(element));
            queue.add(element);
            assertThat(queue.poll()).isEqualTo("" + round);
        }
        awaitCollected(references);
        assertThat(queue).isEmpty();
    }

    /** One that has come to the old generation would keep all others from being collected there. */
    @ParameterizedTest
    @EnumSource(
            names = {
                "BARE_GROWING_SPSC",
                "BARE_GROWING_MPSC",
                "BARE_GROWING_SPMC",
                "BARE_GROWING_MPMC"
            })
    void aSegmentThatWasLeftDoesNotHoldThoseBehindIt(Shape shape) {
        GrowingQueue<String> queue = (GrowingQueue<String>) shape.<String>of(1 << 20);
        Object old = queue.first;
        fill(queue, 20);
        queue.poll();
        var later = new WeakReference<>(queue.lastSegment());
        fill(queue, 20);
        queue.clear();
        while (later.get() != null) {
            System.gc(); // until the test's time is up
        }
        Reference.reachabilityFence(old);
        assertThat(queue).isEmpty();
    }

    /** However elements leave: what is behind the head is not held, nor walked through. */
    @ParameterizedTest
    @EnumSource(names = {"BARE_GROWING_SPSC", "BARE_GROWING_MPSC", "BARE_GROWING_SPMC"})
    void segmentsEmptiedByRemovalsAreNotHeld(Shape shape) {
        assertSegmentsLeft(shape.of(1 << 20));
    }

    @Test
    void segmentsEmptiedByRemovalsOfOneOfManyAreNotHeld() {
        Plan plan = Plan.of(Producers.MANY_PRODUCERS, Consumers.MANY_CONSUMERS);
        assertSegmentsLeft(Queues.bare(plan.growing(4, 1 << 20)));
    }

    private static void assertSegmentsLeft(ClosableBlockingQueue<String> queue) {
        GrowingQueue<String> growing = (GrowingQueue<String>) queue;
        for (Consumer<GrowingQueue<String>> way : WAYS_TO_REMOVE) {
            for (int round = 0; round < 100; round++) {
                queue.add("a");
                way.accept(growing);
                assertThat(queue).isEmpty();
                assertThat(growing.segments()).isLessThanOrEqualTo(2);
            }
        }
        fill(queue, 100);
        queue.removeIf(each -> !each.equals("99")); // the head goes past many of them at once
        assertThat(growing.segments()).isLessThanOrEqualTo(2);
        assertThat(queue.poll()).isEqualTo("99");
    }

    private static final List<Consumer<GrowingQueue<String>>> WAYS_TO_REMOVE =
            List.of(
                    queue -> queue.remove("a"),
                    queue -> queue.removeIf(_ -> true),
                    queue -> queue.removeAll(List.of("a")),
                    queue -> {
                        var iterator = queue.iterator();
                        iterator.next();
                        iterator.remove();
                    },
                    ClosableBlockingQueue::poll,
                    ClosableBlockingQueue::clear);

    @ParameterizedTest
    @EnumSource
    void nothingIsAllocatedOnTheWayOfAnElement(Shape shape) {
        if (shape.isGrowing()) {
            return; // segments are
        }
        ClosableBlockingQueue<String> queue = shape.of(CAPACITY);
        LongQueue longs = shape.ofLongs(CAPACITY);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        long[] into = new long[2];
        passThrough(queue, longs, into, WARM_UP);
        for (int round = 0; round < 3; round++) { // the compiler may take a frame apart in one
            long before = threads.getCurrentThreadAllocatedBytes();
            passThrough(queue, longs, into, ELEMENTS);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }

    private static void passThrough(
            ClosableBlockingQueue<String> queue, LongQueue longs, long[] into, int elements) {
        for (int i = 0; i < elements; i++) {
            if (!queue.offer("a") || queue.poll() == null || queue.poll() != null) {
                throw new AssertionError("not what was put");
            }
            if (!longs.offer(i) || longs.poll(-1) != i) {
                throw new AssertionError("not what was put");
            }
            if (!longs.offer(i) || longs.pollMany(into) != 1 || into[0] != i) {
                throw new AssertionError("not what was put");
            }
        }
    }
}
