package io.roundhouse.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An array of references in which a slot itself says whether something is in it: null is empty.
 *
 * <p>What was done before {@link #release} of a reference happens-before what is done after an
 * {@link #acquire} that returns it; the same holds for the null that says that a slot is free.
 */
public final class Slots {
    /**
     * Slots at each end of an array that nobody uses: they keep neighbours in memory off its cache
     * lines.
     */
    public static final int EDGE = 32;

    /** Told who puts null. */
    public static final String NULL_ELEMENT =
            "an element cannot be null, which says that there is none: give an object that stands"
                    + " for it, such as an empty Optional";

    /** So many are looked at in one go, for which the compiler checks the bounds once. */
    private static final int EIGHT = 8;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    private Slots() {}

    /** So many empty slots, a power of two, between two edges. */
    public static @Nullable Object[] ofSize(int slots) {
        return new Object[slots + 2 * EDGE];
    }

    /** The smallest power of two that is not less. */
    public static int powerOfTwo(int atLeast) {
        return atLeast <= 1 ? 1 : Integer.highestOneBit(atLeast - 1) << 1;
    }

    /** What is in the slot of that index, and all that was done before it was put there. */
    public static @Nullable Object acquire(@Nullable Object[] slots, int index) {
        return (Object) SLOT.getAcquire(slots, index);
    }

    /**
     * The same by a plain read before a fence. Where the slot is {@linkplain #clear cleared} next,
     * the compiler checks the index once for both.
     */
    public static @Nullable Object get(@Nullable Object[] slots, int index) {
        Object content = slots[index];
        VarHandle.acquireFence();
        return content;
    }

    /**
     * Takes out what is in a slot (release; pairs with {@link #acquire}). A plain store behind a
     * fence: no array refuses null, so that it needs no look at what the array may hold, which a
     * {@link #release} of null makes.
     */
    public static void clear(@Nullable Object[] slots, int index) {
        VarHandle.releaseFence();
        slots[index] = null;
    }

    /**
     * Puts something into a slot (release; pairs with {@link #acquire}): a plain store behind a
     * fence, for which the compiler has less to compute than for a {@link #release}. For slots of
     * {@link #ofSize} only, and where an ordered store follows.
     */
    public static void fill(@Nullable Object[] slots, int index, Object content) {
        VarHandle.releaseFence();
        slots[index] = content;
    }

    /** Puts something into a slot, or null (release; pairs with {@link #acquire}). */
    public static void release(@Nullable Object[] slots, int index, @Nullable Object content) {
        SLOT.setRelease(slots, index, content);
    }

    // ---- many slots, one after the other: what is said once for all of them is not paid for each

    /** How many slots from an index on have nothing in them, of so many (acquire). */
    public static int free(@Nullable Object[] slots, int from, int many) {
        int to = from + many;
        int at = from;
        while (at <= to - EIGHT && areEightFree(slots, at)) {
            at += EIGHT;
        }
        while (at < to && slots[at] == null) {
            at++;
        }
        VarHandle.acquireFence();
        return at - from;
    }

    /** How many slots from an index on have something in them, of so many (acquire). */
    public static int full(@Nullable Object[] slots, int from, int many) {
        int to = from + many;
        int at = from;
        while (at <= to - EIGHT && areEightFull(slots, at)) {
            at += EIGHT;
        }
        while (at < to && slots[at] != null) {
            at++;
        }
        VarHandle.acquireFence();
        return at - from;
    }

    private static boolean areEightFree(@Nullable Object[] slots, int at) {
        return slots[at] == null
                && slots[at + 1] == null
                && slots[at + 2] == null
                && slots[at + 3] == null
                && slots[at + 4] == null
                && slots[at + 5] == null
                && slots[at + 6] == null
                && slots[at + 7] == null;
    }

    private static boolean areEightFull(@Nullable Object[] slots, int at) {
        return slots[at] != null
                && slots[at + 1] != null
                && slots[at + 2] != null
                && slots[at + 3] != null
                && slots[at + 4] != null
                && slots[at + 5] != null
                && slots[at + 6] != null
                && slots[at + 7] != null;
    }

    /** Copies what is in so many slots (acquire). */
    public static void copy(
            @Nullable Object[] slots, int from, @Nullable Object[] into, int at, int many) {
        System.arraycopy(slots, from, into, at, many);
        VarHandle.acquireFence();
    }

    /** Takes out what is in so many slots, in any order (release). */
    public static void clear(@Nullable Object[] slots, int from, int many) {
        VarHandle.releaseFence();
        Arrays.fill(slots, from, from + many, null);
    }
}
