package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code transfer}.
 *
 * @param producers threads that load goods
 * @param consumers threads that unload them; in {@link Mode#MIXED}, threads that pass them on
 * @param trains trains on the ring, or blocks in flight
 * @param capacity goods a train can carry
 * @param batch goods handed over together by systems that batch without trains; 1 = one by one
 * @param mode who gets which goods
 * @param busyThreads threads that will be busy at once, those of the scenario included
 * @param cores processors the JVM may use
 */
public record TransferSpec(
        int producers,
        int consumers,
        int trains,
        int capacity,
        int batch,
        Mode mode,
        int busyThreads,
        int cores) {

    /** Who gets which goods. */
    public enum Mode {
        /** Every consumer sees every good. */
        EACH,
        /** Each good goes to one consumer. */
        SHARE,
        /**
         * The threads form a ring; the first puts goods on and takes results off, every other
         * passes each on plus 1.
         */
        MIXED
    }

    /**
     * Whether every good goes from one place to one place, so that an ordinary queue can carry it.
     */
    public boolean queueLike() {
        return mode == Mode.SHARE || (mode == Mode.EACH && consumers == 1);
    }

    /**
     * Whether there are more busy threads than processors, so that a spinning thread keeps another
     * from working.
     */
    public boolean crowded() {
        return busyThreads > cores;
    }

    /** The same job with other trains. */
    public TransferSpec withTrains(int otherTrains, int otherCapacity) {
        return new TransferSpec(
                producers, consumers, otherTrains, otherCapacity, batch, mode, busyThreads, cores);
    }

    /** Threads that take part. */
    public int threads() {
        return producers + consumers;
    }
}
