package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import io.roundhouse.waiting.Spin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 * cache line fewer an element. Elements that are put together share a slot: {@link Parcel}.
 */
final class MpmcQueue<E> extends SharedHeadQueue<E> {
    private static final Class<?> AS_LIST = Arrays.asList().getClass();
    private static final Class<?> OF_FEW = List.of(1).getClass();
    private static final Class<?> OF_MANY = List.of().getClass();

    MpmcQueue(Plan plan) {
        super(plan);
    }

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        for (int spins = 0; ; ) {
            long at = tailAcquire();
            if (!mayClaim(at)) {
                return false;
            }
            int index = index(at);
            if (!isFree(index)) { // a consumer is about to clear it, or another producer was faster
                spins = Spin.once(spins);
            } else if (casTail(at, at + 1)) {
                try {
                    Slots.release(slots, index, element);
                } catch (StackOverflowError e) { // what is claimed is filled: see MpscQueue
                    slots[index] = element;
                    throw e;
                }
                return hasPut(at);
            } else {
                Spin.afterALostRace();
            }
        }
    }

    /** A claim for each {@link Parcel}. */
    @Override
    public int offerMany(List<? extends E> elements) {
        Object[] all = contents(elements); // what is claimed must be put: no list may change now
        int end = Slots.full(all, 0, all.length);
        int count = 0;
        while (count < end) {
            int claimed = offer(all, count, end);
            if (claimed == 0) {
                return count;
            }
            count += claimed;
        }
        if (end < all.length) {
            throw new NullPointerException(Slots.NULL_ELEMENT);
        }
        return count;
    }

    /**
     * An array of its own that can hold any element, as others may get it: see {@link Parcel}. A
     * list of a user's, or one of the JDK's around it, may give its own away, and change it.
     */
    private static Object[] contents(List<?> elements) {
        Object[] all = Objects.requireNonNull(elements, "elements").toArray();
        Class<?> type = elements.getClass();
        return type == ArrayList.class || type == AS_LIST || type == OF_FEW || type == OF_MANY
                ? all
                : Arrays.copyOf(all, all.length, Object[].class);
    }

    /** Puts as many as there is room for in one parcel, at least one; returns how many. */
    private int offer(Object[] all, int from, int to) {
        for (int spins = 0; ; ) {
            long at = tailAcquire();
            if (!mayClaim(at)) {
                return 0;
            }
            int many = freeFrom(at, roomFrom(at, Math.min(to - from, Parcel.MOST)));
            if (many == 0) {
                spins = Spin.once(spins);
                continue;
            }
            int index = index(at);
            Object content = many == 1 ? all[from] : parcel(at, all, from, many);
            if (casTail(at, at + many)) {
                try {
                    Slots.release(slots, index, content);
                } catch (StackOverflowError e) { // likewise
                    slots[index] = content;
                    throw e;
                }
                hasPut(at + many - 1);
                return many;
            }
            Spin.afterALostRace();
        }
    }

    private Parcel parcel(long at, Object[] all, int from, int many) {
        parcelsCome();
        return new Parcel(
                at, many == all.length ? all : Arrays.copyOfRange(all, from, from + many));
    }
}
