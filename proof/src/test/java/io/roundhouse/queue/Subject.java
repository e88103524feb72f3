package io.roundhouse.queue;

import io.roundhouse.proof.History;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A queue that is held against a {@link History}, whatever it is of. */
interface Subject {
    int offerMany(List<Integer> elements);

    default boolean offer(int element) {
        return offerMany(List.of(element)) > 0;
    }

    /** Takes so many at most. */
    List<Integer> pollMany(int most);

    /** Likewise, as they were put. */
    default List<Integer> pollList(int most) {
        throw new UnsupportedOperationException();
    }

    /** 0 if there is none. */
    default int poll() {
        List<Integer> one = pollMany(1);
        return one.isEmpty() ? 0 : one.getFirst();
    }

    /** 0 if there is none. */
    default int peek() {
        throw new UnsupportedOperationException();
    }

    default boolean removes() {
        return false;
    }

    default boolean remove(int element) {
        throw new UnsupportedOperationException("of element " + element);
    }

    default boolean removeIf(int element) {
        throw new UnsupportedOperationException("of element " + element);
    }

    default void close() {}

    int bound();

    /** Of references. */
    record OfReferences(ObjectQueue<Integer> queue) implements Subject {
        @Override
        public int offerMany(List<Integer> elements) {
            return queue.offerMany(elements);
        }

        @Override
        public boolean offer(int element) {
            return queue.offer(element);
        }

        @Override
        public List<Integer> pollMany(int most) {
            @Nullable Integer[] into = new Integer[most];
            return List.of(Arrays.copyOf(into, queue.pollMany(into)));
        }

        @Override
        public int poll() {
            return Objects.requireNonNullElse(queue.poll(), 0);
        }

        @Override
        public List<Integer> pollList(int most) {
            return queue.pollMany(most);
        }

        @Override
        public int peek() {
            return Objects.requireNonNullElse(queue.peek(), 0);
        }

        @Override
        public boolean removes() {
            return true;
        }

        @Override
        public boolean remove(int element) {
            return queue.remove((Object) element);
        }

        @Override
        public boolean removeIf(int element) {
            return queue.removeIf(each -> each == element);
        }

        @Override
        public void close() {
            queue.close();
        }

        @Override
        public int bound() {
            return queue.capacity();
        }
    }

    /** Of {@code long}s. */
    record OfLongs(LongQueue queue) implements Subject {
        @Override
        public int offerMany(List<Integer> elements) {
            long[] longs = new long[elements.size()];
            for (int i = 0; i < longs.length; i++) {
                longs[i] = elements.get(i);
            }
            return queue.offerMany(longs, 0, longs.length);
        }

        @Override
        public List<Integer> pollMany(int most) {
            long[] into = new long[most];
            int count = queue.pollMany(into);
            return Arrays.stream(into, 0, count).mapToObj(each -> (int) each).toList();
        }

        /** By a drain, which has a loop of its own. */
        @Override
        public int poll() {
            int[] taken = {0};
            queue.drain(each -> taken[0] = (int) each, 1);
            return taken[0];
        }

        @Override
        public void close() {
            queue.close();
        }

        @Override
        public int bound() {
            return queue.capacity();
        }
    }

    /** A twin, of so many slots. */
    record OfTwin(Putting puts, Taking takes, int slots) implements Subject {
        /** A twin's way in. */
        interface Putting {
            int offerMany(int... elements);
        }

        /** And out. */
        interface Taking {
            int pollMany(@Nullable Integer[] into);
        }

        @Override
        public int offerMany(List<Integer> elements) {
            return puts.offerMany(elements.stream().mapToInt(each -> each).toArray());
        }

        @Override
        public List<Integer> pollMany(int most) {
            @Nullable Integer[] into = new Integer[most];
            int count = takes.pollMany(into);
            List<Integer> taken = new ArrayList<>();
            for (int i = 0; i < count && into[i] != null; i++) {
                taken.add(into[i]);
            }
            return taken;
        }

        @Override
        public int bound() {
            return slots;
        }
    }
}
