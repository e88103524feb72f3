/**
 * Channels between threads, select, and scopes whose threads end with them: communicating
 * sequential processes, as in Go.
 *
 * <pre>
 *   process ──send──▶ [ channel ] ──receive──▶ process          a process is a virtual thread of a Scope
 *                     [ channel ] ──┐
 *                     [ channel ] ──┼─ Select ──▶ process        one of several
 *                        a time   ──┘
 * </pre>
 *
 * <p>{@link io.roundhouse.channel.Channel} makes channels; {@link io.roundhouse.channel.Sender} and
 * {@link io.roundhouse.channel.Receiver} are one right each. Threads of any kind may use them, in a
 * scope or not.
 *
 * <p><b>Who can delay whom.</b> At a rendezvous all operations take one lock for some instructions;
 * a thread that is stopped there delays the others at that channel. A buffer is as its queue, see
 * {@link io.roundhouse.queue}; those who sleep at one end of it are called one at a time, and one
 * that has been called and does not run delays the others that sleep there, and nobody else.
 *
 * <p><b>Memory.</b> What goes on without waiting allocates nothing at a rendezvous and in a bounded
 * buffer, but for batches, which are copied; an unbounded buffer grows by segments, and one per key
 * by entries. A wait allocates two small objects; in a select, and before one sleeps at a
 * rendezvous, none.
 *
 * <p>How it works is told in the comments of {@code Party} (who waits, and what ends it), {@code
 * WaitLine}, {@code RendezvousChannel}, {@code StoringChannel}, {@link
 * io.roundhouse.channel.Select} and {@link io.roundhouse.channel.Scope}.
 */
package io.roundhouse.channel;
