package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import org.jspecify.annotations.Nullable;

/** A bounded queue in one array. The slot of a position is its position modulo a power of two. */
abstract class RingQueue<E> extends ObjectQueue<E> implements ObjectQueue.Places {
    RingQueue(Plan plan) {
        super(plan, Slots.powerOfTwo(plan.capacity()));
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
