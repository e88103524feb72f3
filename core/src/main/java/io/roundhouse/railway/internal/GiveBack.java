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
 * moves its processors. So it is measured while goods flow: the rate of one window of goods with
 * and one without, the better is kept, and the other tried again now and then
 * (docs/design/0004-give-back-the-line.md).
 *
 * <p>Not thread-safe: belongs to the unloader of a lane.
 */
public final class GiveBack {
    /** Up to so many slots, giving back is the better guess. */
    private static final int MOST_SLOTS_TO_GIVE_BACK = 1 << 17;

    private static final long SHORTEST_WINDOW = 1 << 17;
    private static final long LONG_WAIT_NANOS = 50_000;
    private static final double CHANGED = 1.3;
    private static final int CHANGES = 4;
    private static final int SHORTEST_PATIENCE = 16;
    private static final int LONGEST_PATIENCE = 512;

    private final Clock clock;
    private final long window;
    private final double[] rates = new double[2];

    private boolean on;
    private boolean settling = true;
    private boolean trying = true;
    private int patience = SHORTEST_PATIENCE;
    private int windowsLeft;
    private long start;
    private long end;
    private long startNanos;

    /** For a lane of so many slots. */
    public GiveBack(int slots, Clock clock) {
        this.clock = clock;
        this.on = slots < MOST_SLOTS_TO_GIVE_BACK;
        this.window = Math.max(SHORTEST_WINDOW, slots);
        this.end = window;
        this.startNanos = clock.nanoTime();
    }

    /** Whether to give back now, having come to {@code position}. */
    public boolean at(long position) {
        if (position >= end) {
            windowEnds(position);
        }
        return on;
    }

    /** The clock, for {@link #waited}. */
    public long now() {
        return clock.nanoTime();
    }

    /** A wait has ended that began at {@code startOfWait}: a long one says nothing of the cores. */
    public void waited(long position, long startOfWait) {
        long now = clock.nanoTime();
        if (now - startOfWait > LONG_WAIT_NANOS) {
            start = position;
            end = position + window;
            startNanos = now;
        }
    }

    private void windowEnds(long position) {
        long now = clock.nanoTime();
        double rate = (position - start) / (double) Math.max(1, now - startNanos);
        start = position;
        end = position + window;
        startNanos = now;
        if (settling) {
            settling = false; // what was measured is a mixture of before and after
        } else if (trying) {
            tried(rate);
        } else {
            kept(rate);
        }
    }

    /** The second of two ways has been measured, or the first at the very beginning. */
    private void tried(double rate) {
        rates[on ? 1 : 0] = rate;
        int other = on ? 0 : 1;
        if (rates[other] == 0) {
            turn();
            return;
        }
        trying = false;
        if (rates[other] > rate) {
            turn();
            patience = Math.min(2 * patience, LONGEST_PATIENCE); // nothing gained by trying
        } else {
            patience = SHORTEST_PATIENCE;
        }
        windowsLeft = patience;
    }

    /**
     * One more window with the way that was chosen: the other one is tried when its turn has come,
     * sooner when the rate has changed.
     */
    private void kept(double rate) {
        double before = rates[on ? 1 : 0];
        boolean changed = rate > before * CHANGED || rate * CHANGED < before;
        rates[on ? 1 : 0] = before + (rate - before) / 4;
        windowsLeft -= changed ? 1 + windowsLeft / CHANGES : 1;
        if (windowsLeft <= 0) {
            trying = true;
            turn();
        }
    }

    private void turn() {
        on = !on;
        settling = true;
    }
}
