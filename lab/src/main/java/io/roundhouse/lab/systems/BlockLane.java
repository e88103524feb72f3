package io.roundhouse.lab.systems;

/**
 * Blocks of {@code long}s on their way from one producer to some readers, each of which sees all of
 * them.
 *
 * @param blocks used in turn
 * @param written how many blocks were written; the contents go with it
 * @param read how many blocks each reader has read; the right to write them again goes with it
 */
record BlockLane(long[][] blocks, PaddedCounter written, PaddedCounter[] read) {

    BlockLane(int size, int count, int readers) {
        this(new long[count][size], new PaddedCounter(), PaddedCounter.many(readers));
    }

    /**
     * Whether the blocks from that number on, so many, would overwrite one that a reader has not
     * read.
     */
    boolean full(long number, PaddedCounter read, int room) {
        return number - read.getAcquire() > blocks.length - room;
    }

    /** The block of that number. */
    long[] block(long number) {
        return blocks[(int) (number % blocks.length)];
    }
}
