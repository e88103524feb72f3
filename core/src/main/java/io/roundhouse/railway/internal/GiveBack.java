package io.roundhouse.railway.internal;

import io.roundhouse.waiting.Clock;

/**
 * Decides whether an unloader gives the cache lines that it has read back to the loader, by writing
 * to each of them once.
 *
 * <p>A line that was only read stays shared: the loader's next store to it is an upgrade that its
 * processor does not fetch ahead, and costs a full trip between the cores. A line that was written
 * to comes back like any other line that is missing, several at a time. Which is faster depends on
 * how far the cores are from each other, on their caches and on how many slots there are, by
 * factors of two to eight either way, and may change under a running program where a hypervisor
 * moves its processors. So it is measured while goods flow
 * (docs/design/0004-give-back-the-line.md).
 *
 * <p>Design.
 *
 * <pre>
 *   keep:  window, window, window …        until it has rested long enough
 *   try:   a window to settle, then two; a third if they are not clearly slower
 *          clearly faster  → keep this way
 *          else            → back, and a window to settle
 * </pre>
 *
 * A window is at least one time round the lane, because a line that was given back, or not, is felt
 * when the loader comes round again. Ways are compared by the median of three windows, or the
 * better of two where the tried way loses: a thread that was off its processor makes one window too
 * slow, and may make the next one too fast, as it finds a full lane. What a trial has cost says how
 * long to rest: {@link #RESTS} times as long, in time that goods flowed.
 *
 * <p>Not thread-safe: belongs to the unloader of a lane.
 */
public final class GiveBack {
    /** Up to so many slots, giving back is the better guess. */
    private static final int MOST_SLOTS_TO_GIVE_BACK = 1 << 17;

    private static final long SHORTEST_WINDOW = 1 << 17;
    private static final long LONG_WAIT_NANOS = 50_000;

    /** Where fewer goods lie between two waits, the end of a wait has no time to lose. */
    private static final int FEW = 32;

    /** So many times better, the other way is taken. */
    private static final double CLEARLY = 1.15;

    /** Of the time between two trials, one part in so many is what a trial may lose. */
    private static final int RESTS = 50;

    /** Of the time between two trials, one part in so many is what a trial may take. */
    private static final int RESTS_WHERE_NOTHING_IS_LOST = 10;

    private static final double SHORTEST_REST_NANOS = 20e6;

    private final Clock clock;
    private final long window;

    /** Nanoseconds a good in the last three windows of the way that is kept, and that is tried. */
    private double[] kept = new double[3];

    private double[] tried = new double[3];
    private int windows; // of the way at hand
    private boolean on;
    private boolean settling = true;
    private boolean trying;
    private double rest;
    private long start;
    private long end;
    private long startNanos;

    private long waitedAt;
    private long waitNanos; // when the last wait began

    /** Whether the last wait came after a few goods, so that nobody looked how long it was. */
    private boolean unclocked;

    /** For a lane of so many slots. */
    public GiveBack(int slots, Clock clock) {
        this.clock = clock;
        this.on = slots < MOST_SLOTS_TO_GIVE_BACK;
        this.window = Math.max(SHORTEST_WINDOW, slots);
        this.end = window;
        this.startNanos = clock.nanoTime();
    }

    /**
     * Whether to give back now, having come to {@code position}, with goods up to {@code
     * available}.
     */
    public boolean at(long position, long available) {
        if (unclocked && available - waitedAt >= FEW) {
            flowsAgain(position);
        }
        if (position >= end) {
            windowEnds(position);
        }
        return on;
    }

    /** A wait begins. */
    public void waits(long position) {
        long now = clock.nanoTime();
        if (unclocked && now - waitNanos > LONG_WAIT_NANOS) {
            begin(position, now);
        }
        unclocked = position - waitedAt < FEW;
        waitedAt = position;
        waitNanos = now;
    }

    /**
     * A wait has ended: a long one says nothing of the cores. Where goods come one by one, a look
     * at the clock would delay each of them; there the next wait tells how long this one was, or
     * the first look when there are more than a few.
     */
    public void waited(long position) {
        if (!unclocked) {
            long now = clock.nanoTime();
            if (now - waitNanos > LONG_WAIT_NANOS) {
                begin(position, now);
            }
        }
    }

    /** There is more than a few behind a wait that nobody has timed: the look at the clock, now. */
    private void flowsAgain(long position) {
        unclocked = false;
        waited(position);
    }

    /** Another window begins. */
    private void begin(long position, long now) {
        start = position;
        end = position + window;
        startNanos = now;
        unclocked = false;
    }

    private void windowEnds(long position) {
        long now = clock.nanoTime();
        double nanos = Math.max(1, now - startNanos);
        double each = nanos / (position - start);
        boolean waited = unclocked && now - waitNanos > LONG_WAIT_NANOS;
        begin(position, now);
        if (waited) {
            return; // perhaps for most of the time
        }
        if (settling) {
            settling = false; // what was measured is a mixture of before and after
        } else if (trying) {
            tried(each);
        } else {
            kept(each, nanos);
        }
    }

    /** One more window of the way that is kept. */
    private void kept(double each, double nanos) {
        kept[windows++ % kept.length] = each;
        rest -= nanos;
        if (rest <= 0 && windows >= kept.length) {
            trying = true;
            turn();
        }
    }

    /** One more window of the other way. */
    private void tried(double each) {
        tried[windows++] = each;
        double before = median(kept);
        if (windows == 2) {
            double best = Math.min(tried[0], tried[1]);
            if (best > before * CLEARLY) {
                decide(before, best);
            }
        } else if (windows == tried.length) {
            decide(before, median(tried));
        }
    }

    private void decide(double before, double after) {
        double goods = (double) window * (windows + 1); // it has settled for one
        double lost = Math.max(0, after - before) * goods;
        rest = Math.max(RESTS * lost, RESTS_WHERE_NOTHING_IS_LOST * before * goods);
        rest = Math.max(rest, SHORTEST_REST_NANOS);
        trying = false;
        if (after * CLEARLY < before) {
            double[] other = kept;
            kept = tried;
            tried = other;
        } else {
            turn();
        }
    }

    private void turn() {
        on = !on;
        settling = true;
        windows = 0;
    }

    private static double median(double[] three) {
        double least = Math.min(three[0], Math.min(three[1], three[2]));
        double most = Math.max(three[0], Math.max(three[1], three[2]));
        return three[0] + three[1] + three[2] - least - most;
    }
}
