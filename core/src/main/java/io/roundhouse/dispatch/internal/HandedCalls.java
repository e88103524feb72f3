package io.roundhouse.dispatch.internal;

import org.jspecify.annotations.Nullable;

/**
 * Where calls lie that were handed over: rows of two arrays, one a call, in the order in which they
 * were sent. Used by the worker that has taken them.
 */
public final class HandedCalls {
    /** Primitive arguments and the methods' numbers. */
    public long[] longs = {};

    /** Arguments that are references. */
    public @Nullable Object[] references = {};

    /** Where the first one begins, in both. */
    public int first;

    /** How far the beginnings of two of them are apart. */
    public int each;

    /** How many there are; 0 for none. */
    public int count;

    /** The end of the mail that comes before them. */
    public long end;

    /** Holds none. */
    void none() {
        count = 0;
    }
}
