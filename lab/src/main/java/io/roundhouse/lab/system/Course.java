package io.roundhouse.lab.system;

import java.util.ArrayList;
import java.util.List;

/**
 * How fast a sample went from its first part to its last: whoever handles its steps looks at the
 * clock {@value #PARTS} times on the way. Used by one thread at a time, each happening before the
 * next.
 */
public final class Course {

    /** Parts of equal size. */
    public static final int PARTS = 20;

    private final long[] marks = new long[PARTS];
    private long steps;
    private int marked;
    private long next = Long.MAX_VALUE;

    /** A sample of that many steps is to begin. */
    public void expect(long count) {
        steps = count;
        marked = 0;
        next = count < PARTS ? Long.MAX_VALUE : endOfPart();
    }

    /** The step at which {@link #reached} is to be told; no step where nothing more is. */
    public long next() {
        return next;
    }

    /** Told of the steps that are done, when they have come to {@link #next}. */
    public void reached() {
        marks[marked++] = System.nanoTime();
        next = marked == PARTS ? Long.MAX_VALUE : endOfPart();
    }

    /** One step more is done: the sum of all so far. */
    public void done(long count) {
        if (count == next) {
            reached();
        }
    }

    private long endOfPart() {
        return steps * (marked + 1) / PARTS;
    }

    /** The nanoseconds of each part but the first, which begins nobody knows when; or nothing. */
    public List<Long> nanos() {
        List<Long> parts = new ArrayList<>();
        for (int part = 1; part < PARTS && marked == PARTS; part++) {
            parts.add(marks[part] - marks[part - 1]);
        }
        return parts;
    }
}
