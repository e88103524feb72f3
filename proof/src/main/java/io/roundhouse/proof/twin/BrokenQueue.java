package io.roundhouse.proof.twin;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The queue of many producers and one consumer, with a flaw that other libraries offer as relaxed:
 * {@link #poll} takes an empty slot at the head for an empty queue. It may have been claimed by a
 * producer that has not put its element yet, with elements behind it that are there.
 */
public final class BrokenQueue {
    private final int bound;
    private final AtomicReferenceArray<@Nullable Integer> slots;
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong head = new AtomicLong();

    /** Of so many slots, a power of two. */
    public BrokenQueue(int bound) {
        this.bound = bound;
        this.slots = new AtomicReferenceArray<>(bound);
    }

    /** Puts an element if there is room. */
    public boolean offer(Integer element) {
        while (true) {
            long at = tail.get();
            if (at - head.get() >= bound) {
                return false;
            }
            if (tail.compareAndSet(at, at + 1)) {
                slots.setRelease(index(at), element);
                return true;
            }
        }
    }

    /** Takes an element if it sees one. */
    public @Nullable Integer poll() {
        long at = head.get();
        Integer element = slots.getAcquire(index(at));
        if (element != null) {
            slots.setRelease(index(at), null);
            head.set(at + 1);
        }
        return element;
    }

    private int index(long position) {
        return (int) position & bound - 1;
    }
}
