package io.roundhouse.pipeline;

import java.util.function.IntFunction;

/**
 * A handler for each worker.
 *
 * @param maker makes one for the worker of that number
 */
record PerWorker<T>(IntFunction<? extends Handler<? super T>> maker) implements Handler<T> {
    @Override
    public void handle(T event) {
        throw new AssertionError("a maker of handlers handles nothing");
    }
}
