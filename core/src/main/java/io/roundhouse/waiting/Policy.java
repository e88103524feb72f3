package io.roundhouse.waiting;

/**
 * The strategies of {@link WaitStrategy} as numbers.
 *
 * @param spins looks with a spin hint between them; {@link #FOREVER} never goes on to yield
 * @param yields looks with a yield between them; {@link #FOREVER} never goes on to park
 * @param naps true to nap for growing times without asking to be woken, false to park until woken
 * @param learns true to spin and yield less after waits that ended in a park
 * @param looksOn true to look for longer where yields let nobody run
 * @param givesWay true to yield between the looks of a pause, too, on a thread of the platform
 */
record Policy(
        String name,
        int spins,
        int yields,
        boolean naps,
        boolean learns,
        boolean looksOn,
        boolean givesWay)
        implements WaitStrategy {
    static final int FOREVER = Integer.MAX_VALUE;

    static final Policy ADAPTIVE = new Policy("adaptive", 200, 100, false, true, false, false);

    /** Adaptive among more threads than processors: whoever is waited for needs this processor. */
    static final Policy CROWDED = new Policy("adaptive", 10, 100, false, true, false, true);

    /**
     * Adaptive where each thread may have a processor: while yields let nobody run it looks on
     * instead, as what is waited for is seen a quarter of a microsecond earlier.
     */
    static final Policy ROOMY = new Policy("adaptive", 200, 100, false, true, true, false);

    static final Policy BUSY_SPIN = new Policy("busy-spin", FOREVER, 0, false, false, false, false);
    static final Policy YIELDING = new Policy("yielding", 100, FOREVER, false, false, false, false);
    static final Policy BACK_OFF = new Policy("back-off", 100, 100, true, false, false, false);
    static final Policy PARKING = new Policy("parking", 0, 0, false, false, false, false);

    /** Whether it never leaves the processor to itself. */
    boolean burns() {
        return spins == FOREVER || yields == FOREVER;
    }

    @Override
    public Waiter newWaiter() {
        return new ThreadWaiter(this, Clock.system());
    }

    @Override
    public Waiter newWaiter(int threads) {
        return among(threads, Runtime.getRuntime().availableProcessors()).newWaiter();
    }

    /** What it is for one of so many threads on so many processors. */
    Policy among(int threads, int processors) {
        if (this != ADAPTIVE) {
            return this;
        }
        return threads > processors ? CROWDED : ROOMY;
    }

    @Override
    public String toString() {
        return name;
    }
}
