package io.roundhouse.lab.system;

/** The unloading side of a transfer. Used by one thread at a time, a new one each sample. */
public interface Consumer {

    /** Takes exactly {@code count} goods, waiting where there are none, and says what it saw. */
    Tally consume(long count) throws Exception;
}
