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
        throw new IllegalStateException(
                "Handler.perWorker is given to a stage itself: a handler that calls it has no worker"
                        + " to make one for");
    }

    /**
     * That of the worker of that number.
     *
     * @throws IllegalArgumentException if it is none that a worker can have for its own
     */
    Handler<? super T> made(int number, Worker<?> worker) {
        Handler<? super T> handler = maker.apply(number);
        return switch (handler) {
            case null -> throw wronglyMade(worker, "made null for its handler");
            case PerWorker<? super T> _ ->
                    throw wronglyMade(
                            worker, "makes handlers, not another Handler.perWorker: one is enough");
            case Filter<? super T> _ ->
                    throw wronglyMade(
                            worker,
                            "makes handlers, not filters: give the stage Handler.keeping itself,"
                                    + " whose predicate all workers ask");
            default -> handler;
        };
    }

    private static IllegalArgumentException wronglyMade(Worker<?> worker, String what) {
        return new IllegalArgumentException(worker + ": Handler.perWorker " + what);
    }
}
