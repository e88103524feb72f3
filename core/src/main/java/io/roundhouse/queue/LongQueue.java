package io.roundhouse.queue;

import java.util.Objects;
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
     * Takes elements that are there into an array, from its beginning on; one by one, so that other
     * consumers, where there are many, may take some between them.
     *
     * @param into where they go; what is behind them afterwards is what was there before
     * @return how many: no more than the array has room for
     */
    default int pollMany(long[] into) {
        return pollMany(Objects.requireNonNull(into, "into"), 0, into.length);
    }

    /**
     * Likewise, into a part of an array, from index {@code from} to before {@code to}.
     *
     * @return how many: no more than the part has room for
     * @throws IndexOutOfBoundsException if {@code from} and {@code to} are no range of the array;
     *     nothing was taken
     */
    int pollMany(long[] into, int from, int to);

    /**
     * Takes as many elements as are there when the call begins, and drops them. Work of a consumer:
     * where others take meanwhile they may be theirs, and later ones go in their place.
     */
    void clear();

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

    /**
     * How many elements there is room for, whether it is closed or not: exactly, while nobody puts
     * or takes. Any thread.
     */
    int remainingCapacity();

    /** See {@link ClosableQueue#close}. */
    @Override
    void close();

    /** See {@link ClosableQueue#isClosed}. */
    boolean isClosed();

    /**
     * What is in it, in order, as in {@code [1, 2, 3]}: what was there when the call began, without
     * those that were taken meanwhile, or were just being put. It makes a copy of all. Any thread.
     */
    @Override
    String toString();
}
