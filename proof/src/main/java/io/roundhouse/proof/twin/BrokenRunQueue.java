package io.roundhouse.proof.twin;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The queue of one worker that others steal from, with a flaw: its owner takes the oldest by a
 * store, as if nobody else could take it between its look and that. A task that is stolen meanwhile
 * is run twice.
 */
public final class BrokenRunQueue {
    private static final int SLOTS = 256;

    private final AtomicIntegerArray slots = new AtomicIntegerArray(SLOTS);
    private final AtomicInteger head = new AtomicInteger();
    private final AtomicInteger tail = new AtomicInteger();

    /** Adds one; returns whether there was room. Owner only. */
    public boolean add(int task) {
        int at = tail.get();
        if (at - head.get() >= SLOTS) {
            return false;
        }
        slots.set(at & SLOTS - 1, task);
        tail.set(at + 1);
        return true;
    }

    /** Takes the oldest; 0 if there is none. Owner only. */
    public int poll() {
        int at = head.get();
        if (at == tail.get()) {
            return 0;
        }
        int task = slots.get(at & SLOTS - 1);
        head.set(at + 1);
        return task;
    }

    /** Takes the oldest; 0 if there is none. Any other thread. */
    public int steal() {
        while (true) {
            int at = head.get();
            if (at >= tail.get()) {
                return 0;
            }
            int task = slots.get(at & SLOTS - 1);
            if (head.compareAndSet(at, at + 1)) {
                return task;
            }
        }
    }
}
