package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a thread that calls actors has at hand: room for the call that it is writing, and, where the
 * thread runs actors itself, which one it is running. One a thread, used by that thread only.
 *
 * <p>A call is written at {@link #first} of both arrays. A worker hands a call over to an idle
 * actor by leaving it where it is and writing the next one in the other half.
 */
public final class Caller {
    private static final int HALF = 32;

    private static final ThreadLocal<Caller> OTHERS =
            ThreadLocal.withInitial(() -> new Caller(null));

    /** Primitive arguments and the method's number. */
    public long[] longs = new long[2 * HALF];

    /** Arguments that are references. */
    public @Nullable Object[] references = new Object[2 * HALF];

    /** Where the call that is being written starts. */
    public int first;

    private int half = HALF;

    /** The worker that this thread is; null for other threads. */
    public final @Nullable Worker worker;

    /** What this thread runs at the moment. */
    public @Nullable Task running;

    /** Whose mailbox is so full that what runs here should rest after this call. */
    public @Nullable Task pressed;

    /** Set by others when nothing more is to be handled. */
    private volatile boolean hurried;

    private @Nullable Waiter waiter;

    Caller(@Nullable Worker worker) {
        this.worker = worker;
    }

    /** The calling thread's. */
    public static Caller current() {
        return Thread.currentThread() instanceof Carrier carrier ? carrier.caller : OTHERS.get();
    }

    /** The calling thread's, with room for a call of that size. For generated code. */
    public static Caller current(int longsEach, int referencesEach) {
        Caller me = current();
        if (Math.max(longsEach, referencesEach) > me.half) {
            me.enlarge(Math.max(longsEach, referencesEach));
        }
        return me;
    }

    private void enlarge(int least) {
        if (worker != null) {
            worker.clearHanded();
        }
        half = Integer.highestOneBit(least) << 1;
        renew();
    }

    /** Goes on in the other half. */
    void turnOver() {
        first ^= half;
    }

    /** Goes on in new arrays with the call that is written; somebody else has the old ones. */
    void renew() {
        long[] oldLongs = longs;
        @Nullable Object[] oldReferences = references;
        int from = first;
        int length = Math.min(half, oldLongs.length - from);
        longs = Arrays.copyOf(Arrays.copyOfRange(oldLongs, from, from + length), 2 * half);
        references =
                Arrays.copyOf(Arrays.copyOfRange(oldReferences, from, from + length), 2 * half);
        first = 0;
    }

    /** The call that is being written is not sent: does not hold its references. */
    public void forget(int referencesEach) {
        Arrays.fill(references, first, first + referencesEach, null);
    }

    /** Nothing more is to be handled on this thread. Any thread. */
    void hurry() {
        hurried = true;
    }

    /** Gets rid of what is left by running this: nothing is handled meanwhile. This thread only. */
    void rid(Runnable body) {
        boolean before = hurried;
        hurried = true;
        try {
            body.run();
        } finally {
            hurried = before;
        }
    }

    /** Whether what is still there is to be got rid of. */
    public boolean isHurried() {
        return hurried;
    }

    /** With what this thread waits for room. */
    public Waiter waiter() {
        Waiter mine = waiter;
        if (mine == null) {
            mine = WaitStrategy.adaptive().newWaiter();
            waiter = mine;
        }
        return mine;
    }
}
