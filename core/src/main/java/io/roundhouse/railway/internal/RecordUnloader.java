package io.roundhouse.railway.internal;

import io.roundhouse.waiting.Waiter;
import org.jspecify.annotations.Nullable;

/**
 * The unloader's end of lanes of records.
 *
 * <pre>
 *   unloader.enter();                                // at records of one lane
 *   do {
 *       int record = unloader.record();
 *       … unloader.longs[LONGS_EDGE + record * longsEach] …
 *       unloader.references[…] = null;
 *   } while (unloader.next());
 * </pre>
 */
public abstract class RecordUnloader extends Unloading {
    private static final int LINE = 8;
    private static final long[] NO_LONGS = {};
    private static final @Nullable Object[] NO_REFERENCES = {};

    /** The rows of {@code long}s of the lane at hand. Unloading thread only. */
    public long[] longs = NO_LONGS;

    /** The rows of references of the lane at hand. Unloading thread only. */
    public @Nullable Object[] references = NO_REFERENCES;

    private int mask;
    private boolean giveBack;
    private RecordInbound[] lanes;
    private int current;

    /**
     * @param lanes at least one
     * @param waiter waits for records
     */
    protected RecordUnloader(RecordInbound[] lanes, Waiter waiter) {
        super(lanes, waiter);
        this.lanes = lanes;
    }

    // ---- hot path

    /** The row at hand. */
    public final int record() {
        return (int) position & mask;
    }

    /**
     * The row that starts at {@code longs[first]} has been read: gives its cache lines back to the
     * loader where that is measured to be faster.
     */
    public final void taken(long[] longs, int first, int longsEach) {
        if (giveBack && (first & (LINE - 1)) < longsEach) {
            longs[first] = 0;
        }
    }

    /**
     * The record at hand is done with (release; pairs with the loader's look); returns whether
     * another one follows.
     */
    public final boolean next() {
        passed(position + 1);
        return position < limit;
    }

    // ---- cold path

    /** The number of the lane at hand. */
    protected final int lane() {
        return current;
    }

    /** Gets ready for the records between the position and the limit. */
    public final void enter() {
        RecordInbound lane = lanes[current];
        RecordStore store = lane.store();
        longs = store.longs;
        references = store.references;
        mask = store.mask;
        giveBack = lane.giveBackNow(position, limit);
    }

    /** Waits until the position is at records or {@link #over} says so; returns which. */
    protected final boolean waitForRecords() {
        RecordInbound lane = lanes[current];
        lane.waits();
        try {
            return waitForMore(Long.MAX_VALUE);
        } finally {
            lane.waited();
        }
    }

    /** Has these lanes from now on. */
    protected final void inbound(RecordInbound[] now) {
        lanes = now;
        lanes(now);
    }

    /**
     * Does not hold memory that loaders have left, where nothing is in it; returns whether that is
     * all that they have left. The unloading thread, when it is at no record.
     */
    protected final boolean letsGo() {
        longs = NO_LONGS;
        references = NO_REFERENCES;
        boolean all = true;
        for (RecordInbound each : lanes) {
            all &= each.letsGo();
        }
        return all;
    }

    @Override
    protected final void arrivedAt(int lane) {
        current = lane;
    }
}
