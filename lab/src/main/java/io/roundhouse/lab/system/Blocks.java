package io.roundhouse.lab.system;

/**
 * The work on whole blocks of goods, the same for every system that hands over blocks: made as
 * cheap as plain code can, so that what is measured is the hand-over and not the adding up.
 */
public final class Blocks {

    /** Goods of a cache line of 64 bytes. */
    public static final int LINE = 8;

    private Blocks() {}

    /** Writes {@code first, first + 1, ...} to {@code block[from] ... block[to - 1]}. */
    public static void fill(long[] block, int from, int to, long first) {
        long shift = first - from;
        for (int i = from; i < to; i++) {
            block[i] = shift + i;
        }
    }

    /**
     * The sum of {@code block[from] ... block[to - 1]}, in four parts: one addition a step would be
     * the bottleneck.
     */
    public static long sum(long[] block, int from, int to) {
        long a = 0;
        long b = 0;
        long c = 0;
        long d = 0;
        int i = from;
        for (; i <= to - 4; i += 4) {
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
