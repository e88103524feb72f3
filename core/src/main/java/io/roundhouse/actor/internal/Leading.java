package io.roundhouse.actor.internal;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Notes what the function gives, whichever is first: that, or what is to come of it. */
final class Leading<A, U> implements Function<A, CompletionStage<U>> {
    private final Function<? super A, ? extends CompletionStage<U>> fn;
    private final UnaryOperator<CompletionStage<U>> home;
    private @Nullable Joining<?> comes; // guarded by this
    private @Nullable Coming<?> given; // likewise

    Leading(
            Function<? super A, ? extends CompletionStage<U>> fn,
            UnaryOperator<CompletionStage<U>> home) {
        this.fn = Objects.requireNonNull(fn);
        this.home = home;
    }

    @Override
    public CompletionStage<U> apply(A outcome) {
        CompletionStage<U> stage = fn.apply(outcome);
        if (stage instanceof Coming<?> coming) {
            Joining<?> to;
            synchronized (this) {
                given = coming;
                to = comes;
            }
            if (to != null) {
                to.leadsTo(coming);
            }
        }
        return stage == null ? stage : home.apply(stage);
    }

    CompletableFuture<U> to(CompletableFuture<U> future) {
        Coming<?> by;
        synchronized (this) {
            comes = (Joining<?>) future;
            comes.leads();
            by = given;
        }
        if (by != null) {
            ((Joining<?>) future).leadsTo(by);
        }
        return future;
    }
}
