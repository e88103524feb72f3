package io.roundhouse.lab.systems;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A counter alone on its cache lines: the middle one of an array with 128 bytes and more on either
 * side.
 */
final class PaddedCounter {

    private static final int MIDDLE = 16;

    private final AtomicLongArray cells = new AtomicLongArray(2 * MIDDLE + 1);

    /** As many counters, all at zero. */
    static PaddedCounter[] many(int count) {
        PaddedCounter[] counters = new PaddedCounter[count];
        Arrays.setAll(counters, index -> new PaddedCounter());
        return counters;
    }

    long getPlain() {
        return cells.getPlain(MIDDLE);
    }

    long getAcquire() {
        return cells.getAcquire(MIDDLE);
    }

    void setRelease(long value) {
        cells.setRelease(MIDDLE, value);
    }
}
