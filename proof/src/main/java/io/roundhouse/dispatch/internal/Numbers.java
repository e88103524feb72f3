package io.roundhouse.dispatch.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * A task whose mail is the numbers from 1 on, one a turn: checks that one thread runs it at a time
 * and that they come once and in order.
 */
class Numbers extends Task {
    private static final int ROOM = 1 << 10;

    private final AtomicInteger tail = new AtomicInteger();
    private final AtomicLongArray mail = new AtomicLongArray(ROOM);
    private final AtomicInteger runners = new AtomicInteger();
    private volatile int head;
    private long last;
    private volatile String seen = "in order";

    /** Puts a number into the mail, and nothing else. */
    void bring(long number) {
        mail.setRelease(tail.getAndIncrement() & (ROOM - 1), number);
    }

    /** What was wrong with what came; "in order" if nothing. */
    String seen() {
        return seen;
    }

    /** Whether all that came was handled, and nobody runs it. */
    boolean isDone() {
        return isIdle() && tail.get() == head;
    }

    /** The newest number that was handled. */
    long last() {
        return last;
    }

    /** The next number is there. */
    protected void handle(Caller me, long number) {
        if (number != last + 1) {
            seen = number + " after " + last;
        }
        last = number;
    }

    private void drain(Caller me, long end) {
        int at = head;
        while (at < end && at != tail.get()) {
            int slot = at & (ROOM - 1);
            long number;
            while ((number = mail.getAcquire(slot)) == 0) {
                Thread.onSpinWait(); // between the two steps of bring
            }
            mail.setRelease(slot, 0);
            head = ++at;
            handle(me, number);
        }
    }

    private void begin() {
        if (runners.getAndIncrement() != 0) {
            seen = "two run it";
        }
    }

    private int end() {
        runners.getAndDecrement();
        return hasMail() ? MORE : DONE;
    }

    @Override
    protected boolean hasMail() {
        return tail.get() != head;
    }

    @Override
    public int turn(Caller me) {
        begin();
        drain(me, head + 1);
        return end();
    }

    @Override
    protected long sent() {
        return tail.get();
    }

    @Override
    protected boolean isBefore(long end) {
        return head < end;
    }

    @Override
    protected int turn(Caller me, HandedCalls calls) {
        begin();
        drain(me, calls.end);
        for (int i = 0; i < calls.count; i++) {
            handle(me, calls.longs[calls.first + i * calls.each]);
        }
        return end();
    }

    @Override
    protected boolean isPlain() {
        return !hasMail();
    }

    @Override
    protected int turnWith(Caller me, int first, int count) {
        begin();
        for (int i = 0; i < count; i++) {
            handle(me, me.longs[first + i * me.each]);
        }
        int how = end();
        return how == DONE && me.leavesNothing() ? PLAINLY_DONE : how;
    }

    @Override
    protected int mostHanded() {
        return 2;
    }

    @Override
    protected void append(Caller me, long[] longs, @Nullable Object[] references, int first) {
        bring(longs[first]);
        if (me.worker != null) {
            me.worker.workers.mailed(this, me);
        }
    }
}
