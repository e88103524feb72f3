package io.roundhouse.pipeline;

import java.util.function.Predicate;

/**
 * A handler that only says which events stay on the line.
 *
 * @param wanted which
 */
record Filter<T>(Predicate<? super T> wanted) implements Handler<T> {
    @Override
    public void handle(T event) {
        throw new IllegalStateException(
                "Handler.keeping is given to a stage itself: a handler that calls it cannot take"
                        + " events off the line");
    }
}
