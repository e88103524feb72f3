package io.roundhouse.pipeline;

import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * What a stage does with every event: a lambda, or an object that also wants to know where batches
 * begin and end.
 *
 * <p>A stage that works alone calls its handler from one thread; in a line that {@linkplain
 * PipelineBuilder#goingRound goes round} from one thread at a time, where what it did in one batch
 * happens-before the next. Where several workers have one handler they call it at the same time,
 * unless it was made {@linkplain #perWorker for each of them}.
 *
 * @param <T> the events
 */
@FunctionalInterface
public interface Handler<T> {
    /**
     * Handles one event, in place: it may read it, and change what no stage beside it touches. The
     * event is overwritten once all stages have passed it, so copy what you want to keep.
     *
     * @throws Exception what the stage's policy says is done with it: see {@link StageOptions}
     */
    void handle(T event) throws Exception;

    /**
     * A batch begins: so many events are at hand.
     *
     * @throws Exception stops the line
     */
    default void beginBatch(int events) throws Exception {}

    /**
     * A batch ends: stages behind see its events only when this has returned, so a journal can
     * flush here.
     *
     * @throws Exception stops the line; the events of the batch count as undelivered
     */
    default void endBatch() throws Exception {}

    /**
     * Keeps the events that it says to keep: the others leave the line here, and the stages behind
     * do not see them.
     */
    static <T> Handler<T> keeping(Predicate<? super T> wanted) {
        return new Filter<>(Objects.requireNonNull(wanted, "wanted"));
    }

    /**
     * Makes a handler for each worker of the stage, numbered from 0: for handlers that have a state
     * which workers must not share.
     */
    static <T> Handler<T> perWorker(IntFunction<? extends Handler<? super T>> maker) {
        return new PerWorker<>(Objects.requireNonNull(maker, "maker"));
    }

    /**
     * Puts a copy of every event into a queue, and waits while that is full.
     *
     * @param copy makes what is put from the event: the event itself is used again
     */
    static <T, R> Handler<T> into(
            BlockingQueue<? super R> queue, Function<? super T, ? extends R> copy) {
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(copy, "copy");
        return event -> queue.put(copy.apply(event));
    }
}
