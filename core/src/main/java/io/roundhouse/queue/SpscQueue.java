package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One producer, one consumer, bounded.
 *
 * <p>Design. Each side looks at slots only, never at the other's position: an element is there when
 * its slot is not null, and there is room when the slot of the element that has to go first is
 * null. The producer looks {@code step} slots ahead, so that it takes a cache line from the
 * consumer once for many elements and not once for each.
 *
 * <pre>
 *   slot      written by  mode     read by   mode     what it carries
 *   element   producer    release  consumer  acquire  what the producer did before
 *   null      consumer    release  producer  acquire  the right to use it, and all before it, again
 * </pre>
 *
 * Progress. Both sides are wait-free; neither delays the other.
 *
 * <p>Roots. Giacomoni, Moseley and Vachharajani, "FastForward for efficient pipeline parallelism"
 * (PPoPP 2008): the slot as its own flag. Wang, Zhang, Tang and Hua, "B-Queue" (2013): looking
 * ahead.
 */
final class SpscQueue<E> extends RingQueue<E> {
    private static final int LONGEST_STEP = 4096;

    private final int step;
    private final int run;
    private final Slip producerSlip;
    private final Slip consumerSlip;

    SpscQueue(Plan plan) {
        super(plan);
        step = Math.clamp(plan.capacity() / 4, 1, LONGEST_STEP);
        run = Math.clamp(step, 1, Slip.RUN);
        producerSlip = new Slip(putters, () -> isFree(tail + run - 1));
        consumerSlip = new Slip(takers, () -> at(head + run - 1) != null);
    }

    // ---- the producer

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element, "element");
        long at = tail;
        if (at >= tailLimit && !moreRoom(at)) {
            return false;
        }
        Slots.release(slots, index(at), element);
        publishTail(at + 1);
        return hasPut(at);
    }

    private boolean moreRoom(long at) {
        if (isFree(at + step - 1)) {
            return grant(at, at + step);
        }
        if (producerSlip.at(at) && isFree(at + run - 1)) {
            return grant(at, at + run);
        }
        return isFree(at) && grant(at, at + 1);
    }

    /** Whether there is room for the elements up to that position. */
    private boolean isFree(long position) {
        long first = position - capacity();
        return first < 0 || at(first) == null;
    }

    // ---- the consumer

    @Override
    public @Nullable E poll() {
        @Nullable Object[] slots = this.slots; // once: an acquire makes the compiler read it again
        long at = head;
        int index = index(at);
        Object content = Slots.acquire(slots, index);
        if (content == null) {
            if (!consumerSlip.at(at)) {
                return null;
            }
            content = Slots.acquire(slots, index);
            if (content == null) {
                return null;
            }
        }
        Slots.release(slots, index, null);
        publishHead(at + 1);
        return hasTaken(at) ? element(content) : null;
    }

    @Override
    boolean hasElement() {
        return at(head) != null;
    }

    /**
     * A slot is free before the head says so, and may have the element of the next round. The limit
     * tells: the producer is let go on to that round by a slot that is free, only.
     */
    @Override
    boolean isLeaving(long position) {
        return isGranted(position + capacity());
    }

    @Override
    long putPosition() {
        long at = Math.max(tailPosition(), headPosition());
        return at(at) == null ? at : at + 1;
    }

    @Override
    long lockHead() {
        return head;
    }
}
