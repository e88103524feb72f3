package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import org.jspecify.annotations.Nullable;

/** A bounded queue in one array. The slot of a position is its position modulo a power of two. */
abstract class RingQueue<E> extends ObjectQueue<E> implements ObjectQueue.Places {
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
    final Places places() {
        return this;
    }

    @Override
    public final @Nullable Object at(long position) {
        return Slots.acquire(slots, index(position));
    }

    @Override
    public final void set(long position, @Nullable Object content) {
        Slots.release(slots, index(position), content);
    }
}
