package io.roundhouse.proof.twin;

import org.jspecify.annotations.Nullable;

/**
 * The list of tasks that any thread appends to and one takes from, with a flaw: who appends looks
 * at the tail and then writes it, in two steps. Of two that look at once, one is forgotten.
 */
public final class BrokenList {
    private static final class Link {
        final int task;
        volatile @Nullable Link next;

        Link(int task) {
            this.task = task;
        }
    }

    private Link head = new Link(0);
    private volatile Link tail = head;

    /** Appends it. Any thread. */
    public void add(int task) {
        Link link = new Link(task);
        Link before = tail;
        tail = link;
        before.next = link;
    }

    /** Takes the oldest; 0 if there is none. One thread. */
    public int poll() {
        while (head != tail) {
            Link next = head.next;
            if (next != null) {
                head = next;
                return next.task;
            }
        }
        return 0;
    }
}
