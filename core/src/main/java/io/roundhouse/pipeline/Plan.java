package io.roundhouse.pipeline;

import java.util.List;

/**
 * One stage as it was described.
 *
 * @param before the names of the stages that it follows
 */
record Plan<T>(String name, Handler<? super T> handler, StageOptions<T> with, List<String> before) {
    /** Whether it may take events off the line. */
    boolean dropsEvents() {
        return handler instanceof Filter || with.siding != null;
    }

    /** Whether its workers share the events: each event is for one of them, whichever. */
    boolean isShared() {
        return with.workers > 1 && with.key == null;
    }
}
