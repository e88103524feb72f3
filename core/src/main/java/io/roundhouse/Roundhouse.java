package io.roundhouse;

import io.roundhouse.actor.ActorOptions;
import io.roundhouse.actor.ActorStoppedException;
import io.roundhouse.actor.HouseClosedException;
import io.roundhouse.actor.HouseCounters;
import io.roundhouse.actor.HouseOptions;
import io.roundhouse.actor.internal.House;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A house: it owns actors and their threads, until it is closed.
 *
 * <pre>
 * try (var house = Roundhouse.open()) {
 *     Pong alice = house.actor(Pong.class, Alice::new);
 *     Ping bob = house.actor(Ping.class, Bob::new);
 *     bob.ping(alice, 1);                 // returns at once; a worker runs Bob, who calls alice.pong(1)
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

    private final ConcurrentHashMap<Class<?>, Made> registered = new ConcurrentHashMap<>();

    private record Made(Supplier<?> factory, Consumer<? super ActorOptions> with) {}

    private Roundhouse(HouseOptions options) {
        house = new House(options, this);
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

    /**
     * The house of the actor that runs on the calling thread, or whose object is being made there.
     *
     * @throws IllegalStateException if there is none
     */
    public static Roundhouse current() {
        House current = House.current();
        if (current == null) {
            throw new IllegalStateException(
                    "no actor runs on thread \"" + Thread.currentThread().getName() + "\"");
        }
        return (Roundhouse) current.owner();
    }

    /** An actor with the default options; see {@link #actor(Class, Supplier, Consumer)}. */
    public <T> T actor(Class<T> type, Supplier<? extends T> factory) {
        return house.actor(
                Objects.requireNonNull(type, "type"), Objects.requireNonNull(factory, "factory"));
    }

    /**
     * Makes an object, and returns a handle of it: each call of one of the handle's abstract
     * methods becomes a message, and the object is run by one thread at a time, message by message.
     *
     * <p>The factory is called once, here, by the calling thread; the object belongs to its actor
     * from then on. The handle may be used by any thread, and passed to others, as an argument too.
     *
     * <ul>
     *   <li>What a method returns says what a call does. {@code void}, without checked exceptions:
     *       sends and goes on. {@code CompletionStage}, {@code CompletableFuture} or {@code
     *       Future}: goes on, and the answer comes later; what the actor that has asked for it
     *       attaches to it runs in that actor. Anything else: waits for the answer, and throws what
     *       the method threw; where the actor is idle, the caller runs it on the spot.
     *   <li>Type variables of interfaces that this one extends are what it makes of them: the calls
     *       of one that extends {@code Function<String, CompletableFuture<Integer>>} go on. A
     *       method that is inherited from several interfaces has the checked exceptions that all of
     *       them allow. One that returns a class of its own that is a {@code CompletionStage} is
     *       refused, as no handle can make one; any other kind of {@code Future}, a {@code
     *       FutureTask}, is a value, and waited for.
     *   <li>A future that an actor was given, as an argument or in a field, is not its own: what it
     *       attaches to one runs in the actor that has asked for it, and if that was no actor, in
     *       the thread that completes it, beside the calls of the one that attached it. So attach
     *       to a future where it was asked for, and tell others by a call: {@code
     *       prices.of(it).thenAccept(other::take)}.
     *   <li>Calls of one sender to one actor are handled in their order. A call happens-before its
     *       handling, and each handling before the next. The sender is the actor that runs, else
     *       the thread.
     *   <li>A call is handled once, or reported as a dead letter if its actor is stopped.
     *   <li>A thread that is no actor waits while the mailbox is full. An actor rests after the
     *       call that it is handling, unless the other one rests for it: then the mailbox grows.
     *   <li>Default methods run at the caller, on the handle. {@code hashCode} and {@code toString}
     *       are the handle's own; handles of the same actor are equal.
     *   <li>An actor that waits for an answer with {@code join} or {@code get}, of the future that
     *       a call returned or of what was attached to it, goes on when it is there. Not so with
     *       futures that were put together outside, by {@code CompletableFuture.allOf} or {@code
     *       anyOf}: the answers lie in the actor's own mail, and it would wait for itself; and a
     *       circle of waits through such a future is not found. Put them together with {@code
     *       thenCombine} or {@code applyToEither}, or wait for each, one after the other.
     *   <li>A function given to {@code thenApplyAsync} and the like, without an executor, runs in
     *       the common pool, and not in the actor: it must not touch the actor's fields. What is
     *       attached to its result runs in the actor again, and so does what follows a time or a
     *       future from outside. Who completes or cancels an answer by hand runs what is attached
     *       himself; a call that is canceled before it begins is not handled.
     *   <li>A {@code Future} that is no {@code CompletionStage} does not say when it is done: where
     *       a method returns one that is not, a virtual thread waits for it, until the actor's end.
     *   <li>An object that its caller runs on the spot does not see that the caller was interrupted
     *       before, and the caller sees that again afterwards. An interrupt that comes meanwhile
     *       stays with the caller's thread, whomever it was meant for: so an object that waits in a
     *       call may be interrupted as its caller is canceled.
     *   <li>{@code join} of the future that a call returned, and of what was attached to it, is
     *       deaf to interrupts, as the JDK's is; but not in a process of a {@link
     *       io.roundhouse.channel.Scope}, where it throws {@link WaitInterruptedException}.
     *   <li>Arguments are passed as they are. An object that is changed afterwards is shared, and
     *       it is the user's business that this is right.
     *   <li>An exception of a {@code void} call that nobody waits for goes to the failure handler,
     *       and the actor goes on. That of a call that is answered, at once or later, goes to its
     *       caller, or into the future that the caller has, and nowhere else: where that future is
     *       dropped, nobody is told. The same holds for what is attached to a future: what it
     *       throws is in the future that {@code thenAccept} and the like returned, as in the JDK.
     *   <li>An {@link Error} of a call stops the actor, and goes to the failure handler, too,
     *       unless the caller has run the call on the spot: then it is thrown there. One that is
     *       thrown by what is attached to a future does not stop the actor.
     *   <li>The object may be a {@link io.roundhouse.actor.Lifecycle}, and has an {@link
     *       io.roundhouse.actor.ActorContext}.
     * </ul>
     *
     * <p>Calls throw {@link WaitInterruptedException} if the thread is interrupted while it waits
     * (a call that waited for room was not sent, one that waited for its answer is withdrawn if it
     * has not begun), {@link HouseClosedException} when the house is closed, {@link
     * io.roundhouse.actor.MailboxFullException}, {@link io.roundhouse.actor.AskCycleException} and
     * {@link io.roundhouse.actor.ActorStoppedException}.
     *
     * @param type an interface
     * @param factory makes the object, which is this actor's alone: a new one each time. The same
     *     one behind two actors would be run by two threads at a time
     * @param with the options: {@code with -> with.bounded(5_000)}
     * @throws IllegalArgumentException if the type is no such interface or cannot be reached, if it
     *     inherits a method with a type that is hidden in another package, or if the factory fails
     *     or returns null
     * @throws HouseClosedException if the house is closed
     */
    public <T> T actor(
            Class<T> type, Supplier<? extends T> factory, Consumer<? super ActorOptions> with) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(factory, "factory");
        return house.actor(type, factory, options(with));
    }

    private static ActorOptions options(Consumer<? super ActorOptions> with) {
        ActorOptions options = new ActorOptions();
        Objects.requireNonNull(with, "with").accept(options);
        return options;
    }

    /**
     * Says once how actors for an interface are made; {@link #actor(Class)} makes them. The factory
     * is asked for each of them, and makes a new object each time: {@code Inc::new}, not {@code ()
     * -> inc}.
     *
     * @throws IllegalArgumentException if the type is no interface that actors can be called
     *     through
     * @throws IllegalStateException if that was said before
     * @throws HouseClosedException if the house is closed
     */
    public <T> void register(Class<T> type, Supplier<? extends T> factory) {
        register(type, factory, _ -> {});
    }

    /**
     * The same, with options for each of them: {@code with} is asked for each actor that is made,
     * and once here, so that what makes no sense is refused at once.
     *
     * @throws IllegalArgumentException if the type, or one of the options, is no good
     * @throws IllegalStateException if how actors for it are made was said before
     * @throws HouseClosedException if the house is closed
     */
    public <T> void register(
            Class<T> type, Supplier<? extends T> factory, Consumer<? super ActorOptions> with) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(factory, "factory");
        house.check(type, options(with));
        Made made = new Made(factory, with);
        if (registered.putIfAbsent(type, made) != null) {
            throw new IllegalStateException(
                    "how actors for " + type.getName() + " are made has been said before");
        }
    }

    /**
     * A new actor for an interface that was registered.
     *
     * @throws IllegalArgumentException if it was not, and as {@link #actor(Class, Supplier,
     *     Consumer)}
     */
    public <T> T actor(Class<T> type) {
        Made made = registered.get(Objects.requireNonNull(type, "type"));
        if (made == null) {
            throw new IllegalArgumentException(
                    "nobody has said how actors for "
                            + type.getName()
                            + " are made: house.register("
                            + type.getSimpleName()
                            + ".class, ...) does, or pass a factory");
        }
        return actor(type, () -> type.cast(made.factory().get()), made.with());
    }

    /**
     * A handle of the same actor, for another one of its interfaces, or for one that these extend:
     * to be given to who is to do no more than that. Equal to the other one.
     *
     * <p>It has no other methods, and no cast gives it more; but it is no boundary for code that is
     * not trusted: whoever has this house, too, as each of its actors has by {@link #current()},
     * gets from any handle those of all the actor's interfaces, and may stop it.
     *
     * @param handle of an actor of this house
     * @param type the actor's own interface, one that was added with {@link ActorOptions#also}, or
     *     one that these extend
     * @throws IllegalArgumentException if the actor does not have that interface
     */
    public <T> T as(Object handle, Class<T> type) {
        return house.as(
                Objects.requireNonNull(handle, "handle"), Objects.requireNonNull(type, "type"));
    }

    /**
     * Stops an actor: the call that it handles is its last, all others, those made from now on
     * included, are dead letters. Who waits for an answer of it gets an {@link
     * ActorStoppedException}; its children are stopped, too. Does not wait. Idempotent.
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
     * @throws IllegalStateException if called by an actor of this house, or on the spot by one of
     *     another house that such an actor waits for
     */
    public void awaitQuiescence() {
        house.awaitQuiescence(Long.MAX_VALUE);
    }

    /**
     * The same, no longer than the given time; returns whether there was such a moment.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public boolean awaitQuiescence(Duration limit) {
        return house.awaitQuiescence(Clock.nanos(limit));
    }

    /**
     * Handles one call, in a house that was opened with {@code stepping()}; returns whether there
     * was one. A call that waits inside of it for something that only the calling thread could
     * bring fails.
     *
     * @throws IllegalStateException if the house has workers; if called by an actor of this house;
     *     or if another thread steps
     */
    public boolean step() {
        return house.step();
    }

    /** How the house is doing. */
    public HouseCounters counters() {
        return house.counters();
    }

    /**
     * How many calls were accepted and will never be handled, because their actor was stopped, or
     * is not run.
     */
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
     * a second, is given up, and that is logged: the calls in its mailbox, and those to actors that
     * rest until there is room there, are neither handled nor dead letters, unless it returns
     * later: then they are dead letters. Who waits for an answer of it is told by an {@link
     * io.roundhouse.actor.ActorStoppedException}, and so are futures, but for those of an actor
     * that does not return itself; what threads that are no actors have attached to those runs on
     * the closing thread, when the house is closed, and must not wait for another one of them.
     * Nobody new is told when that has taken a second: how many are left is logged, and they are
     * told when the call returns. So where nothing is left of the limit this returns after some
     * three seconds more at most, one each for calls, for threads and for who is told, if what was
     * attached comes to its end.
     *
     * <p>A call that a thread of the user's runs on the spot is waited for like any other, but not
     * interrupted; where it has not returned in time, that is logged, and what it sends from then
     * on becomes dead letters.
     *
     * <p>A call from outside that was being sent when the house was closed is refused, or is a dead
     * letter, perhaps a moment after this has returned.
     *
     * <p>Answers that an actor owes when all is quiet, because it returned a future that is not
     * done or took {@link io.roundhouse.actor.ActorContext#answer}, are not waited for: who waits
     * for them gets an {@link io.roundhouse.actor.ActorStoppedException}.
     *
     * <p>A thread that is interrupted before or while it closes stops waiting for quiet; its flag
     * stays set. Idempotent: others who close wait for the first.
     *
     * <p>When all is quiet, actors whose objects are a {@link io.roundhouse.actor.Lifecycle} are
     * stopped, one right after the other, and told of their end. What they send then to actors that
     * are none of those, nor children of one, is handled as well; what they send to each other is
     * dead letters, as a rule.
     *
     * @return whether all that was accepted had been handled in time, so that there was no dead
     *     letter since the house was closed, and the threads of the house have ended; whoever has
     *     closed it
     * @throws IllegalStateException if called by an actor of this house, or on the spot by one of
     *     another house that such an actor waits for
     * @throws IllegalArgumentException if the limit is negative
     */
    public boolean close(Duration limit) {
        return house.close(limit);
    }

    @Override
    public String toString() {
        return house.toString();
    }
}
