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
 * @param <E> the elements
 */
public interface ClosableBlockingQueue<E> extends ClosableQueue<E>, BlockingQueue<E> {}
