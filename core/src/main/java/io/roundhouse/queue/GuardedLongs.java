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
        boolean entered = producer.enter();
        try {
            return queue.offer(element);
        } finally {
            producer.leave(entered);
        }
    }

    @Override
    public boolean offer(long element, long time, TimeUnit unit) throws InterruptedException {
        boolean entered = producer.enter();
        try {
            return queue.offer(element, time, unit);
        } finally {
            producer.leave(entered);
        }
    }

    @Override
    public void put(long element) throws InterruptedException {
        boolean entered = producer.enter();
        try {
            queue.put(element);
        } finally {
            producer.leave(entered);
        }
    }

    @Override
    public int offerMany(long[] elements, int from, int to) {
        boolean entered = producer.enter();
        try {
            return queue.offerMany(elements, from, to);
        } finally {
            producer.leave(entered);
        }
    }

    // ---- the consumer

    @Override
    public long poll(long none) {
        boolean entered = consumer.enter();
        try {
            return queue.poll(none);
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public long poll(long none, long time, TimeUnit unit) throws InterruptedException {
        boolean entered = consumer.enter();
        try {
            return queue.poll(none, time, unit);
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public long take() throws InterruptedException {
        boolean entered = consumer.enter();
        try {
            return queue.take();
        } finally {
            consumer.leave(entered);
        }
    }

    @Override
    public int drain(LongConsumer taker, int limit) {
        boolean entered = consumer.enter();
        try {
            return queue.drain(taker, limit);
        } finally {
            consumer.leave(entered);
        }
    }

    // ---- any thread

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
