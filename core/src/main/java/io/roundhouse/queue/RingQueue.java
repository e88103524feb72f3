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
    public @Nullable Object at(long position) {
        return Slots.acquire(slots, index(position));
    }

    @Override
    public final void set(long position, @Nullable Object content) {
        Slots.release(slots, index(position), content);
    }

    // ---- many positions: one piece of the array, or two

    /** How many of so many slots lie before the end of the array. */
    final int firstPiece(int index, int many) {
        return Math.min(many, Slots.EDGE + mask + 1 - index);
    }

    /** How many slots from a position on are empty, of so many. */
    final int freeFrom(long position, int many) {
        int index = index(position);
        int first = firstPiece(index, many);
        int free = Slots.free(slots, index, first);
        return free < first ? free : free + Slots.free(slots, Slots.EDGE, many - first);
    }

    /** How many slots from a position on are not empty, of so many. */
    final int fullFrom(long position, int many) {
        int index = index(position);
        int first = firstPiece(index, many);
        int full = Slots.full(slots, index, first);
        return full < first ? full : full + Slots.full(slots, Slots.EDGE, many - first);
    }

    final void copyFrom(long position, @Nullable Object[] into, int to, int many) {
        int index = index(position);
        int first = firstPiece(index, many);
        Slots.copy(slots, index, into, to, first);
        if (first < many) {
            Slots.copy(slots, Slots.EDGE, into, to + first, many - first);
        }
    }
}
