package io.roundhouse.channel;

import java.util.function.Function;

/**
 * A channel between threads, as in Go or CSP: what one sends another receives, once, in the order
 * in which it was sent. Give away a {@link Sender} or a {@link Receiver} to give away one right
 * only.
 *
 * <table>
 * <caption>Kinds</caption>
 * <tr><th>kind</th><th>a send waits</th><th>what can be lost</th></tr>
 * <tr><td>{@link #rendezvous}</td><td>until somebody receives</td><td>nothing</td></tr>
 * <tr><td>{@link #buffered}</td><td>while so many elements are in it</td><td>nothing</td></tr>
 * <tr><td>{@link #unbounded}</td><td>never</td><td>nothing</td></tr>
 * <tr><td>{@link #latest}</td><td>never</td><td>what was not received before the next was sent</td></tr>
 * <tr><td>{@link #latestPerKey}</td><td>never</td><td>the same, for each key</td></tr>
 * <tr><td>{@link #droppingOldest}</td><td>never</td><td>the oldest, where it is full</td></tr>
 * <tr><td>{@link #droppingNewest}</td><td>never</td><td>what is sent to a full one</td></tr>
 * </table>
 *
 * <p>Order. All operations are linearizable, selects and closing included. At a rendezvous the
 * threads that wait are served in the order in which they came. At a buffer a thread that comes
 * when there is room, or an element, may go before those that were woken for it; those keep their
 * places.
 *
 * <p>An element that was accepted and will not be received, because it was dropped or the channel
 * {@linkplain #cancel canceled}, goes to a hook, {@link ChannelBuilder#undelivered}, and is counted
 * with or without one: {@link #undelivered}.
 *
 * @param <T> the elements; never null
 */
public sealed interface Channel<T> extends Sender<T>, Receiver<T>, AutoCloseable
        permits AnyChannel {
    /** Sender and receiver meet: nothing is ever in the channel. */
    static <T> Channel<T> rendezvous() {
        return new ChannelBuilder<T>().rendezvous();
    }

    /**
     * A buffer between them.
     *
     * @param capacity how many elements are in it at most; 0 for a {@link #rendezvous}
     * @throws IllegalArgumentException if it is negative or more than 2<sup>30</sup>
     */
    static <T> Channel<T> buffered(int capacity) {
        return new ChannelBuilder<T>().buffered(capacity);
    }

    /** A buffer without a bound: sends never wait, and memory is the limit. */
    static <T> Channel<T> unbounded() {
        return new ChannelBuilder<T>().unbounded();
    }

    /** Holds the newest element only. */
    static <T> Channel<T> latest() {
        return new ChannelBuilder<T>().latest();
    }

    /**
     * Holds the newest element of each key, in the order in which the keys came. {@code key} is
     * called by the sending thread: what it throws the send throws, a {@link NullPointerException}
     * for a key that is null included, and nothing has been sent.
     */
    static <T> Channel<T> latestPerKey(Function<? super T, ?> key) {
        return new ChannelBuilder<T>().latestPerKey(key);
    }

    /**
     * A buffer that makes room by dropping the element that has been in it longest.
     *
     * @throws IllegalArgumentException if the capacity is less than 1
     */
    static <T> Channel<T> droppingOldest(int capacity) {
        return new ChannelBuilder<T>().droppingOldest(capacity);
    }

    /**
     * A buffer that drops what is sent while it is full.
     *
     * @throws IllegalArgumentException if the capacity is less than 1
     */
    static <T> Channel<T> droppingNewest(int capacity) {
        return new ChannelBuilder<T>().droppingNewest(capacity);
    }

    /** For a channel with a name or a hook. */
    static <T> ChannelBuilder<T> builder() {
        return new ChannelBuilder<>();
    }

    /** {@inheritDoc} */
    @Override
    void close();

    /** {@inheritDoc} */
    @Override
    boolean isClosed();
}
