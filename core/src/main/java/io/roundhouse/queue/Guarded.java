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
        boolean entered = producer.enter();
        try {
            return queue.offer(element);
        } finally {
            producer.leave(entered);
        }
    }

    @Override
    public boolean offer(E element, long time, TimeUnit unit) throws InterruptedException {
        boolean entered = producer.enter();
        try {
            return queue.offer(element, time, unit);
        } finally {
            producer.leave(entered);
        }
    }

    @Override
    public void put(E element) throws InterruptedException {
        boolean entered = producer.enter();
        try {
            queue.put(element);
        } finally {
            producer.leave(entered);
        }
    }

    @Override
    public boolean add(E element) {
        boolean entered = producer.enter();
        try {
            return queue.add(element);
        } finally {
            producer.leave(entered);
        }
    }

    @Override
    public boolean addAll(Collection<? extends E> many) {
        boolean entered = producer.enter();
        try {
            return queue.addAll(many == this ? queue : many);
        } finally {
            producer.leave(entered);
        }
    }

    @Override
    public int offerMany(List<? extends E> elements) {
        boolean entered = producer.enter();
        try {
            return queue.offerMany(elements);
        } finally {
            producer.leave(entered);
        }
    }

    // ---- the consumer

    @Override
    public @Nullable E poll() {
        boolean entered = consumer.enter();
        try {
            return queue.poll();
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public @Nullable E poll(long time, TimeUnit unit) throws InterruptedException {
        boolean entered = consumer.enter();
        try {
            return queue.poll(time, unit);
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public E take() throws InterruptedException {
        boolean entered = consumer.enter();
        try {
            return queue.take();
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public E remove() {
        boolean entered = consumer.enter();
        try {
            return queue.remove();
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public boolean remove(@Nullable Object sought) {
        boolean entered = consumer.enter();
        try {
            return queue.remove(sought);
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public boolean removeIf(Predicate<? super E> filter) {
        boolean entered = consumer.enter();
        try {
            return queue.removeIf(filter);
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public boolean removeAll(Collection<?> gone) {
        boolean entered = consumer.enter();
        try {
            return queue.removeAll(gone);
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public boolean retainAll(Collection<?> kept) {
        boolean entered = consumer.enter();
        try {
            return queue.retainAll(kept);
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public void clear() {
        boolean entered = consumer.enter();
        try {
            queue.clear();
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public int drain(Consumer<? super E> taker, int limit) {
        boolean entered = consumer.enter();
        try {
            return queue.drain(taker, limit);
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public int drainTo(Collection<? super E> to) {
        boolean entered = consumer.enter();
        try {
            return queue.drainTo(to == this ? queue : to);
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public int drainTo(Collection<? super E> to, int most) {
        boolean entered = consumer.enter();
        try {
            return queue.drainTo(to == this ? queue : to, most);
        } finally {
            consumer.leave(entered);
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
                boolean entered = consumer.enter();
                try {
                    all.remove();
                } finally {
                    consumer.leave(entered);
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
        return queue.toString();
    }
}
