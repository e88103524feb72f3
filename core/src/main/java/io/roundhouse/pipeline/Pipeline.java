package io.roundhouse.pipeline;

import io.roundhouse.waiting.WaitInterruptedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An assembly line: events that stay in place, and stages that pass by, each a thread or several.
 *
 * <pre>{@code
 * try (var line = Pipeline.of(Trade::new).capacity(1 << 14)
 *         .stage("journal", journal::write).beside("replicate", replica::send)
 *         .then("match", engine::match).start()) {
 *     line.publish(trade -> { trade.price = 101; trade.size = 5; });
 * }
 * }</pre>
 *
 * <p><b>Threads.</b> Any thread may publish. A publishing thread has events of its own, as many as
 * the capacity says, made when it publishes first or taken over from a thread that has ended; those
 * that come when all are taken share some. <em>Publications keep the order in which they are made,
 * whoever makes them</em>: all stages see the same order, and who publishes after another thread
 * has published, and knows of that by whatever happens-before, comes behind it. So tasks on a pool
 * that publish one after the other, as on a serial executor, keep theirs. Of two that know nothing
 * of each other any one may come first. A publisher that stops in the middle of an event stops
 * nobody else, but those it shares with. Every stage has threads of its own, unless the line
 * {@linkplain PipelineBuilder#goingRound goes round}. <b>A line that is not closed keeps the JVM
 * alive</b>, unless it was given {@linkplain PipelineBuilder#threads threads} that do not: what it
 * has accepted may be lost then where the JVM ends.
 *
 * <p><b>Memory.</b> What a publisher did before an event was published happens-before what the
 * first stages do with it; what a stage did with an event, and before, happens-before what the
 * stages behind do with it; what all of them did happens-before its publisher fills it again.
 * Nothing is allocated an event by the line; a filler that refers to local variables is itself an
 * object, which is not always compiled away: where that matters use one that is made once, or
 * {@link #as}.
 *
 * <p><b>Backpressure.</b> A publisher waits when its events are all on the line. Who waits is
 * released when the line is closed or has failed. A handler is not to wait for a later event of its
 * line: behind an event that is not done there is room for as many events of each publisher as the
 * capacity says, and for as many changes from one publisher to another. If what it waits for comes
 * behind that, both wait for ever.
 *
 * <p><b>Failure.</b> A handler that throws stops the line, unless its {@linkplain StageOptions
 * stage} says otherwise: publishers are refused, with the cause, and {@link #close()} throws. What
 * other stages throw meanwhile is {@linkplain Throwable#getSuppressed suppressed} by that cause.
 *
 * @param <T> the events
 */
public sealed interface Pipeline<T> extends AutoCloseable permits FirstLane {
    /**
     * Starts to describe a line.
     *
     * @param events makes one event; called capacity times for every thread that publishes at the
     *     same time
     */
    static <T> PipelineBuilder<T> of(Supplier<? extends T> events) {
        return new PipelineBuilder<>(Objects.requireNonNull(events, "events"));
    }

    // ---- publishing

    /**
     * Has {@code filler} change the next event, which is then published; waits for room. The event
     * has whatever was last written into it. If the filler throws, nothing was published, and the
     * line goes on. If the line is closed while the filler runs, the event may still be refused.
     *
     * @throws PipelineClosedException if the line is closed or has failed; while it is being ended
     *     by another thread the event may still be accepted, see {@link #isOpen}
     * @throws WaitInterruptedException if interrupted while it waits; nothing was published, and
     *     the flag is still set
     * @throws IllegalStateException if the filler itself has published into this line: the event
     *     within takes the place of the one around it and is published, with whatever the outer
     *     filler writes into the same object before and, perhaps while stages see it, afterwards;
     *     the outer call throws this. Or if a stage of this line would have to wait for room
     */
    void publish(Consumer<? super T> filler);

    /**
     * Like {@link #publish}, if there is room; returns whether there was. A thread that has to
     * share its events with others is also told that there was none while another one publishes.
     */
    boolean tryPublish(Consumer<? super T> filler);

    /**
     * Like {@link #publish}; waits no longer than the given time, besides the making of events at
     * its first. A time below zero is over at once. Returns whether there was room.
     */
    boolean tryPublish(Consumer<? super T> filler, Duration time);

    /**
     * Has {@code filler} change as many events as it likes, of those for which there is room, and
     * publishes them all at once; waits for room for one. Returns how many were published. What
     * {@link #publish} throws is thrown here, too.
     */
    int publishBatch(Batch.Filler<T> filler);

    /**
     * Like {@link #publishBatch}, if there is room for one; returns how many were published: 0 also
     * if there was no room, and the filler not called. A thread that has to share its events with
     * others publishes none either while another one publishes.
     */
    int tryPublishBatch(Batch.Filler<T> filler);

    /**
     * Like {@link #publishBatch}; waits for room for one no longer than the given time, besides the
     * making of events at its first. A time below zero is over at once. Returns how many were
     * published: 0 also if there was no room in time, and the filler not called.
     */
    int tryPublishBatch(Batch.Filler<T> filler, Duration time);

    /**
     * The line as an interface that its events implement: a call is made on the next event, in the
     * calling thread, which is then published, as by {@link #publish}.
     *
     * <pre>{@code
     * interface Orders { void buy(long price, long size); }
     *
     * class Order implements Orders {
     *     boolean buys; long price; long size;
     *     public void buy(long price, long size) { buys = true; this.price = price; this.size = size; }
     * }
     *
     * line.as(Orders.class).buy(101, 5);
     * }</pre>
     *
     * <p>Any thread may call it. What the event's method throws is thrown here, and nothing was
     * published. Default methods of the interface are not published: they run as they are written,
     * and what they call is.
     *
     * @throws IllegalArgumentException if it is no interface; one that the events do not implement,
     *     with a method that is not {@code void}, or that the library cannot reach; the message
     *     says what would help
     */
    <E> E as(Class<E> type);

    /**
     * Like {@link #as(Class)}, for an interface that the library cannot reach.
     *
     * @param lookup {@link MethodHandles#lookup} as called in a class of the interface's package
     */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    <E> E as(Class<E> type, @Nullable Lookup lookup);

    /**
     * Publishes what it takes from a queue, until the feed or the line is closed, in a thread of
     * its own; or until the queue is, if it is one of {@code Queues} that can be closed, and empty.
     * The thread is a daemon: what keeps the JVM alive is the line.
     *
     * @param fill writes what was taken into an event
     * @throws PipelineClosedException if the line is closed or has failed
     */
    <S> Feed<S> feedFrom(BlockingQueue<? extends S> queue, BiConsumer<? super T, ? super S> fill);

    // ---- waiting for what was published

    /**
     * Waits until all that was published before, by this thread or by others, has gone through all
     * stages: for checkpoints, and for tests. What is published meanwhile is not waited for, but
     * where a stage has it in the same {@linkplain StageOptions#batch batch}. What the stages did
     * with those events happens-before the return. The line goes on, and any number of threads may
     * wait; who does looks again after a millisecond at the latest, and may have to wait for a
     * {@linkplain PipelineBuilder#clearing clearing hook}, or run it.
     *
     * @throws PipelineClosedException if the line has failed, with the cause, or has been stopped,
     *     and something of it had not been delivered by then: what a stage had at hand may be yet,
     *     which the line's {@linkplain #close end} knows
     * @throws WaitInterruptedException if interrupted while it waits; the flag is still set
     * @throws IllegalStateException if called by a stage of this line, which would wait for itself
     */
    void awaitDelivery();

    /**
     * Like {@link #awaitDelivery()}, but waits no longer than the given time; returns whether all
     * was delivered in time. A time below zero is over at once.
     */
    boolean awaitDelivery(Duration limit);

    // ---- the end

    /**
     * Refuses more events, waits until all that were published have gone through all stages, and
     * ends the threads, those of its feeds too: what a feed has in hand may be left over. Waits as
     * long as handlers, a clearing hook and the feeds' fillers take. Idempotent. Called by a stage
     * it does not wait, and called by a feed's filler not for the other feeds.
     *
     * <p>A stage that publishes into this line is refused, too, from now on: if it lets that
     * exception pass the line fails. Close such a line when nothing of what it publishes itself is
     * under way any more, or let the stage catch a {@link PipelineClosedException}.
     *
     * <p>If another thread stops the line meanwhile, or has stopped it before, by {@link #closeNow}
     * or by a {@link #close(Duration)} whose time is over, this returns when the threads have
     * ended, though not everything was delivered: {@link #counters} say what was not.
     *
     * <p>What a waiter of a user's throws as it is woken is thrown here when all is done; where the
     * line has failed, it is suppressed.
     *
     * @throws PipelineClosedException if the line has failed, before or meanwhile, with the cause;
     *     handlers that ran were interrupted then, and what is left is undelivered, as by {@link
     *     #closeNow}
     * @throws WaitInterruptedException if interrupted while it waits; the line is stopped then,
     *     what is left is undelivered, and the flag is still set
     */
    @Override
    void close();

    /**
     * Like {@link #close()}, but stops the line when the time is over, like {@link #closeNow}; a
     * time below zero is over at once. Then it waits as long again, at most, for handlers and a
     * clearing hook to return that were interrupted: with one that is deaf to that it takes twice
     * the time. Where they, or a feed's filler, have not returned by then their threads end when
     * they do.
     *
     * @return whether the line has drained, and its feeds have ended, in time: false, too, if
     *     something is undelivered because another thread has stopped the line
     */
    boolean close(Duration limit);

    /**
     * Refuses more events, interrupts the stages, which stop before their next event, and the
     * feeds, and waits for them: as long as handlers, a clearing hook and the feeds' fillers take
     * to return; called by a filler not for other feeds.
     *
     * <p>What a waiter of a user's throws as it is woken keeps nothing from being handed back: it
     * is the line's {@link #failure}, or suppressed by that. Once the line has ended nobody is
     * woken any more.
     *
     * @return what was published and has not gone through all stages, in order: the events
     *     themselves, which are no longer used by anybody. An event is among them that one stage is
     *     done with, or has taken off the line, and another one beside it is not
     * @throws IllegalStateException if called by a stage of this line, which would wait for itself
     * @throws WaitInterruptedException if interrupted while it waits: the line is stopped, the flag
     *     is still set, and a call after that returns what is left
     */
    List<T> closeNow();

    /**
     * Like {@link #closeNow()}, but waits no longer than the given time for the threads, which end
     * later where a handler, or a clearing hook, is deaf to interrupts. A time below zero is over
     * at once. Can be called again; {@link #explain} says who has not ended yet.
     *
     * @return what was published and has not gone through all stages; empty if threads of stages
     *     still run, which may use it. A feed whose filler has not returned in time keeps nothing
     *     of it
     * @throws IllegalStateException if called by a stage of this line, which would wait for itself
     * @throws WaitInterruptedException if interrupted while it waits; the flag is still set
     */
    Optional<List<T>> closeNow(Duration limit);

    /**
     * Stops the line with a cause, as if a stage had thrown it; has no effect once the line has
     * ended. Feeds that wait at their queues end. Any thread; does not wait.
     */
    void fail(Throwable cause);

    // ---- inspection: any thread

    /**
     * Whether it is neither closed nor failed. A moment earlier than publishers are refused: what
     * is published while the line is being ended, by a call that began after this was false, too,
     * may still be accepted, and is delivered or counted like all else. Once {@link #close} or
     * {@link #closeNow} has returned nothing is.
     */
    boolean isOpen();

    /** What it failed with; null if it has not. As early as {@link #isOpen} is false. */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    @Nullable Throwable failure();

    /** What became of the events so far. */
    LineCounters counters();

    /**
     * What each stage has done so far, and whether it limits the line, in the order in which they
     * were described.
     */
    List<StageCounters> stages();

    /**
     * The figures of {@link #stages} in words: how full each section is, which stage limits, or
     * before which most events wait if none does; of a line that has failed or been stopped which
     * stages' threads still run; of one that has ended how it has, and how much is left: before its
     * stages nothing waits any more.
     */
    String explain();
}
