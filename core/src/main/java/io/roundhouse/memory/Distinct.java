package io.roundhouse.memory;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Objects of which none is there twice, whatever they are equal to, held in the order in which they
 * came. Not thread-safe.
 *
 * <p>Why not an {@code IdentityHashMap}: a collector that finds objects in a table of references
 * first, and moves them, leaves them in memory in the order of their hash codes. Who walks them in
 * the order in which they were made then finds each on another cache line, and is half as fast
 * (docs/design/0013a-events-in-the-order-of-making.md). Here it finds them in that order.
 */
public final class Distinct {
    private static final int FEW = 16;
    private static final int MOST = 1 << 29;

    private @Nullable Object[] objects;
    private int size;

    /**
     * Where an object is, plus 1, from its hash code on; a power of two, of which half is 0 at
     * least.
     */
    private int[] places;

    /**
     * None so far.
     *
     * @param expected how many there will be, as far as is known; memory is taken for so many
     */
    public Distinct(long expected) {
        int room = Math.clamp(expected, FEW, MOST / 2);
        objects = new Object[room];
        places = new int[2 * Integer.highestOneBit(2 * room - 1)];
    }

    /** Adds it, unless it is there; returns whether it was not. */
    public boolean add(Object object) {
        Objects.requireNonNull(object);
        int place = placeOf(object);
        if (places[place] != 0) {
            return false;
        }
        if (size == objects.length) {
            grow();
            place = placeOf(object);
        }
        objects[size++] = object;
        places[place] = size;
        return true;
    }

    /** Where it is, or would be. */
    private int placeOf(Object object) {
        int last = places.length - 1;
        int at =
                System.identityHashCode(object) * 0x9E3779B9 >>> Integer.numberOfLeadingZeros(last);
        while (places[at] != 0 && objects[places[at] - 1] != object) {
            at = (at + 1) & last;
        }
        return at;
    }

    private void grow() {
        if (size > MOST / 2) {
            throw new IllegalStateException(
                    "it cannot be told of more than "
                            + size
                            + " objects whether one is there twice");
        }
        objects = Arrays.copyOf(objects, 2 * size);
        places = new int[2 * Integer.highestOneBit(4 * size - 1)];
        for (int i = 0; i < size; i++) {
            places[placeOf(Objects.requireNonNull(objects[i]))] = i + 1;
        }
    }

    @Override
    public String toString() {
        return size + " objects";
    }
}
