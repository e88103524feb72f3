package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import org.jspecify.annotations.Nullable;

/** A bounded queue in one array. The slot of a position is its position modulo a power of two. */
abstract class RingQueue<E> extends AnyQueue<E> {
    final @Nullable Object[] slots;
    final int mask;

    RingQueue(Plan plan) {
        super(plan);
        int size = Slots.powerOfTwo(plan.capacity());
        slots = Slots.ofSize(size);
        mask = size - 1;
    }

    final int index(long position) {
        return Slots.EDGE + ((int) position & mask);
    }

    @Override
    final @Nullable Object slot(long position) {
        return Slots.acquire(slots, index(position));
    }

    @Override
    final void slot(long position, @Nullable Object content) {
        Slots.release(slots, index(position), content);
    }
}
