package io.roundhouse.actor;

import io.roundhouse.actor.internal.Life;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What an actor can know of itself, without extending anything: {@link #current()} gives it, in its
 * methods, in what it attaches to answers that it asked for, and while its object is made, in
 * constructors and field initializers.
 *
 * <pre>
 * final class Bob implements Ping {
 *     private final ActorContext context = ActorContext.current();
 *
 *     public void ping(Pong from, long ball) {
 *         if (ball == 0) {
 *             context.stop();
 *         }
 *     }
 * }
 * </pre>
 *
 * <p>{@link #self} and {@link #name} may be called by any thread, everything else by the actor
 * itself only. The house of the actor that runs is {@code Roundhouse.current()}.
 */
public interface ActorContext {
    /**
     * Of the actor that runs on the calling thread, or whose object is being made there.
     *
     * @throws IllegalStateException if there is none
     */
    static ActorContext current() {
        return Life.current();
    }

    /** What the actor is called in messages. */
    String name();

    /**
     * The actor's handle, as others see it: to be passed to them, or to send something to itself.
     * While its object is made its calls are kept until that is done, whatever the bound; who makes
     * it and waits for an answer gets an {@link AskCycleException}.
     *
     * @param type the interface that it was made with, one of those added to it, or one that these
     *     extend
     * @throws IllegalArgumentException if it is none of them
     */
    <T> T self(Class<T> type);

    /**
     * Makes an actor that is a child of this one, as {@code Roundhouse.actor} makes one that is
     * nobody's: when this one is stopped, its children are, and all of them have come to their end
     * before {@link Lifecycle#stopped} of this one is called.
     *
     * @throws IllegalStateException in {@code stopped()}, and on a thread that does not run this
     *     actor
     */
    default <T> T actor(Class<T> type, Supplier<? extends T> factory) {
        return actor(type, factory, _ -> {});
    }

    /** Makes a child with options; see {@link #actor(Class, Supplier)}. */
    <T> T actor(Class<T> type, Supplier<? extends T> factory, Consumer<? super ActorOptions> with);

    /**
     * Stops this actor: the call that it handles is its last. While its object is made, it is
     * started and then stopped. Idempotent.
     */
    void stop();

    /**
     * The answer to the call that is handled now, to be given later, by whatever thread: what the
     * method returns is ignored. So an actor can go on with other calls before it answers, though
     * the method returns a plain value. It is to be completed with what the method could have
     * returned: null for an {@code int}, or an object of another class, ends the caller's call with
     * a {@link NullPointerException} or a {@link ClassCastException}. Where the actor comes to its
     * end first, whoever waits for the answer gets an {@link ActorStoppedException}.
     *
     * @throws IllegalStateException if nobody waits for an answer to this call (a {@code void}
     *     method without checked exceptions), or if this was called before in the same call
     */
    <T> CompletableFuture<T> answer();
}
