package io.roundhouse.queue;

import java.util.concurrent.BlockingQueue;

/**
 * A {@link BlockingQueue} that can be closed. Whoever waits is parked, after a moment that its wait
 * strategy spends looking, and is woken when there is something for it; virtual threads like
 * platform threads.
 *
 * <p>When it is {@linkplain #close closed}, whoever waits for room is released with a {@link
 * QueueClosedException}; whoever waits for elements gets those that are left, and is then released:
 * {@link #take} by a {@link QueueClosedException}, a {@code poll} with a time by null, at once.
 *
 * <p>Methods that may wait throw an {@link InterruptedException}, and neither put nor take
 * anything, if the thread is interrupted while they wait or was so before, although they need not
 * wait.
 *
 * <p>{@code drainTo} gives the target one element after the other. If that throws, the element it
 * was given stays in the queue where one consumer takes; where many take, it is taken, and lost.
 *
 * <p>An iterator goes through what was there when it was made; a stream, through what is there when
 * it begins. {@code Iterator.remove} removes the element that was returned, and no other that is
 * equal, if it is still in the queue. Only where others have removed from the middle meanwhile, and
 * the same object is in the queue several times, may it be another occurrence of it. {@code
 * removeIf} and the like may ask their filter again for elements that it has been asked for, if
 * others remove from the middle meanwhile.
 *
 * @param <E> the elements
 */
public interface ClosableBlockingQueue<E> extends ClosableQueue<E>, BlockingQueue<E> {}
