package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Spin;
import java.util.Objects;

/**
 * Many producers, many consumers, bounded.
 *
 * <p>Progress. Lock-free, but for two cases. A producer that is stopped between its claim and its
 * element holds up the consumers there. A consumer that is stopped between its claim and clearing
 * the slot holds up the producers when they come round to the slot again. Removals from the middle
 * hold up consumers.
 *
 * <p>Roots. Vyukov's bounded queue (2010), which has a number in every slot to tell whose turn it
 * is. Here the slot tells: a position is claimed only when its slot is seen empty. That is one
 * cache line fewer an element.
 */
final class MpmcQueue<E> extends SharedHeadQueue<E> {
    MpmcQueue(Plan plan) {
        super(plan);
    }

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element, "element");
        for (int spins = 0; ; ) {
            long at = tailAcquire();
            if (!mayClaim(at)) {
                return false;
            }
            int index = index(at);
            if (!isFree(index)) { // a consumer is about to clear it, or another producer was faster
                spins = Spin.once(spins);
            } else if (casTail(at, at + 1)) {
                Slots.release(slots, index, element);
                return hasPut(at);
            } else {
                Spin.afterALostRace();
            }
        }
    }
}
