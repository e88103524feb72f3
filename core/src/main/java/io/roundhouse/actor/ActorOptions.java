package io.roundhouse.actor;

import io.roundhouse.waiting.WaitStrategy;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How one actor is run; see {@code Roundhouse.actor}. Not thread-safe. */
public final class ActorOptions {
    /** The greatest bound. */
    public static final int GREATEST_BOUND = 1 << 20;

    private int bound = 4_096;
    private WaitStrategy waiting = WaitStrategy.adaptive();
    private MethodHandles.@Nullable Lookup lookup;
    private @Nullable String name;

    /** The defaults. */
    public ActorOptions() {}

    /**
     * How many calls of one sending thread may be under way to the actor, the one being handled
     * included; 4,096 unless set. Whoever sends more waits. Memory for them is had when it is first
     * needed.
     *
     * @throws IllegalArgumentException if less than 1 or more than {@link #GREATEST_BOUND}
     */
    public ActorOptions bounded(int calls) {
        if (calls < 1 || calls > GREATEST_BOUND) {
            throw new IllegalArgumentException(
                    "a mailbox is bounded to 1 to "
                            + GREATEST_BOUND
                            + " calls a sender, not "
                            + calls);
        }
        bound = calls;
        return this;
    }

    /**
     * How the actor waits for calls, and others for room in its mailbox; {@link
     * WaitStrategy#adaptive()} unless set.
     */
    public ActorOptions waiting(WaitStrategy strategy) {
        waiting = Objects.requireNonNull(strategy, "strategy");
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

    /** See {@link #waiting(WaitStrategy)}. */
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
