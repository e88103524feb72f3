package io.roundhouse.pipeline;

import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * What a stage does with every event: a lambda, or an object that also wants to know where batches
 * begin and end, or when its worker does.
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
     * <p>Whoever gets the event must be done with it when this returns. A {@code void} method of an
     * actor is not, nor is one that answers later: the call returns at once, and the actor would
     * find the event filled again. So not {@code actor::match}, but {@code trade ->
     * actor.match(trade.price, trade.size)}, or a copy; or a method that the call waits for: one
     * that returns a value, or declares a checked exception.
     *
     * <p>Where assertions are enabled, a handler, or the predicate of a filter, that calls a {@code
     * void} method of an actor which is only sent, with the event at hand itself as an argument,
     * gets an {@link IllegalStateException}; also if it would ask that actor behind it and wait.
     * Not found is an event within another object, one that was kept for {@link #endBatch}, one
     * that another thread sends, and one given to a method that answers later: who waits for the
     * answer may do that.
     *
     * <p>Only the line interrupts its threads, when it stops. A handler that sets the interrupt
     * flag of its thread otherwise, and leaves it set, fails the line when its stage waits next.
     *
     * @throws Exception what the stage's policy says is done with it: see {@link StageOptions}
     */
    void handle(T event) throws Exception;

    /**
     * Its worker begins: called by the worker's own thread, before the first batch; once a worker,
     * so where several have one handler it is called by each, perhaps at the same time. In a line
     * that {@linkplain PipelineBuilder#goingRound goes round} other threads run the stage
     * afterwards, unless it has its {@linkplain StageOptions#ownThread own}. Publishers do not wait
     * for it. It is not called in a line that has been stopped before.
     *
     * @throws Exception fails the line, which names the stage, with this as the cause; this worker
     *     handles no event, and {@link #stopped} is not called
     */
    default void started() throws Exception {}

    /**
     * Its worker ends: called by the worker's own thread if {@link #started} has returned, after
     * the last batch, and when nobody runs the handler for this worker any more; whether the line
     * was closed, stopped, or has failed. What interrupts handlers may interrupt this, too.
     *
     * @throws Exception fails the line with this as the cause, so that stages behind may not come
     *     to their end; has no effect in a line that has failed or been stopped before
     */
    default void stopped() throws Exception {}

    /**
     * A batch begins: so many events follow, and what is behind them waits.
     *
     * @param sequence the place of its first event in the order of all events, from 0
     * @param events its size; where workers divide the events by key, or stages before take some
     *     off the line, not all of them are handled here: the places of those that are cannot be
     *     counted from {@code sequence} on then
     * @param backlog how many events behind the batch were at hand at the last look
     * @throws Exception stops the line
     */
    default void beginBatch(long sequence, int events, long backlog) throws Exception {}

    /**
     * A batch ends: stages behind see its events only when this has returned, so a journal can
     * flush here.
     *
     * @throws Exception stops the line; the events of the batch count as undelivered, but for those
     *     that have gone to the siding
     */
    default void endBatch() throws Exception {}

    /**
     * Keeps the events that it says to keep: the others leave the line here, and the stages behind
     * do not see them. To be given to a stage itself: who calls it from another handler gets an
     * {@link IllegalStateException}.
     *
     * <p>No more than 31 stages of a line can take events off it, by this or by {@link
     * StageOptions#skipTo}: one more is refused when it is described, with an {@link
     * IllegalArgumentException}.
     */
    static <T> Handler<T> keeping(Predicate<? super T> wanted) {
        return new Filter<>(Objects.requireNonNull(wanted, "wanted"));
    }

    /**
     * Makes a handler for each worker of the stage, numbered from 0: for handlers that have a state
     * which workers must not share. It makes no filters: those of {@link #keeping} are for whole
     * stages, whose workers all ask the same predicate. To be given to a stage itself, likewise.
     */
    static <T> Handler<T> perWorker(IntFunction<? extends Handler<? super T>> maker) {
        return new PerWorker<>(Objects.requireNonNull(maker, "maker"));
    }

    /**
     * Puts a copy of every event into a queue, and waits while that is full.
     *
     * @param copy makes what is put from the event: the event itself is used again. Where it makes
     *     null the event has failed
     */
    static <T, R> Handler<T> into(
            BlockingQueue<? super R> queue, Function<? super T, ? extends R> copy) {
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(copy, "copy");
        return event ->
                queue.put(
                        Objects.requireNonNull(
                                copy.apply(event),
                                "Handler.into: the copy of an event is null, which no queue takes:"
                                        + " filter such events before"));
    }
}
