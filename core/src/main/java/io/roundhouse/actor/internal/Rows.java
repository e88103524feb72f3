package io.roundhouse.actor.internal;

import org.jspecify.annotations.Nullable;

/**
 * Copies what calls are made of from row to row. Most calls have one argument or two: what is
 * beyond that is a loop of its own, since one that begins with the first element is compiled for
 * many.
 */
final class Rows {
    private Rows() {}

    /** Copies {@code count} of them, all but the first, which is for the caller to publish. */
    static void copyBehindHeader(long[] from, int at, long[] to, int first, int count) {
        if (count > 1) {
            to[first + 1] = from[at + 1];
            for (int i = 2; i < count; i++) {
                to[first + i] = from[at + i];
            }
        }
    }

    /** Copies {@code count} of them. */
    static void copy(@Nullable Object[] from, int at, @Nullable Object[] to, int first, int count) {
        if (count > 0) {
            to[first] = from[at];
            for (int i = 1; i < count; i++) {
                to[first + i] = from[at + i];
            }
        }
    }
}
