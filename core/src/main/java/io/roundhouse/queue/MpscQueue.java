package io.roundhouse.queue;

import io.roundhouse.memory.Slots;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Many producers, one consumer, bounded.
 *
 * <p>Design. A producer claims a position by compare-and-set, and then fills the slot. The limit
 * that all of them share is behind the consumer, never ahead, so that what is below it is free.
 *
 * <p>Who has lost a race lets the winner go on for a moment: while two producers claim in turns,
 * the line with the tail moves at every element; while one of them does, it stays where it is.
 *
 * <pre>
 *   slot      written by   mode     read by    mode     what it carries
 *   element   its claimer  release  consumer   acquire  what the producer did before
 *   null      consumer     plain    -          -        the head, published later, carries it
 *                          behind a release fence
 *   head      consumer     release  producers  acquire  the right to claim what is capacity further
 * </pre>
 *
 * Progress. Producers are lock-free. One that is stopped between its claim and its element holds up
 * the consumer there, and nobody else until the queue is full. The consumer delays nobody.
 */
final class MpscQueue<E> extends RingQueue<E> {
    private final Slip slip;

    MpscQueue(Plan plan) {
        super(plan);
        slip =
                new Slip(
                        takers,
                        Slip.run(plan.capacity()),
                        elements -> at(head + elements - 1) != null);
    }

    // ---- producers

    @Override
    public boolean offer(E element) {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        long at = claim();
        if (at == NONE) {
            return false;
        }
        try {
            Slots.release(slots, index(at), element);
        } catch (StackOverflowError e) { // what is claimed is filled: others wait for it
            slots[Slots.EDGE + ((int) at & mask)] = element;
            throw e;
        }
        return hasPut(at);
    }

    // ---- the consumer

    @Override
    public @Nullable E poll() {
        @Nullable Object[] slots = this.slots; // once: see SpscQueue
        long at = head;
        int index = index(at);
        Object content = Slots.acquire(slots, index);
        if (content == null) {
            content = lookAgain(at);
            if (content == null) {
                return null;
            }
        }
        Slots.clear(slots, index);
        try {
            publishHead(at + 1);
        } catch (StackOverflowError e) { // the slot is free: nothing will be there again
            head = at + 1;
            throw e;
        }
        return hasTaken(at) ? element(content) : null;
    }

    private @Nullable Object lookAgain(long at) {
        Object content = slip.at(at) ? at(at) : null;
        return content != null || tailPosition() <= at ? content : awaitPut(this, at);
    }

    @Override
    boolean hasElement() {
        return at(head) != null;
    }

    @Override
    long lockHead() {
        return head;
    }
}
