package io.roundhouse.railway.internal;

import org.jspecify.annotations.Nullable;

/**
 * Room for the records of a lane, until the lane grows or shrinks: then its loader goes on in
 * another one, and its unloader follows when it has come to the end of this one.
 *
 * <p>A record is a row of {@code long}s and a row of references, at {@code record(position)} times
 * the row's length, behind an edge that keeps neighbours in memory off its cache lines.
 */
final class RecordStore {
    /** The first position that may be here. */
    final long base;

    /** A position's record is {@code position & mask}. */
    final int mask;

    final long[] longs;
    final @Nullable Object[] references;

    /** The first position that is in {@link #next}; set before anything is loaded there. */
    volatile long end = Long.MAX_VALUE;

    volatile @Nullable RecordStore next;

    RecordStore(long base, int records, int longsEach, int referencesEach) {
        this.base = base;
        this.mask = records - 1;
        this.longs = new long[edged(records, longsEach, RecordLoader.LONGS_EDGE)];
        this.references = new Object[edged(records, referencesEach, RecordLoader.REFERENCES_EDGE)];
    }

    private static int edged(int records, int each, int edge) {
        return each == 0 ? 0 : Math.addExact(Math.multiplyExact(records, each), 2 * edge);
    }

    int records() {
        return mask + 1;
    }
}
