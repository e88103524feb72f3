package io.roundhouse.proof.twin;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox that grows, chunk behind chunk, with a flaw: nobody locks the tail while it goes on in
 * the next chunk. Of two senders that find the last one full at once, each links its own, and the
 * call in one of them is never found.
 */
public final class BrokenMailbox {
    private static final class Chunk {
        final int begin;
        final AtomicIntegerArray records;
        volatile @Nullable Chunk next;

        Chunk(int begin, int records) {
            this.begin = begin;
            this.records = new AtomicIntegerArray(records);
        }

        boolean has(int position) {
            return position - begin < records.length();
        }
    }

    private final AtomicInteger tail = new AtomicInteger();
    private volatile Chunk filling = new Chunk(0, 1);
    private volatile int head;
    private Chunk emptying = filling;

    /** Puts a call in, which is not 0. Any thread. */
    public void offer(int call) {
        while (true) {
            Chunk chunk = filling;
            int at = tail.get();
            if (at >= chunk.begin && !chunk.has(at)) {
                Chunk larger = new Chunk(at, 2 * chunk.records.length());
                larger.records.set(0, call);
                if (tail.compareAndSet(at, at + 1)) {
                    chunk.next = larger;
                    filling = larger;
                    return;
                }
            } else if (at >= chunk.begin && tail.compareAndSet(at, at + 1)) {
                chunk.records.set(at - chunk.begin, call);
                return;
            }
        }
    }

    /** Takes the oldest call; 0 if there is none. One thread. */
    public int take() {
        int at = head;
        if (at == tail.get()) {
            return 0;
        }
        while (true) {
            Chunk next = emptying.next;
            if (next != null && at >= next.begin) {
                emptying = next;
            } else if (emptying.has(at) && emptying.records.get(at - emptying.begin) != 0) {
                head = at + 1;
                return emptying.records.get(at - emptying.begin);
            }
        }
    }
}
