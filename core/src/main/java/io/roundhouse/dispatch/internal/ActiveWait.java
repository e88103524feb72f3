package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Wait;

/**
 * A wait that does more than look whether it is over: what {@link #met} has run belongs to the
 * thread that waits.
 */
public interface ActiveWait extends Wait {
    /**
     * Whether {@link #met} is worth a call by now: it may say that it is over, or has something to
     * do. Changes nothing. Who runs in place of the thread that waits.
     */
    boolean mayBeMet();
}
