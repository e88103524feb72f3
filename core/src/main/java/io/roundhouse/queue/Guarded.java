package io.roundhouse.queue;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A queue whose ends for one thread are watched: see {@link Side}. Made when assertions are on. */
final class Guarded<E> implements ClosableBlockingQueue<E> {
    private final ClosableBlockingQueue<E> queue;
    private final Side producer;
    private final Side consumer;

    private Guarded(ClosableBlockingQueue<E> queue, Side producer, Side consumer) {
        this.queue = queue;
        this.producer = producer;
        this.consumer = consumer;
    }

    /** The queue itself where both ends are for many. */
    static <E> ClosableBlockingQueue<E> of(ClosableBlockingQueue<E> queue, Plan plan) {
        return plan.forMany()
                ? queue
                : new Guarded<>(queue, Side.ofProducers(plan), Side.ofConsumers(plan));
    }

    // ---- the producer

    @Override
    public boolean offer(E element) {
        try (var _ = producer.enter()) {
            return queue.offer(element);
        }
    }

    @Override
    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        try (var _ = producer.enter()) {
            return queue.offer(element, time, unit);
        }
    }

    @Override
    public void put(E element) throws InterruptedException {
        try (var _ = producer.enter()) {
            queue.put(element);
        }
    }

    @Override
    public boolean add(E element) {
        try (var _ = producer.enter()) {
            return queue.add(element);
        }
    }

    @Override
    public boolean addAll(Collection<? extends E> many) {
        try (var _ = producer.enter()) {
            return queue.addAll(many == this ? queue : many);
        }
    }

    @Override
    public int offerMany(List<? extends E> elements) {
        try (var _ = producer.enter()) {
            return queue.offerMany(elements);
        }
    }

    // ---- the consumer

    @Override
    public @Nullable E poll() {
        try (var _ = consumer.enter()) {
            return queue.poll();
        }
    }

    @Override
    public @Nullable E poll(long time, TimeUnit unit) throws InterruptedException {
        try (var _ = consumer.enter()) {
            return queue.poll(time, unit);
        }
    }

    @Override
    public E take() throws InterruptedException {
        try (var _ = consumer.enter()) {
            return queue.take();
        }
    }

    @Override
    public E remove() {
        try (var _ = consumer.enter()) {
            return queue.remove();
        }
    }

    @Override
    public boolean remove(@Nullable Object sought) {
        try (var _ = consumer.enter()) {
            return queue.remove(sought);
        }
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        try (var _ = consumer.enter()) {
            return queue.removeIf(filter);
        }
    }

    @Override
    public boolean removeAll(Collection<?> gone) {
        try (var _ = consumer.enter()) {
            return queue.removeAll(gone);
        }
    }

    @Override
    public boolean retainAll(Collection<?> kept) {
        try (var _ = consumer.enter()) {
            return queue.retainAll(kept);
        }
    }

    @Override
    public void clear() {
        try (var _ = consumer.enter()) {
            queue.clear();
        }
    }

    @Override
    public int drain(Consumer<? super E> taker, int limit) {
        try (var _ = consumer.enter()) {
            return queue.drain(taker, limit);
        }
    }

    @Override
    public int drain(Consumer<? super E> taker, int limit, long time, TimeUnit unit)
            throws InterruptedException {
        try (var _ = consumer.enter()) {
            return queue.drain(taker, limit, time, unit);
        }
    }

    @Override
    public int pollMany(E[] into) {
        try (var _ = consumer.enter()) {
            return queue.pollMany(into);
        }
    }

    @Override
    public List<E> pollMany(int most) {
        try (var _ = consumer.enter()) {
            return queue.pollMany(most);
        }
    }

    @Override
    public int drainTo(Collection<? super E> to) {
        try (var _ = consumer.enter()) {
            return queue.drainTo(to == this ? queue : to);
        }
    }

    @Override
    public int drainTo(Collection<? super E> to, int most) {
        try (var _ = consumer.enter()) {
            return queue.drainTo(to == this ? queue : to, most);
        }
    }

    @Override
    public Spliterator<E> spliterator() {
        return queue.spliterator();
    }

    @Override
    public Iterator<E> iterator() {
        Iterator<E> all = queue.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public E next() {
                return all.next();
            }

            @Override
            public void remove() {
                try (var _ = consumer.enter()) {
                    all.remove();
                }
            }
        };
    }

    // ---- any thread

    @Override
    public @Nullable E peek() {
        return queue.peek();
    }

    @Override
    public E element() {
        return queue.element();
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public int remainingCapacity() {
        return queue.remainingCapacity();
    }

    @Override
    public int capacity() {
        return queue.capacity();
    }

    @Override
    public boolean contains(@Nullable Object sought) {
        return queue.contains(sought);
    }

    @Override
    public boolean containsAll(Collection<?> sought) {
        return queue.containsAll(sought);
    }

    @Override
    public Object[] toArray() {
        return queue.toArray();
    }

    @Override
    public <T> T[] toArray(T[] array) {
        return queue.toArray(array);
    }

    @Override
    public void forEach(Consumer<? super E> action) {
        queue.forEach(action);
    }

    @Override
    public void close() {
        queue.close();
    }

    @Override
    public boolean isClosed() {
        return queue.isClosed();
    }

    @Override
    public String toString() {
        return ObjectQueue.text(this);
    }
}
