package io.roundhouse.channel;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The receiving end of a channel. For any number of threads, virtual or platform; each element is
 * received once.
 *
 * <p>To iterate is to receive until the channel is closed and nothing is left. Iterators, streams
 * and {@link #forEach} throw {@link ChannelClosedException} if it was closed with a cause, and
 * {@link io.roundhouse.waiting.WaitInterruptedException} where the thread is interrupted while it
 * waits. {@code hasNext} of an iterator receives what {@code next} then returns: who leaves between
 * the two keeps an element that nobody else will get.
 *
 * @param <T> the elements
 */
@SuppressWarnings("exports") // users may do without the module of the annotations
public interface Receiver<T> extends Iterable<T> {
    /**
     * Receives the next element; waits until there is one.
     *
     * @throws InterruptedException if interrupted while it waits; nothing was received
     * @throws ChannelClosedException if the channel is closed and nothing is left
     */
    T receive() throws InterruptedException;

    /**
     * Receives the next element if there is one within a time.
     *
     * @return null if there was none in time
     * @throws IllegalArgumentException if the time is negative
     * @throws InterruptedException if interrupted while it waits; nothing was received
     * @throws ChannelClosedException if the channel is closed and nothing is left
     */
    @Nullable T receive(Duration time) throws InterruptedException;

    /**
     * Receives the next element if there is one.
     *
     * @return null if there is none
     * @throws ChannelClosedException if the channel is closed and nothing is left
     */
    @Nullable T tryReceive();

    /**
     * Receives the next element; waits until there is one.
     *
     * @return null if the channel was closed without a cause, and nothing is left
     * @throws InterruptedException if interrupted while it waits; nothing was received
     * @throws ChannelClosedException if it was closed with a cause and nothing is left
     */
    @Nullable T receiveOrNull() throws InterruptedException;

    /**
     * Waits until there is an element, and receives as many as are there and fit. A buffer gives
     * them in one step, as far as it can.
     *
     * @param batch where they go, from index 0 on; what is behind them afterwards means nothing
     * @return how many; 0 if the array has no room
     * @throws ArrayStoreException if the array cannot hold an element. Nothing was received then;
     *     but at a rendezvous what has been taken by then goes to the hook for undelivered
     *     elements, what fitted before it included
     * @throws InterruptedException if interrupted while it waits; nothing was received
     * @throws ChannelClosedException if the channel is closed and nothing is left
     */
    int receiveMany(T[] batch) throws InterruptedException;

    /**
     * Waits until there is an element, and receives as many as are there. What was sent together
     * through a buffer, and is no more than {@code most} and 64, is handed over without a copy.
     *
     * @param most how many at most
     * @return the elements, in their order, in a list of the caller's own; none if {@code most} is
     *     0
     * @throws IllegalArgumentException if {@code most} is negative
     * @throws InterruptedException if interrupted while it waits; nothing was received
     * @throws ChannelClosedException if the channel is closed and nothing is left
     */
    List<T> receiveMany(int most) throws InterruptedException;

    /**
     * A clause of a {@link Select}: an element is received, and then given to {@code then}. Where
     * the channel is closed and nothing is left, the clause drops out. An element that {@code then}
     * has not taken goes where {@link #forEach} says.
     */
    Clause whenReceived(Consumer<? super T> then);

    /**
     * Receives and hands on until the channel is closed and nothing is left. With an actor's
     * method, {@code orders.forEach(desk::handle)}, a channel feeds an actor, as fast as that one's
     * mailbox takes it.
     *
     * <p>Where the action throws because what it called did not take the element, that is counted
     * as {@link #undelivered} and handed to the channel's hook, and the exception is thrown on:
     * {@link io.roundhouse.waiting.WaitInterruptedException}, and what {@link Scope#join} throws,
     * where a wait was ended by an interrupt or by a scope of the caller's; {@code
     * ActorStoppedException}, {@code HouseClosedException} and {@code MailboxFullException}. A call
     * that is {@code void} or answered later has not been accepted then; one to an actor that has
     * stopped throws nothing, unless it {@linkplain io.roundhouse.actor.ActorOptions#rendezvous
     * meets} its callers, and is a dead letter. An action that had done part of its work, or a call
     * that waited for its answer and had begun, cannot be told from that: the hook gets the element
     * all the same. What throws anything else has taken it.
     */
    @Override
    void forEach(Consumer<? super T> action);

    /**
     * What can be received until the channel is closed: a stream that waits, and receives an
     * element when it is asked for one. It is not split: {@code parallel()} makes nothing faster,
     * and takes no more from the channel than the stream without it.
     */
    Stream<T> stream();

    /**
     * Nobody will receive any more: closes the channel and hands what is left in it to the hook for
     * undelivered elements. Each is handed to it, whatever it throws for others; the first of that
     * is thrown in the end, and suppresses the rest.
     *
     * @return how many were left
     */
    int cancel();

    /**
     * How many elements the channel has accepted that have come to nobody, and never will: dropped
     * for others, left when it was {@linkplain #cancel canceled}, by its scope perhaps, or lost for
     * an array that cannot hold them, or not taken by what they were {@linkplain #forEach handed}
     * to; whether there is a hook for them or not. What is still in the channel does not count, nor
     * what was refused. Any thread.
     */
    long undelivered();

    /** Whether it has been closed; there may be elements left to receive. */
    boolean isClosed();

    /** How many elements are in the channel; those of waiting senders do not count. Approximate. */
    int size();

    /** How many threads wait to receive, in selects or not. Approximate. */
    int waitingReceivers();
}
