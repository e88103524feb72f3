package io.roundhouse.lab.system;

/**
 * The work on whole blocks of goods, the same for every system that hands over blocks: made as
 * cheap as plain code can, so that what is measured is the hand-over and not the adding up.
 */
public final class Blocks {

    /** Goods of a cache line of 64 bytes. */
    public static final int LINE = 8;

    /**
     * Always 0, which the compiler must not know: C2 uses vectors in {@link #fill} only where it
     * cannot prove that the first index is 0, and is half as fast where it can.
     */
    @SuppressWarnings("FieldMayBeFinal")
    private static int nothing = 0;

    private Blocks() {}

    /** Writes {@code first, first + 1, ...} to {@code block[from] ... block[to - 1]}. */
    public static void fill(long[] block, int from, int to, long first) {
        int start = from + nothing;
        long shift = first - start;
        for (int i = start; i < to; i++) {
            block[i] = shift + i;
        }
    }

    /**
     * The sum of {@code block[from] ... block[to - 1]}, in four parts: one addition a step would be
     * the bottleneck.
     *
     * <p>The end of the first loop is a variable of its own: where it stood in the condition,
     * {@code i <= to - 4}, C2 in some processes took the loop for one that might not end, and
     * compiled it with all checks inside, at half the speed. Who was hit depended on what it was
     * inlined into.
     */
    public static long sum(long[] block, int from, int to) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int i = from;
        int end = to - 3;
        for (; i < end; i += 4) {
            a += block[i];
            b += block[i + 1];
            c += block[i + 2];
            d += block[i + 3];
        }
        for (; i < to; i++) {
            a += block[i];
        }
        return a + b + c + d;
    }
}
