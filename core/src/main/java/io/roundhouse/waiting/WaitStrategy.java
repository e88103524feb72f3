package io.roundhouse.waiting;

/**
 * How a thread waits: what it trades between the delay until it goes on and the CPU it burns
 * meanwhile.
 *
 * <p>Strategies are immutable and may be shared; {@link #newWaiter} makes the state for one waiting
 * thread. The five made here:
 *
 * <table>
 * <caption>Wait strategies</caption>
 * <tr><th>strategy</th><th>idle CPU</th><th>use it when</th></tr>
 * <tr><td>{@link #adaptive()}</td><td>nearly 0 %</td><td>always, unless measured otherwise: the default</td></tr>
 * <tr><td>{@link #busySpin()}</td><td>100 % of a core</td><td>each waiting thread owns a core</td></tr>
 * <tr><td>{@link #yielding()}</td><td>100 % of a core</td><td>cores are shared, but only with one's own threads</td></tr>
 * <tr><td>{@link #backOff()}</td><td>about 1 %</td><td>wakers must never pay for a wake-up; a delay of up to 1 ms is
 * fine</td></tr>
 * <tr><td>{@link #parking()}</td><td>nearly 0 %</td><td>CPU matters more than delay</td></tr>
 * </table>
 */
public interface WaitStrategy {
    /** A new waiter, for one thread at a time. */
    Waiter newWaiter();

    /**
     * A new waiter for one of so many threads that wait for each other. Where they are more than
     * the processors, one that spins keeps those it waits for from running: there {@link #adaptive}
     * yields nearly at once, on threads of the platform, and in pauses too.
     *
     * @param threads how many they are at least, those of them that may be busy at the same time
     */
    default Waiter newWaiter(int threads) {
        return newWaiter();
    }

    /**
     * Spins, then yields, then parks; spins less where spinning did not help before, and longer
     * where yields let nobody run and {@link #newWaiter(int)} was told that each thread may have a
     * processor. On a virtual thread it does not yield, and on a machine with one processor it does
     * not spin.
     */
    static WaitStrategy adaptive() {
        return Policy.ADAPTIVE;
    }

    /**
     * Spins until the wait is over. A virtual thread does so for some microseconds and then naps
     * like {@link #backOff}: it would keep its carrier from the thread that it waits for.
     */
    static WaitStrategy busySpin() {
        return Policy.BUSY_SPIN;
    }

    /**
     * Spins a little, then yields the processor again and again. A virtual thread naps instead,
     * like {@link #backOff}.
     */
    static WaitStrategy yielding() {
        return Policy.YIELDING;
    }

    /**
     * Spins and yields a little, then naps for 1 µs, doubling up to 1 ms. Nobody has to wake it.
     */
    static WaitStrategy backOff() {
        return Policy.BACK_OFF;
    }

    /** Parks at once. */
    static WaitStrategy parking() {
        return Policy.PARKING;
    }
}
