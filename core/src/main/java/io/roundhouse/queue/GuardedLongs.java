package io.roundhouse.queue;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** As {@link Guarded}, for {@code long}s. */
final class GuardedLongs implements LongQueue {
    private final LongQueue queue;
    private final Side producer;
    private final Side consumer;

    private GuardedLongs(LongQueue queue, Side producer, Side consumer) {
        this.queue = queue;
        this.producer = producer;
        this.consumer = consumer;
    }

    /** The queue itself where both ends are for many. */
    static LongQueue of(LongQueue queue, Plan plan) {
        return plan.forMany()
                ? queue
                : new GuardedLongs(queue, Side.ofProducers(plan), Side.ofConsumers(plan));
    }

    // ---- the producer

    @Override
    public boolean offer(long element) {
        try (var _ = producer.enter()) {
            return queue.offer(element);
        }
    }

    @Override
    public boolean offer(long element, long time, TimeUnit unit) throws InterruptedException {
        try (var _ = producer.enter()) {
            return queue.offer(element, time, unit);
        }
    }

    @Override
    public void put(long element) throws InterruptedException {
        try (var _ = producer.enter()) {
            queue.put(element);
        }
    }

    @Override
    public int offerMany(long[] elements, int from, int to) {
        try (var _ = producer.enter()) {
            return queue.offerMany(elements, from, to);
        }
    }

    // ---- the consumer

    @Override
    public long poll(long none) {
        try (var _ = consumer.enter()) {
            return queue.poll(none);
        }
    }

    @Override
    public long poll(long none, long time, TimeUnit unit) throws InterruptedException {
        try (var _ = consumer.enter()) {
            return queue.poll(none, time, unit);
        }
    }

    @Override
    public long take() throws InterruptedException {
        try (var _ = consumer.enter()) {
            return queue.take();
        }
    }

    @Override
    public int drain(LongConsumer taker, int limit) {
        try (var _ = consumer.enter()) {
            return queue.drain(taker, limit);
        }
    }

    @Override
    public int drain(LongConsumer taker, int limit, long time, TimeUnit unit)
            throws InterruptedException {
        try (var _ = consumer.enter()) {
            return queue.drain(taker, limit, time, unit);
        }
    }

    @Override
    public int pollMany(long[] into, int from, int to) {
        try (var _ = consumer.enter()) {
            return queue.pollMany(into, from, to);
        }
    }

    @Override
    public void clear() {
        try (var _ = consumer.enter()) {
            queue.clear();
        }
    }

    // ---- any thread

    @Override
    public long peek(long none) {
        return queue.peek(none);
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
    public int capacity() {
        return queue.capacity();
    }

    @Override
    public int remainingCapacity() {
        return queue.remainingCapacity();
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
