package io.roundhouse.queue;

import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/**
 * A queue of {@code long}s: nothing is boxed, nothing is allocated. Order, visibility, waiting and
 * closing are those of {@link ClosableBlockingQueue}, and who can delay whom is said at the
 * {@linkplain io.roundhouse.queue package}.
 */
public interface LongQueue extends AutoCloseable {
    /** Puts an element if there is room and the queue is not closed; returns whether so. */
    boolean offer(long element);

    /**
     * Puts an element; waits for room no longer than the given time; returns whether there was.
     *
     * @throws QueueClosedException if the queue is closed, before or meanwhile
     * @throws InterruptedException if interrupted, before or meanwhile; nothing was put
     */
    boolean offer(long element, long time, TimeUnit unit) throws InterruptedException;

    /**
     * Puts an element; waits for room.
     *
     * @throws QueueClosedException if the queue is closed, before or meanwhile
     * @throws InterruptedException if interrupted, before or meanwhile; nothing was put
     */
    void put(long element) throws InterruptedException;

    /**
     * Puts elements of an array, from index {@code from} on, as long as there is room.
     *
     * @return how many
     * @throws IndexOutOfBoundsException if {@code from} and {@code to} are no range of the array
     */
    int offerMany(long[] elements, int from, int to);

    /** Takes an element; {@code none} if there is none. */
    long poll(long none);

    /**
     * Takes an element; waits for one no longer than the given time, nor when the queue is closed.
     * {@code none} if there was none.
     *
     * @throws InterruptedException if interrupted, before or meanwhile; nothing was taken
     */
    long poll(long none, long time, TimeUnit unit) throws InterruptedException;

    /**
     * Takes an element; waits for one.
     *
     * @throws QueueClosedException if the queue is closed, and empty
     * @throws InterruptedException if interrupted, before or meanwhile; nothing was taken
     */
    long take() throws InterruptedException;

    /**
     * Takes elements that are there, and gives each to {@code taker}. If that throws, the element
     * it was given is taken, and no further one.
     *
     * @param limit how many at most
     * @return how many
     * @throws IllegalArgumentException if the limit is negative
     */
    int drain(LongConsumer taker, int limit);

    /**
     * Takes elements, and gives each to {@code taker}. Waits for the first one, no longer than the
     * given time, nor when the queue is closed, and for no further one. If the taker throws, the
     * element it was given is taken, and no further one.
     *
     * @param limit how many at most; 0 waits for nothing
     * @return how many; 0 if there was none in time
     * @throws InterruptedException if interrupted, before or meanwhile; nothing was taken
     * @throws IllegalArgumentException if the limit is negative
     */
    int drain(LongConsumer taker, int limit, long time, TimeUnit unit) throws InterruptedException;

    /**
     * The element that is the next to be taken, and stays; {@code none} if there is none. Any
     * thread.
     */
    long peek(long none);

    /** How many elements there are: exactly, while nobody puts or takes. Any thread. */
    int size();

    /** Whether there was a moment, since the call, in which it was empty. Any thread. */
    boolean isEmpty();

    /** How many elements it holds at most. */
    int capacity();

    /** See {@link ClosableQueue#close}. */
    @Override
    void close();

    /** Whether it has been closed; there may be elements left. */
    boolean isClosed();
}
