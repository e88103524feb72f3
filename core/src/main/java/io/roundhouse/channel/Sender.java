package io.roundhouse.channel;

import io.roundhouse.memory.Slots;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The sending end of a channel. For any number of threads, virtual or platform.
 *
 * <p>What a thread did before it sent an element happens-before what another does after it has
 * received it. A send that ends with an exception, or with false, has not sent: the element is
 * still the sender's. Two ends are different. Where a lossy channel drops something and its hook
 * throws, that is what the send throws, and the element has been sent, or was the one dropped; and
 * {@link #sendMany} may have sent the first of its elements (see there).
 *
 * @param <T> the elements; never null
 */
public interface Sender<T> {
    /**
     * Sends an element. Waits while the channel cannot take it: a rendezvous until somebody
     * receives it, a bounded buffer while it is full.
     *
     * @throws InterruptedException if interrupted while it waits
     * @throws ChannelClosedException if the channel is closed, or is while it waits
     */
    void send(T element) throws InterruptedException;

    /**
     * Sends an element unless that takes longer than a time.
     *
     * @return whether it was sent
     * @throws IllegalArgumentException if the time is negative
     * @throws InterruptedException if interrupted while it waits
     * @throws ChannelClosedException if the channel is closed, or is while it waits
     */
    boolean send(T element, Duration time) throws InterruptedException;

    /**
     * Sends an element if that needs no waiting.
     *
     * @return whether it was sent
     * @throws ChannelClosedException if the channel is closed
     */
    boolean trySend(T element);

    /**
     * Sends elements, from the first on, and waits while they do not fit. A buffer takes as many as
     * it has room for at a time, in one step.
     *
     * @return how many were sent, the first so many: all, unless the thread was interrupted (its
     *     flag is set then) or the channel closed after the first
     * @throws InterruptedException if interrupted before the first was sent
     * @throws ChannelClosedException if the channel was closed before the first was sent
     * @throws DeadlockException in the thread that opened a {@link Scope}, as all its processes
     *     wait for each other; some of them may have been sent
     * @throws NullPointerException if the list is null, or one of them is; those before that may
     *     have been sent, as they may with whatever a hook throws
     */
    int sendMany(List<? extends T> elements) throws InterruptedException;

    /**
     * A clause of a {@link Select}: the element that {@code element} gives is sent, and then {@code
     * then} is run. The element is asked for once a select, before it waits, whichever clause
     * happens; one that was not sent is held until the select waits again.
     */
    Clause whenSent(Supplier<? extends T> element, Runnable then);

    /** A clause of a {@link Select} that sends the same element each time it happens. */
    default Clause whenSent(T element, Runnable then) {
        Objects.requireNonNull(element, Slots.NULL_ELEMENT);
        return whenSent(() -> element, then);
    }

    /**
     * Closes the channel: its senders are done. Sends from now on are refused, and those that wait
     * are. What was sent can still be received; when nothing is left, receivers are told. Any
     * thread; the first closing counts.
     */
    void close();

    /** Like {@link #close()}, for a reason that all who meet the closed channel are told. */
    void close(Throwable cause);

    /** Whether it has been closed; there may be elements left to receive. */
    boolean isClosed();

    /** How many threads wait to send, in selects or not. Approximate. */
    int waitingSenders();
}
