package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the shape, the capacity and the kind of threads: every element arrives once, and those
 * of one producer in their order.
 */
@Timeout(120)
final class TransportTest {
    private static final int MANY = 3;
    private static final int ELEMENTS = 5_000;
    private static final int END = -1;

    /** An element: the number of its producer, and its number there. */
    private record Numbered(int producer, int number) {}

    static Stream<Arguments> everyShape() {
        return Stream.of(Shape.values())
                .flatMap(shape ->
                        IntStream.of(1, 2, 3, 7, 64, 1000)
                                .boxed()
                                .flatMap(capacity ->
                                        Stream.of(false, true)
                                                .map(virtual ->
                                                        Arguments.of(shape, capacity, virtual))));
    }

    @ParameterizedTest
    @MethodSource("everyShape")
    void everyElementArrivesOnceAndInOrder(Shape shape, int capacity, boolean virtual)
            throws Exception {
        ClosableBlockingQueue<Numbered> queue = shape.of(capacity);
        int each = capacity <= MANY ? ELEMENTS / 10 : ELEMENTS;
        ConcurrentLinkedQueue<List<Numbered>> taken = new ConcurrentLinkedQueue<>();
        AtomicInteger producing = new AtomicInteger(shape.producers(MANY));
        try (Team team = new Team(virtual)) {
            for (int i = 0; i < shape.producers(MANY); i++) {
                int producer = i;
                team.start(
                        "producer " + i,
                        () -> {
                            produce(queue, producer, each);
                            if (producing.decrementAndGet() == 0) {
                                queue.close();
                            }
                        });
            }
            for (int i = 0; i < shape.consumers(MANY); i++) {
                team.start("consumer " + i, () -> taken.add(consume(queue)));
            }
            team.join();
        }

        assertThat(queue).isEmpty();
        for (int producer = 0; producer < shape.producers(MANY); producer++) {
            int id = producer;
            assertThat(taken.stream().flatMap(List::stream).filter(e -> e.producer == id))
                    .extracting(Numbered::number)
                    .doesNotHaveDuplicates()
                    .hasSize(each);
            for (List<Numbered> one : taken) {
                assertThat(one.stream().filter(e -> e.producer == id).map(Numbered::number))
                        .isSorted();
            }
        }
    }

    /** Waiting, with a time, and without waiting where there is room, in turns. */
    private static void produce(ClosableBlockingQueue<Numbered> queue, int producer, int each)
            throws InterruptedException {
        for (int number = 0; number < each; number++) {
            Numbered element = new Numbered(producer, number);
            switch (number % 3) {
                case 0 -> queue.put(element);
                case 1 -> assertThat(queue.offer(element, 1, TimeUnit.HOURS)).isTrue();
                default -> {
                    if (!queue.offer(element)) { // no loop: virtual threads that yield in turns
                        queue.put(element); // may keep others from the only processor for ever
                    }
                }
            }
        }
    }

    private static List<Numbered> consume(ClosableBlockingQueue<Numbered> queue)
            throws InterruptedException {
        List<Numbered> taken = new ArrayList<>();
        while (true) {
            Numbered element = queue.poll(1, TimeUnit.HOURS);
            if (element == null) {
                return taken;
            }
            taken.add(element);
            queue.drain(taken::add, 5);
        }
    }

    /**
     * Whoever is taken out of the middle is gone once, and nothing that is put meanwhile is lost.
     */
    @ParameterizedTest
    @EnumSource
    void nothingIsLostWhileManyAreRemoved(Shape shape) throws Exception {
        int all = 200_000;
        ClosableBlockingQueue<Integer> queue = shape.of(64);
        boolean[] seen = new boolean[all];
        try (Team team = new Team(false)) {
            team.start(
                    "producer",
                    () -> {
                        for (int number = 0; number < all; number++) {
                            queue.put(number);
                        }
                        queue.close();
                    });
            team.start("consumer", () -> removeAndTake(queue, seen));
            team.join();
        }
        for (int number = 0; number < all; number++) {
            assertThat(seen[number]).as("%s was there", number).isTrue();
        }
    }

    private static void removeAndTake(ClosableBlockingQueue<Integer> queue, boolean[] seen)
            throws InterruptedException {
        for (Integer one = queue.poll(1, TimeUnit.HOURS);
                one != null;
                one = queue.poll(1, TimeUnit.HOURS)) {
            saw(one, seen);
            queue.removeIf(number -> number % 4 != 0 && saw(number, seen));
            Integer first = queue.peek();
            if (first != null && queue.remove((Object) (first + 4))) {
                saw(first + 4, seen);
            }
        }
    }

    private static boolean saw(int number, boolean[] seen) {
        assertThat(seen[number]).as("%s came once", number).isFalse();
        seen[number] = true;
        return true;
    }

    @ParameterizedTest
    @MethodSource("everyShape")
    void everyLongArrivesOnceAndInOrder(Shape shape, int capacity, boolean virtual)
            throws Exception {
        if (shape.isGrowing()) {
            return;
        }
        LongQueue queue = shape.ofLongs(capacity);
        int each = capacity <= MANY ? ELEMENTS / 10 : ELEMENTS;
        int producers = shape.producers(MANY);
        ConcurrentLinkedQueue<Long> taken = new ConcurrentLinkedQueue<>();
        AtomicInteger producing = new AtomicInteger(producers);
        try (Team team = new Team(virtual)) {
            for (int i = 0; i < producers; i++) {
                int producer = i;
                team.start(
                        "producer " + i,
                        () -> {
                            for (int number = 0; number < each; number++) {
                                queue.put((long) number * producers + producer);
                            }
                            if (producing.decrementAndGet() == 0) {
                                queue.close();
                            }
                        });
            }
            for (int i = 0; i < shape.consumers(MANY); i++) {
                team.start("consumer " + i, () -> consumeLongs(queue, producers, taken));
            }
            team.join();
        }
        assertThat(taken).hasSize(each * producers).doesNotHaveDuplicates();
    }

    private static void consumeLongs(
            LongQueue queue, int producers, ConcurrentLinkedQueue<Long> taken) throws Exception {
        long[] last = new long[producers];
        long[] batch = new long[6];
        while (true) {
            batch[0] = queue.poll(END, 1, TimeUnit.HOURS);
            if (batch[0] == END) {
                return;
            }
            int count = 1 + queue.pollMany(batch, 1, batch.length);
            for (int i = 0; i < count; i++) {
                int producer = (int) (batch[i] % producers);
                assertThat(batch[i] + 1).isGreaterThan(last[producer]);
                last[producer] = batch[i] + 1;
                taken.add(batch[i]);
            }
        }
    }
}
