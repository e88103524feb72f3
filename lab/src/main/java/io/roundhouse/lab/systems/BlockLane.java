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
     * Waits until so many blocks from that number on may be written; returns below which all may.
     */
    long awaitRoom(long number, int room) {
        for (; ; Thread.yield()) {
            long free = number + blocks.length;
            for (var each : read) free = Math.min(free, each.getAcquire() + blocks.length);
            if (free >= number + room) return free;
        }
    }

    /** The block of that number. */
    long[] block(long number) {
        return blocks[(int) (number % blocks.length)];
    }
}
