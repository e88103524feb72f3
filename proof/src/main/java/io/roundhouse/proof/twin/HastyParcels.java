package io.roundhouse.proof.twin;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A queue for many at both ends, of numbers that come in parcels, after the same algorithm as
 * {@code MpmcQueue} and {@code SharedHeadQueue}: a position for each number, a slot for all.
 */
public final class HastyParcels {
    /** What it does wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who opens a parcel does not look whether another one was opened meanwhile. */
        OPENS_AN_OLD_PARCEL,

        /** Who opens a parcel has read what was opened after the head. */
        LOOKS_TOO_LATE,

        /** Who takes a part of a parcel does not open it. */
        LEAVES_IT_CLOSED
    }

    private record Parcel(long first, int[] elements) {
        long end() {
            return first + elements.length;
        }

        boolean has(long position) {
            return first <= position && position < end();
        }
    }

    private final int bound;
    private final Flaw flaw;
    private final AtomicReferenceArray<@Nullable Parcel> slots;
    private final AtomicReference<@Nullable Parcel> opened = new AtomicReference<>();
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong head = new AtomicLong();

    /** Of so many slots, a power of two. */
    public HastyParcels(int bound, Flaw flaw) {
        this.bound = bound;
        this.flaw = flaw;
        this.slots = new AtomicReferenceArray<>(bound);
    }

    /** Puts as many as there is room for, from the first on; returns how many. */
    public int offerMany(int... elements) {
        int count = 0;
        while (count < elements.length) {
            int claimed = offer(Arrays.copyOfRange(elements, count, elements.length));
            if (claimed == 0) {
                break;
            }
            count += claimed;
        }
        return count;
    }

    private int offer(int[] elements) {
        while (true) {
            long at = tail.get();
            int room = (int) Math.min(elements.length, head.get() + bound - at);
            if (room <= 0) {
                return 0;
            }
            if (slots.get(index(at)) == null && tail.compareAndSet(at, at + room)) {
                slots.set(index(at), new Parcel(at, Arrays.copyOf(elements, room)));
                return room;
            }
            Thread.onSpinWait();
        }
    }

    /** Takes as many as are there and fit, of one parcel; returns how many. */
    public int pollMany(@Nullable Integer[] into) {
        while (true) {
            Parcel before = opened.get();
            long at = head.get();
            if (flaw == Flaw.LOOKS_TOO_LATE) {
                before = opened.get();
            }
            if (tail.get() <= at) {
                return 0;
            }
            Parcel parcel = before != null && before.has(at) ? before : slots.get(index(at));
            if (parcel != null && parcel.has(at)) {
                int many = (int) Math.min(into.length, parcel.end() - at);
                for (int i = 0; i < many; i++) {
                    into[i] = parcel.elements[(int) (at - parcel.first) + i];
                }
                if (opens(before, parcel, at + many) && head.compareAndSet(at, at + many)) {
                    if (parcel.first == at) {
                        slots.set(index(at), null);
                    }
                    return many;
                }
            }
            Thread.onSpinWait();
        }
    }

    private boolean opens(@Nullable Parcel before, Parcel parcel, long to) {
        if (parcel == before || to >= parcel.end() || flaw == Flaw.LEAVES_IT_CLOSED) {
            return true;
        }
        if (flaw == Flaw.OPENS_AN_OLD_PARCEL) {
            opened.set(parcel);
            return true;
        }
        return opened.compareAndSet(before, parcel);
    }

    private int index(long position) {
        return (int) position & bound - 1;
    }
}
