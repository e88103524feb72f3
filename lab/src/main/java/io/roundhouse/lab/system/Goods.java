package io.roundhouse.lab.system;

/** The goods of a transfer, as numbers and as preallocated objects. */
public final class Goods {

    /** Number of preallocated objects; a power of two. */
    public static final int POOL = 1024;

    private Goods() {}

    /** {@code first + (first + 1) + ... + (first + count - 1)}, wrapping around. */
    public static long sum(long first, long count) {
        // count * (count - 1) may wrap before it is halved: of the two, the even one is halved
        long pairs = (count & 1) == 0 ? (count / 2) * (count - 1) : ((count - 1) / 2) * count;
        return count * first + pairs;
    }

    /**
     * A pool of {@link #POOL} objects; good {@code g} is carried by object {@code g & (POOL - 1)},
     * of that value.
     */
    public static Long[] pool() {
        Long[] pool = new Long[POOL];
        for (int i = 0; i < POOL; i++) {
            pool[i] = newLong(i);
        }
        return pool;
    }

    /**
     * The sum that {@link #sum} would be with every good replaced by the value of its pooled
     * object.
     */
    public static long pooledSum(long first, long count) {
        long total = 0;
        long rest = count % POOL;
        for (long g = first; g < first + rest; g++) {
            total += g & (POOL - 1);
        }
        return total + (count / POOL) * ((long) POOL * (POOL - 1) / 2);
    }

    @SuppressWarnings({"removal", "deprecation"})
    private static Long newLong(long value) {
        return new Long(value); // not from the cache of small values: all alike, side by side
    }
}
