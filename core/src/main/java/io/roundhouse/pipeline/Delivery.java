package io.roundhouse.pipeline;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.internal.Named;

/**
 * The wait until all stages have passed what was published before it began. It takes nothing, so
 * any number of threads may wait; it may run the clearing hook.
 */
final class Delivery<T> implements Wait {
    private final Line<T> line;
    private final Lane<T>[] lanes;
    private final long[] published;

    Delivery(Line<T> line) {
        this.line = line;
        lanes = line.source.lanes().all();
        published = new long[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            published[i] = lanes[i].published();
        }
    }

    @Override
    public boolean met() {
        return isMade() || line.isStopping();
    }

    /** Whether all stages have passed it. */
    boolean isMade() {
        line.source.retire();
        for (int i = 0; i < lanes.length; i++) {
            long counts = Math.min(published[i], lanes[i].published()); // less once it is sealed
            if (lanes[i].freed.acquire() < counts) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return "thread "
                + Named.thread(Thread.currentThread())
                + " waits until "
                + line
                + " has delivered what was published; "
                + line.explain();
    }
}
