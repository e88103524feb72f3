package io.roundhouse.actor;

import io.roundhouse.waiting.WaitStrategy;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How one actor is run; see {@code Roundhouse.actor}. Not thread-safe. */
public final class ActorOptions {
    /** The greatest bound. */
    public static final int GREATEST_BOUND = 1 << 20;

    /** Who runs the actor. */
    public enum Dispatch {
        /** One of the house's workers, whichever is free: the default. */
        WORKERS,
        /** A platform thread of its own. */
        PINNED,
        /** A virtual thread of its own. */
        VIRTUAL
    }

    private int bound = 4_096;
    private Dispatch dispatch = Dispatch.WORKERS;
    private WaitStrategy waiting = WaitStrategy.adaptive();
    private MethodHandles.@Nullable Lookup lookup;
    private @Nullable String name;

    /** The defaults. */
    public ActorOptions() {}

    /**
     * How many calls may be under way to the actor, the one being handled included; 4,096 unless
     * set. A thread that sends more waits; an actor that does rests after the call that it is
     * handling. Memory for calls is had when it is first needed.
     *
     * @throws IllegalArgumentException if less than 1 or more than {@link #GREATEST_BOUND}
     */
    public ActorOptions bounded(int calls) {
        if (calls < 1 || calls > GREATEST_BOUND) {
            throw new IllegalArgumentException(
                    "a mailbox is bounded to 1 to " + GREATEST_BOUND + " calls, not " + calls);
        }
        bound = calls;
        return this;
    }

    /** On a platform thread of its own, which waits as {@link WaitStrategy#adaptive()} does. */
    public ActorOptions pinned() {
        return pinned(WaitStrategy.adaptive());
    }

    /** On a platform thread of its own, which waits for calls as the strategy says. */
    public ActorOptions pinned(WaitStrategy strategy) {
        waiting = Objects.requireNonNull(strategy, "strategy");
        dispatch = Dispatch.PINNED;
        return this;
    }

    /** On a virtual thread of its own: for calls that block, on files, sockets or locks. */
    public ActorOptions virtual() {
        dispatch = Dispatch.VIRTUAL;
        return this;
    }

    /**
     * What may see the actor's interface where the library may not: {@code MethodHandles.lookup()}
     * of a class in the interface's own package.
     */
    public ActorOptions in(MethodHandles.Lookup lookup) {
        this.lookup = Objects.requireNonNull(lookup, "lookup");
        return this;
    }

    /**
     * What the actor is called in messages, and its thread; the name of its class and a number
     * unless set.
     */
    public ActorOptions named(String name) {
        this.name = Objects.requireNonNull(name, "name");
        return this;
    }

    /** See {@link #bounded}. */
    public int bound() {
        return bound;
    }

    /** See {@link #pinned} and {@link #virtual}. */
    public Dispatch dispatch() {
        return dispatch;
    }

    /** See {@link #pinned(WaitStrategy)}. */
    public WaitStrategy waiting() {
        return waiting;
    }

    /** See {@link #in}; null unless set. */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    public MethodHandles.@Nullable Lookup lookup() {
        return lookup;
    }

    /** See {@link #named}; null unless set. */
    @SuppressWarnings("exports") // an annotation only: users need not have it
    public @Nullable String name() {
        return name;
    }
}
