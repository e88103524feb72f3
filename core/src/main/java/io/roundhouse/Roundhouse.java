package io.roundhouse;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.actor.HouseOptions;
import io.roundhouse.actor.internal.House;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A house: it owns actors and their threads, until it is closed.
 *
 * <pre>
 * try (var house = Roundhouse.open()) {
 *     Pong alice = house.actor(Pong.class, Alice::new);
 *     Ping bob = house.actor(Ping.class, Bob::new);
 *     bob.ping(alice, 1);                 // returns at once; Bob's thread runs it and calls alice.pong(1)
 * }                                       // everything sent, and what follows from it, is handled; the threads end
 * </pre>
 *
 * <p>The threads of actors are daemons; one keeper thread holds the virtual machine up until the
 * house is closed. All methods may be called by any thread.
 */
public final class Roundhouse implements AutoCloseable {
    /** How long {@link #close()} waits for quiet. */
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(30);

    private final House house;

    private Roundhouse(HouseOptions options) {
        house = new House(options);
    }

    /** Opens a house: failures and dead letters are logged. */
    public static Roundhouse open() {
        return open(_ -> {});
    }

    /** Opens a house: {@code Roundhouse.open(with -> with.onFailure(...).onDeadLetter(...))}. */
    public static Roundhouse open(Consumer<? super HouseOptions> with) {
        HouseOptions options = new HouseOptions();
        Objects.requireNonNull(with, "with").accept(options);
        return new Roundhouse(options);
    }

    /** An actor with the default options; see {@link #actor(Class, Supplier, Consumer)}. */
    public <T> T actor(Class<T> type, Supplier<? extends T> factory) {
        return actor(type, factory, _ -> {});
    }

    /**
     * Makes an object and a thread that runs it, and returns a handle: each call of one of its
     * abstract methods returns at once, and is made on the object by that thread, one after the
     * other.
     *
     * <p>The factory is called once, here, by the calling thread; the object belongs to its actor
     * from then on. The handle may be used by any thread, and passed to others, as an argument too.
     *
     * <ul>
     *   <li>Calls of one thread to one actor are handled in their order. A call happens-before its
     *       handling, and each handling before the next.
     *   <li>A call is handled once, or reported as a dead letter if its actor is stopped.
     *   <li>A thread that is no actor waits while its part of the mailbox is full. An actor waits,
     *       too, except for itself, or for actors that wait for it: then the mailbox grows.
     *   <li>Default methods run at the caller, on the handle. {@code equals}, {@code hashCode} and
     *       {@code toString} are the handle's own.
     *   <li>Arguments are passed as they are. An object that is changed afterwards is shared, and
     *       it is the user's business that this is right.
     *   <li>An exception goes to the failure handler, and the actor goes on; an {@link Error} stops
     *       it.
     * </ul>
     *
     * <p>Calls throw {@link WaitInterruptedException} if the thread is interrupted while it waits
     * (nothing was sent), {@link HouseClosedException} when the house is closed, and {@link
     * io.roundhouse.actor.MailboxFullException}.
     *
     * @param type an interface, all of whose abstract methods return {@code void} and declare no
     *     checked exceptions
     * @param factory makes the object
     * @param with the options: {@code with -> with.bounded(5_000)}
     * @throws IllegalArgumentException if the type is no such interface or cannot be reached, or if
     *     the factory fails or returns null
     * @throws HouseClosedException if the house is closed
     */
    public <T> T actor(
            Class<T> type, Supplier<? extends T> factory, Consumer<? super ActorOptions> with) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(factory, "factory");
        ActorOptions options = new ActorOptions();
        Objects.requireNonNull(with, "with").accept(options);
        return house.actor(type, factory, options);
    }

    /**
     * Stops an actor: the call that it handles is its last, all others, those made from now on
     * included, are dead letters. Does not wait. Idempotent.
     *
     * @param handle what {@link #actor} returned
     * @throws IllegalArgumentException if it is not a handle of this house
     */
    public void stop(Object handle) {
        house.stop(Objects.requireNonNull(handle, "handle"));
    }

    /**
     * Waits until there was a moment at which every call had been handled. For tests, and for
     * threads that know that nobody else calls.
     *
     * @throws WaitInterruptedException if interrupted; the flag stays set
     * @throws IllegalStateException if called by an actor of this house
     */
    public void awaitQuiescence() {
        house.awaitQuiescence(Long.MAX_VALUE);
    }

    /** The same, no longer than the given time; returns whether there was such a moment. */
    public boolean awaitQuiescence(Duration limit) {
        return house.awaitQuiescence(Clock.nanos(limit));
    }

    /** How many calls were accepted and will never be handled, because their actor was stopped. */
    public long deadLetters() {
        return house.deadLetters();
    }

    /** {@link #close(Duration)} with a limit of 30 seconds. */
    @Override
    public void close() {
        close(CLOSE_LIMIT);
    }

    /**
     * Refuses calls from outside from now on, and lets the actors handle what was sent, and what
     * follows from it, until all is quiet or the limit has passed. What is left then becomes dead
     * letters, and calls that are still running are interrupted. Returns when all threads have
     * ended. An actor that does not return from its call within what is left of the limit, at least
     * a second, is given up, and that is logged.
     *
     * <p>A thread that is interrupted before or while it closes stops waiting for quiet; its flag
     * stays set. Idempotent: others who close wait for the first.
     *
     * @throws IllegalStateException if called by an actor of this house
     * @throws IllegalArgumentException if the limit is negative
     */
    public void close(Duration limit) {
        house.close(limit);
    }

    @Override
    public String toString() {
        return house.toString();
    }
}
