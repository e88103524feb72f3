package io.roundhouse.pipeline;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Events that a publisher fills and that are then published all at once.
 *
 * @param <T> the events
 */
public final class Batch<T> {
    /** Fills part of a batch. */
    @FunctionalInterface
    public interface Filler<T> {
        /**
         * Changes up to {@code room} events, from index 0 on, and returns how many. They are
         * published, all at once, when this returns; if it throws, nothing is.
         *
         * @param batch of use only until this returns
         * @param room its size: how many there is room for, as far as is known; behind a batch that
         *     was left empty it is looked for anew
         */
        int fill(Batch<T> batch, int room);
    }

    private T @Nullable [] events;
    private int mask;
    private long first;
    private int size;

    /** Whether the last filler has taken nothing of it. */
    private boolean leftEmpty;

    Batch() {}

    /**
     * The event with that index.
     *
     * @throws IndexOutOfBoundsException if there is none
     * @throws IllegalStateException if the filler has returned
     */
    public T get(int index) {
        T[] from = events;
        if (from == null) {
            throw new IllegalStateException(
                    "the batch has been published; a filler must not keep it");
        }
        Objects.checkIndex(index, size);
        return from[Lane.EDGE + ((int) (first + index) & mask)];
    }

    int fill(Filler<T> filler, T[] from, int itsMask, long position, int room) {
        events = from;
        mask = itsMask;
        first = position;
        size = room;
        try {
            int filled = filler.fill(this, room);
            if (filled < 0 || filled > room) {
                throw new IndexOutOfBoundsException(
                        "the filler says it filled "
                                + filled
                                + " events where there was room for "
                                + room);
            }
            leftEmpty = filled == 0;
            return filled;
        } finally {
            events = null;
        }
    }

    boolean wasLeftEmpty() {
        return leftEmpty;
    }
}
