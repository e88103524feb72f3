package io.roundhouse.actor.internal;

import io.roundhouse.waiting.Waiter;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Whoever waits for a future, woken by it. A future keeps what is attached to it until it is done,
 * but for what comes of any of several when that is there: so it is one of two, and the other one
 * is the end of the wait.
 */
final class Woken {
    private final CompletableFuture<?> future;
    private final CompletableFuture<?> end = new CompletableFuture<>();
    private volatile @Nullable Waiter waiter;

    Woken(CompletableFuture<?> future, Waiter waiter) {
        this.future = future;
        this.waiter = waiter;
        var _ = CompletableFuture.anyOf(future, end).whenComplete((_, _) -> wake());
    }

    private void wake() {
        Waiter waiting = waiter;
        if (waiting != null) {
            waiting.wake();
        }
    }

    /** Nothing of it is left at the future. */
    void waitsNoLonger() {
        waiter = null;
        if (!future.isDone()) {
            end.complete(null);
        }
    }
}
