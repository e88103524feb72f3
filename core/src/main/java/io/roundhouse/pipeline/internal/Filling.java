package io.roundhouse.pipeline.internal;

/** An event that the calling thread fills. */
public interface Filling {
    Object event();

    /** Publishes it. Once. */
    void publish();

    /** Does not publish it: what filled it has thrown. */
    void giveUp();
}
