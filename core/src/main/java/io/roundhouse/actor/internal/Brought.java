package io.roundhouse.actor.internal;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What has come for a future by another thread than that of the actor to which it belongs: in the
 * mail of that actor, so that what is attached to the future runs there.
 */
final class Brought<T extends @Nullable Object> implements Control {
    private final CompletableFuture<T> future;
    private final @Nullable T value;
    private final @Nullable Throwable thrown;
    private @Nullable Control before;

    private Brought(CompletableFuture<T> future, @Nullable T value, @Nullable Throwable thrown) {
        this.future = future;
        this.value = value;
        this.thrown = thrown;
    }

    /** To that actor. Any thread. */
    static <T extends @Nullable Object> void to(
            Actor actor,
            CompletableFuture<T> future,
            @Nullable T value,
            @Nullable Throwable thrown) {
        actor.control(new Brought<>(future, value, thrown));
    }

    boolean isFor(CompletableFuture<?> wanted) {
        return future == wanted;
    }

    /** Whether the future is there: this, or by others. */
    boolean isThere() {
        return future.isDone();
    }

    /** More than once it does nothing. */
    @Override
    @SuppressWarnings("NullAway") // null where that has come, or a throwable
    public void done() {
        if (thrown == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(thrown);
        }
    }

    @Override
    public @Nullable Control before() {
        return before;
    }

    @Override
    public void before(@Nullable Control before) {
        this.before = before;
    }
}
