package io.roundhouse.queue;

import java.util.Collection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A {@link BlockingQueue} that can be closed. Whoever waits is parked, after a moment that its wait
 * strategy spends looking, and is woken when there is something for it; virtual threads like
 * platform threads.
 *
 * <p>When it is {@linkplain #close closed}, whoever waits for room is released with a {@link
 * QueueClosedException}; whoever waits for elements gets those that are left, and is then released:
 * {@link #take} by a {@link QueueClosedException}, a {@code poll} with a time by null, at once. It
 * is the same for calls that begin when it has been closed: {@code put} and an {@code offer} with a
 * time throw, whatever the time, where an {@code offer} without one returns false.
 *
 * <p>Methods that may wait throw an {@link InterruptedException}, and neither put nor take
 * anything, if the thread is interrupted while they wait or was so before, although they need not
 * wait.
 *
 * <p>An iterator goes through what was there when it was made; a stream, through what is there when
 * it begins. {@code Iterator.remove} removes the element that was returned, and no other that is
 * equal, if it is still in the queue. Only where others have removed from the middle meanwhile, and
 * the same object is in the queue several times, may it be another occurrence of it. {@code
 * removeIf} and the like may ask their filter again for elements that it has been asked for, if
 * others remove from the middle meanwhile.
 *
 * <p>{@code contains} and {@code remove(Object)} find what is in the queue all the time, whatever
 * others do. They look further where elements were taken or moved ahead of them, and {@code
 * removeIf}, iterators and arrays begin again where others have removed from the middle: how long
 * they take has no bound while others go on. Who can delay whom, shape by shape, is said at the
 * {@linkplain io.roundhouse.queue package}.
 *
 * <p>A thread that waits without a limit of time is mostly shown as {@code TIMED_WAITING}: its
 * parks have a limit, behind which it looks again and parks for longer.
 *
 * @param <E> the elements
 */
public interface ClosableBlockingQueue<E> extends ClosableQueue<E>, BlockingQueue<E> {
    /**
     * Takes what is there when the call begins, and adds one element after the other to {@code to}.
     *
     * <p>If that throws, the element that it was given stays in the queue where one consumer takes.
     * Where many take it is taken already, and lost: the others may have taken what was behind it,
     * so that it cannot be put back into the order. Who must not lose it takes it by {@link #poll}.
     *
     * <p>Where one consumer takes, the element that is added is still in the queue: a target that
     * itself takes from the queue gets it a second time there. Nothing is lost.
     *
     * @return how many
     * @throws IllegalArgumentException if {@code to} is this queue
     */
    @Override
    int drainTo(Collection<? super E> to);

    /** Likewise, so many at most. */
    @Override
    int drainTo(Collection<? super E> to, int most);

    /**
     * Takes elements, and gives each to {@code taker}: a batch of what has come together meanwhile.
     * Waits for the first one, no longer than the given time, and for no further one. If the taker
     * throws, the element it was given is taken, and no further one.
     *
     * <pre>{@code
     * boolean isOpen = true;
     * while (isOpen) {
     *     isOpen = !queue.isClosed(); // before the look: what was accepted is found
     *     while (queue.drain(batch::add, 500, 1, SECONDS) > 0) {
     *         write(batch);
     *         batch.clear();
     *     }
     * }
     * }</pre>
     *
     * @param limit how many at most; 0 waits for nothing
     * @return how many; 0 if there was none in time, or the queue is closed, and empty
     * @throws InterruptedException if interrupted, before or meanwhile; nothing was taken
     * @throws IllegalArgumentException if the limit is negative
     */
    int drain(Consumer<? super E> taker, int limit, long time, TimeUnit unit)
            throws InterruptedException;
}
