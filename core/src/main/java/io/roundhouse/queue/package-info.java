/**
 * Queues between threads: {@code java.util.concurrent}'s contracts, for the number of threads that
 * there are.
 *
 * <pre>
 *                      one consumer                      many consumers
 *
 *   one producer       P ═══▶ C        SPSC              P ═══▶ C
 *                                                          ╚══▶ C        SPMC
 *
 *   many producers     P ══╦▶ C        MPSC              P ══╦▶ C
 *                      P ══╝                             P ══╩▶ C        MPMC
 * </pre>
 *
 * <p>{@link io.roundhouse.queue.Queues} makes them. {@link
 * io.roundhouse.queue.ClosableBlockingQueue} waits where there is nothing or no room; as {@link
 * io.roundhouse.queue.ClosableQueue} the same queue is used without waiting. {@link
 * io.roundhouse.queue.LongQueue} carries {@code long}s.
 *
 * <p><b>Order.</b> One order for all: what was put before is taken before, whoever put it. Each
 * queue is linearizable in {@code offer}, {@code poll}, {@code remove}, {@code contains}, {@code
 * peek} and {@code isEmpty}, but for one thing: a lone producer puts its element by a store without
 * a fence, so that a thread may miss it for a moment if nothing orders it behind the {@code offer}.
 * Who takes, or has been told of the element in any way that the Java memory model knows, finds it;
 * {@code put} and {@code take} wake whom they must. But a producer that looks whether a consumer
 * sleeps, to wake it by its own means, needs {@link java.lang.invoke.VarHandle#fullFence} between
 * {@code offer} and that look, or a queue for many producers, which has one. {@code size} is exact
 * while nobody puts or takes; iterators and arrays show what was there when they were made, without
 * those that were taken meanwhile.
 *
 * <p><b>Who can delay whom.</b>
 *
 * <table>
 * <caption>A thread that is stopped in the middle of a call, and who waits for it</caption>
 * <tr><th>queue</th><th>a producer</th><th>a consumer</th></tr>
 * <tr><td>SPSC</td><td>nobody: both sides are wait-free</td><td>nobody</td></tr>
 * <tr><td>MPSC</td><td>the consumer, where it comes to the element that was about to be put</td><td>nobody</td></tr>
 * <tr><td>SPMC</td><td>nobody</td><td>the producer, where it comes round to the slot that was about to be
 * cleared</td></tr>
 * <tr><td>MPMC</td><td>consumers, as in MPSC</td><td>producers, as in SPMC</td></tr>
 * <tr><td>of longs</td><td>consumers, if it is one of many, as in MPSC</td><td>producers, if it is one of many, as in
 * SPMC</td></tr>
 * <tr><td>growing, unbounded</td><td>consumers, if it is one of many</td><td>nobody</td></tr>
 * </table>
 *
 * <p>In the terms of Herlihy and Shavit: SPSC is wait-free on both sides. Where many are at an end,
 * claiming a place there is lock-free: who loses a claim has lost it to one that went on. What
 * comes behind the claim is a store, and until it is done who needs that very slot waits, as the
 * table says; so these shapes are not lock-free as a whole.
 *
 * <p>Producers never wait for each other, nor do consumers, but for removals from the middle
 * ({@code remove(Object)}, {@code removeIf} and the like): where there are many consumers, others
 * wait until it is done. Removals are work of a consumer: where there is one, it is the one that
 * may.
 *
 * <p>Looks and removals are not bounded. {@code contains} and {@code remove(Object)} go on where
 * elements were taken or moved ahead of them, as they may lie behind the end that was seen; {@code
 * removeIf}, iterators and arrays begin again where others have removed from the middle. Each time
 * somebody else has gone on; but a slow filter beside a thread that removes all the time may not
 * come to an end.
 *
 * <p>Looks into a queue wait a moment for who is in the middle of putting or taking what they look
 * at. User's code, such as {@code equals} or a filter, runs while nobody is kept from anything.
 *
 * <p><b>Memory.</b> An element that was taken is not held. Arrays are made once; queues that grow
 * make segments, and drop them when they are empty. {@code offer} and {@code poll} allocate nothing
 * else, nor do {@code put} and {@code take} that need not wait. A wait at an end for many makes a
 * place in the row of those who wait; {@code offerMany} of a bounded queue for many at both ends
 * copies its list; removals from the middle, iterators and arrays take memory. A queue has 2 to 3
 * kB beside its slots: its ends have cache lines of their own. An unbounded one begins with 512
 * slots.
 *
 * <p>A thread that waits without a limit of time is mostly shown as {@code TIMED_WAITING}: its
 * parks have a limit, behind which it looks again and parks for longer.
 *
 * <p>How it works is told from the inside out in the comments of {@code Ends} (the positions),
 * {@code AnyQueue} (claiming, waiting, closing), {@code ObjectQueue} (the middle), and those of
 * each shape.
 */
package io.roundhouse.queue;
