package io.roundhouse.proof.twin;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one producer and one consumer, with a flaw: it looks whether it is closed before it
 * puts, and not again behind that. An element that is put in between stays behind a consumer that
 * has seen that the queue is closed, and empty, and has left.
 */
public final class HastyQueue {
    private final int bound;
    private final AtomicReferenceArray<@Nullable Integer> slots;
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong head = new AtomicLong();
    private volatile boolean closed;

    /** Of so many slots, a power of two. */
    public HastyQueue(int bound) {
        this.bound = bound;
        this.slots = new AtomicReferenceArray<>(bound);
    }

    /** Puts an element if there is room, and the queue was not closed when it began. */
    public boolean offer(Integer element) {
        long at = tail.get();
        if (closed || slots.get(index(at)) != null) {
            return false;
        }
        slots.set(index(at), element);
        tail.set(at + 1);
        return true;
    }

    /** Takes an element if there is one. */
    public @Nullable Integer poll() {
        long at = head.get();
        Integer element = slots.getAndSet(index(at), null);
        head.set(element == null ? at : at + 1);
        return element;
    }

    /** Refuses what begins from now on. */
    public void close() {
        closed = true;
    }

    /** Whether it is closed. */
    public boolean isClosed() {
        return closed;
    }

    private int index(long position) {
        return (int) position & bound - 1;
    }
}
