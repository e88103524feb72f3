package io.roundhouse.channel;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a stage holds of a select: the answer goes here, and from here to whoever waits, if somebody
 * does. A stage does not let go of who listens until it is complete; so between waits, and when its
 * select is gone, this is all that it keeps.
 *
 * <p>Who completes writes the answer, then reads who waits; who waits says so, then reads whether
 * the answer is there. All four are volatile, so they do not overlook each other.
 */
final class Relay<T> implements BiConsumer<@Nullable T, @Nullable Throwable> {
    private @Nullable T value;
    private @Nullable Throwable failure;
    private volatile boolean there; // after the two above
    private volatile @Nullable Party party;

    private Relay() {}

    static <T> Relay<T> at(CompletionStage<? extends T> stage) {
        Relay<T> relay = new Relay<>();
        var _ = stage.whenComplete(relay);
        return relay;
    }

    // ---- the select

    /** That party's wait ends when the answer comes. */
    void attach(Party waiting) {
        party = waiting;
    }

    /** Nobody waits; the answer stays here. */
    void detach() {
        party = null;
    }

    boolean isThere() {
        return there;
    }

    /**
     * The answer, which is there.
     *
     * @throws CompletionException if it is a failure
     */
    @Nullable T get() {
        Throwable problem = failure;
        if (problem != null) {
            throw problem instanceof CompletionException known
                    ? known
                    : new CompletionException(problem);
        }
        return value;
    }

    // ---- the stage

    /** A wait that has ended meanwhile, and another one that has begun, looks again in vain. */
    @Override
    public void accept(@Nullable T result, @Nullable Throwable problem) {
        value = result;
        failure = problem;
        there = true;
        Party waiting = party;
        if (waiting != null && waiting.meet(Party.LOOK_AGAIN)) {
            waiting.wake();
        }
    }
}
