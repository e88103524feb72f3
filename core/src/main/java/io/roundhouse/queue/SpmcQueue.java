package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Spin;
import java.util.Objects;

/**
 * One producer, many consumers, bounded.
 *
 * <p>Progress. Consumers are lock-free, but for removals from the middle, which hold up all of
 * them. A consumer that is stopped between its claim and clearing the slot holds up the producer
 * when that comes round to the slot again, and nobody else. The producer delays nobody.
 */
final class SpmcQueue<E> extends SharedHeadQueue<E> {
    SpmcQueue(Plan plan) {
        super(plan);
    }

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        long at = tail;
        if (!hasRoomAlone(at)) {
            return false;
        }
        int index = index(at);
        for (int spins = 0; !isFree(index); ) {
            spins = Spin.once(spins);
        }
        Slots.release(slots, index, element);
        try {
            publishTail(at + 1);
        } catch (StackOverflowError e) { // the element is there: nothing else can be put there
            tail = at + 1;
            throw e;
        }
        return hasPut(at);
    }
}
