package io.roundhouse.lab.system;

/** The loading side of a transfer. Used by one thread at a time, a new one each sample. */
public interface Producer {

    /**
     * Hands over {@code first, first + 1, ... first + count - 1} in that order, waiting wherever
     * there is no room, and returns when the last is on its way (it need not have arrived).
     */
    void produce(long first, long count) throws Exception;
}
