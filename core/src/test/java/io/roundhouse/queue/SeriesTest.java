package io.roundhouse.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One thread does all that can be done to a queue, in an order of chance, and the same to an {@link
 * ArrayDeque}: batches longer and shorter than the queue and a {@link Parcel}, single elements,
 * looks, and removals from anywhere.
 */
@Timeout(60)
final class SeriesTest {
    private static final int[] CAPACITIES = {1, 2, 3, 7, 64, 100, 1_000};
    private static final int STEPS = 1_500;

    @ParameterizedTest
    @EnumSource
    void whatIsDoneToAQueueIsWhatIsDoneToAList(Shape shape) {
        for (int capacity : CAPACITIES) {
            new Pair(shape.of(capacity), new Random(capacity)).goThrough();
        }
    }

    private static final class Pair {
        private final ClosableBlockingQueue<Integer> queue;
        private final ArrayDeque<Integer> list = new ArrayDeque<>();
        private final Random random;
        private int next;

        Pair(ClosableBlockingQueue<Integer> queue, Random random) {
            this.queue = queue;
            this.random = random;
        }

        void goThrough() {
            for (int i = 0; i < STEPS; i++) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> putMany(1 + random.nextInt(1 + random.nextInt(200)));
                    case 3 -> putOne();
                    case 4, 5 -> takeOne();
                    case 6 -> takeMany(random.nextInt(1 + random.nextInt(200)));
                    case 7 -> takeList(random.nextInt(1 + random.nextInt(200)));
                    case 8 -> drain(random.nextInt(100));
                    case 9 -> removeOne();
                    case 10 -> removeSome();
                    default -> removeByIterator();
                }
                look();
            }
        }

        private void putMany(int count) {
            List<Integer> numbers = IntStream.range(next, next + count).boxed().toList();
            next += count;
            int fit = Math.min(count, queue.capacity() - list.size());
            assertThat(queue.offerMany(numbers)).isEqualTo(fit);
            list.addAll(numbers.subList(0, fit));
        }

        private void putOne() {
            boolean fits = list.size() < queue.capacity();
            assertThat(queue.offer(next)).isEqualTo(fits);
            if (fits) {
                list.add(next);
            }
            next++;
        }

        private void takeOne() {
            assertThat(queue.poll()).isEqualTo(list.poll());
        }

        private void takeMany(int most) {
            Integer[] into = new Integer[most];
            int count = queue.pollMany(into);
            assertThat(count).isEqualTo(Math.min(most, list.size()));
            assertThat(Arrays.copyOf(into, count)).containsExactly(firstOfList(count));
        }

        private void takeList(int most) {
            List<Integer> taken = queue.pollMany(most);
            assertThat(taken).hasSize(Math.min(most, list.size()));
            assertThat(taken).containsExactly(firstOfList(taken.size()));
        }

        private void drain(int most) {
            List<Integer> drained = new ArrayList<>();
            int count = queue.drain(drained::add, most);
            assertThat(drained).hasSize(count).containsExactly(firstOfList(count));
            assertThat(count).isEqualTo(Math.min(most, count + list.size()));
        }

        private Integer[] firstOfList(int count) {
            return IntStream.range(0, count).mapToObj(_ -> list.remove()).toArray(Integer[]::new);
        }

        private void removeOne() {
            Integer gone = anyNumber();
            assertThat(queue.contains(gone)).isEqualTo(list.contains(gone));
            assertThat(queue.remove((Object) gone)).isEqualTo(list.remove((Object) gone));
        }

        private int anyNumber() {
            return next - random.nextInt(1 + Math.min(next, 2 * queue.capacity()));
        }

        private void removeSome() {
            int from = anyNumber();
            int to = from + random.nextInt(8);
            assertThat(queue.removeIf(each -> from <= each && each < to))
                    .isEqualTo(list.removeIf(each -> from <= each && each < to));
        }

        private void removeByIterator() {
            Iterator<Integer> ours = queue.iterator();
            Iterator<Integer> theirs = list.iterator();
            while (theirs.hasNext()) {
                assertThat(ours.next()).isEqualTo(theirs.next());
                if (random.nextInt(10) == 0) {
                    ours.remove();
                    theirs.remove();
                }
            }
            assertThat(ours.hasNext()).isFalse();
        }

        private void look() {
            assertThat(queue.size()).isEqualTo(list.size());
            assertThat(queue.peek()).isEqualTo(list.peek());
            assertThat(queue.toArray()).isEqualTo(list.toArray());
        }
    }
}
