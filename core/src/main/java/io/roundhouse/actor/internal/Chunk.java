package io.roundhouse.actor.internal;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Room for records of a {@link Mailbox}, a power of two of them: who writes and reads what there is
 * told there.
 */
class Chunk {
    private static final @Nullable Object[] NONE = {};
    private static final int TURNS_A_RECORD = 2048;

    final long begin;
    final int mask;
    final long[] longs;
    final @Nullable Object[] references;

    /** Where it goes on from that one's beginning; set before anything is loaded there. */
    volatile @Nullable Chunk next;

    /** In how many turns in a row little of it was used. The runner. */
    int littleUsed;

    Chunk(long begin, int records, int longsEach, int referencesEach) {
        this.begin = begin;
        this.mask = records - 1;
        this.longs = new long[Math.multiplyExact(records, longsEach)];
        this.references =
                referencesEach == 0
                        ? NONE
                        : new Object[Math.multiplyExact(records, referencesEach)];
    }

    final int records() {
        return mask + 1;
    }

    /** In one turn more little of it was used: whether that is enough of them. The runner. */
    final boolean isLittleUsedForLong() {
        return ++littleUsed >= Math.min((long) records() * TURNS_A_RECORD, Integer.MAX_VALUE);
    }

    final @Nullable Chunk nextAt(long position) {
        Chunk after = next;
        return after != null && position >= after.begin ? after : null;
    }

    /** What its records refer to at the moment. Any thread; see {@link Mailbox}. */
    final void forEachReference(Consumer<Object> taker) {
        for (Object reference : references) {
            if (reference != null) {
                taker.accept(reference);
            }
        }
    }

    /**
     * One that the house counts: a class of its own, since a field would cost all others 8 bytes.
     */
    static final class Counted extends Chunk {
        Counted(long begin, int records, int longsEach, int referencesEach) {
            super(begin, records, longsEach, referencesEach);
        }
    }
}
