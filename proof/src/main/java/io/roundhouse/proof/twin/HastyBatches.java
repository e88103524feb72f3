package io.roundhouse.proof.twin;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A queue for many at both ends, of numbers that are put and taken many at a time, after the same
 * algorithm as {@code MpmcQueue} and {@code SharedHeadQueue}: one claim for all that are seen free,
 * or full.
 */
public final class HastyBatches {
    /** What it does wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who takes claims all below the tail, though some may not be put yet. */
        TAKES_WHAT_IS_NOT_PUT,

        /** Who takes copies before the claim, and does not copy again when that has failed. */
        KEEPS_WHAT_IT_SAW
    }

    private final int bound;
    private final Flaw flaw;
    private final AtomicReferenceArray<@Nullable Integer> slots;
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong head = new AtomicLong();

    /** Of so many slots, a power of two. */
    public HastyBatches(int bound, Flaw flaw) {
        this.bound = bound;
        this.flaw = flaw;
        this.slots = new AtomicReferenceArray<>(bound);
    }

    /** Puts as many as there is room for, from the first on; returns how many. */
    public int offerMany(int... elements) {
        int count = 0;
        while (count < elements.length) {
            int claimed = offer(elements, count);
            if (claimed == 0) {
                break;
            }
            count += claimed;
        }
        return count;
    }

    private int offer(int[] elements, int from) {
        while (true) {
            long at = tail.get();
            long room = Math.min(elements.length - from, head.get() + bound - at);
            if (room <= 0) {
                return 0;
            }
            int free = free(at, room);
            if (free > 0 && tail.compareAndSet(at, at + free)) {
                for (int i = 0; i < free; i++) {
                    slots.set(index(at + i), elements[from + i]);
                }
                return free;
            }
            Thread.onSpinWait();
        }
    }

    private int free(long at, long most) {
        int free = 0;
        while (free < most && slots.get(index(at + free)) == null) {
            free++;
        }
        return free;
    }

    /** Takes as many as are there and fit; returns how many. */
    public int pollMany(@Nullable Integer[] into) {
        boolean copied = false;
        int there = 0;
        while (true) {
            long at = head.get();
            long full = Math.min(into.length, tail.get() - at);
            if (full <= 0) {
                return 0;
            }
            if (!copied || flaw != Flaw.KEEPS_WHAT_IT_SAW) {
                there = copy(at, (int) full, into);
                copied = there > 0;
            }
            if (there > 0 && head.compareAndSet(at, at + there)) {
                for (int i = 0; i < there; i++) {
                    slots.set(index(at + i), null);
                }
                return there;
            }
            Thread.onSpinWait();
        }
    }

    private int copy(long at, int most, @Nullable Integer[] into) {
        int there = 0;
        while (there < most) {
            Integer element = slots.get(index(at + there));
            if (element == null && flaw != Flaw.TAKES_WHAT_IS_NOT_PUT) {
                break;
            }
            into[there++] = element;
        }
        return there;
    }

    private int index(long position) {
        return (int) position & bound - 1;
    }
}
