package io.roundhouse.lab.system;

/** One thread of a mixed ring, which both unloads and loads. */
public interface Relay {

    /**
     * Runs this thread's part for {@code count} goods and says what it saw.
     *
     * <p>Thread 0 puts {@code first, first + 1, ...} on and takes as many results off, tallying the
     * results. Any other takes goods off, tallies them, and puts each plus 1 on again for the next
     * thread.
     */
    Tally relay(long first, long count) throws Exception;
}
