package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A future that is completed in the mail of an actor: what that actor attaches to it runs there.
 *
 * <p>The actor is its home, and the stack of what is attached to it belongs to the threads that run
 * that one. Any other thread that has the JDK touch that stack may run what it finds there, beside
 * a call of the actor: {@link CompletableFuture} has threads help. One that waits in {@code join}
 * or {@code get} goes on with what is attached when it is done; so does one that attaches something
 * in the moment in which it is completed, and one that has run something asynchronous, as it goes
 * back to where that was attached. Such things are attached to another future, <em>apart</em> from
 * this one, with the same outcome, by the one way that does not help: what comes of any of several
 * leaves alone what else is attached to them. What is out of reach is {@link
 * CompletableFuture#allOf}, and a future of others that this one is an argument of, or comes of by
 * {@code thenCompose}: in the moment in which this is completed, and asynchronously always.
 *
 * <pre>
 *   in its home, at once:        this ──→ …
 *   in its home, asynchronous:   this ──→ apart ──→ … ──→ by the mail of the actor
 *   elsewhere:                   this ──→ apart ──→ …
 *   apart, attached at home:     apart ──→ by the mail of the actor ──→ …
 * </pre>
 *
 * <p>One that nobody's mail brings has no home, and is as any other.
 */
abstract sealed class HomeFuture<T extends @Nullable Object> extends CompletableFuture<T>
        permits Coming {

    /** The answer of which it comes; the first one where it comes of several. */
    abstract Answer root();

    /** Whether it has been attached elsewhere than at home, or comes of such a one. */
    abstract boolean isApart();

    // ---- where

    /** The actor that calls, if this arrives in its mail: what it attaches is to run there. */
    final @Nullable Actor homeOfCaller() {
        Actor asker = root().asker();
        return asker != null && Caller.current().running == asker ? asker : null;
    }

    /** To what the calling thread attaches something that runs where that is completed. */
    final HomeFuture<T> at() {
        Actor asker = root().asker();
        if (asker == null) {
            return this;
        }
        if (Caller.current().running != asker) {
            return isApart() ? this : apart();
        }
        return isApart() && !isDone() ? brought(asker) : this;
    }

    /** To what any thread attaches something that other threads run. */
    private HomeFuture<T> aside() {
        return isApart() || root().asker() == null ? this : apart();
    }

    private HomeFuture<T> apart() {
        return apart(new CompletableFuture<>());
    }

    /**
     * @param end where that is done before this is, nothing of the other one is left here
     */
    private HomeFuture<T> apart(CompletableFuture<?> end) {
        HomeFuture<T> apart = new Joining<>((Coming<?>) this, true);
        if (isDone()) {
            gives(apart);
        } else {
            var _ = anyOf(this, end).whenComplete((_, _) -> gives(apart)); // see the class
        }
        return apart;
    }

    /** A future apart on which somebody waits, of which nothing is left when he does no longer. */
    record Apart<T extends @Nullable Object>(HomeFuture<T> future, CompletableFuture<?> end)
            implements AutoCloseable {
        @Override
        public void close() {
            if (!future.isDone()) {
                end.complete(null);
            }
        }
    }

    /** Whether who waits here waits apart: it is not there, and another actor's than the caller. */
    final boolean isAwaitedApart() {
        return !isDone() && !isApart() && root().asker() != null && homeOfCaller() == null;
    }

    /** For such a wait. */
    final Apart<T> apartForAWait() {
        CompletableFuture<?> end = new CompletableFuture<>();
        return new Apart<>(apart(end), end);
    }

    /** The same one, brought to that actor. */
    private HomeFuture<T> brought(Actor home) {
        HomeFuture<T> brought = new Joining<>((Coming<?>) this, false);
        var _ = super.whenComplete((value, thrown) -> Brought.to(home, brought, value, thrown));
        return brought;
    }

    /** If it is done, the other one is, too. */
    private void gives(CompletableFuture<T> other) {
        if (!isDone()) {
            return; // nobody waits for it any more
        }
        var _ =
                super.whenComplete((value, thrown) -> {
                    if (thrown == null) {
                        other.complete(value);
                    } else {
                        other.completeExceptionally(thrown);
                    }
                });
    }

    /**
     * The same stage; or one to which it is brought, if it comes by other threads, or that is apart
     * from it, if it comes by the mail of another actor than the caller.
     */
    final <U> CompletionStage<U> home(CompletionStage<U> stage) {
        Actor home = isApart() ? null : homeOfCaller();
        if (home == null) {
            return stage instanceof HomeFuture<U> future ? future.at() : stage;
        }
        if (Asking.isDone(stage)
                || (stage instanceof HomeFuture<U> coming
                        && coming.root().asker() == home
                        && !coming.isApart())) {
            return stage;
        }
        CompletableFuture<U> brought = new CompletableFuture<>();
        var _ = stage.whenComplete((value, thrown) -> Brought.to(home, brought, value, thrown));
        return brought;
    }

    /** The same stage, where something is attached that other threads run. */
    private static <U> CompletionStage<U> aside(CompletionStage<U> stage) {
        return stage instanceof HomeFuture<U> future ? future.aside() : stage;
    }

    /** What comes of this on another thread, brought to the actor that calls. */
    private <U> CompletableFuture<U> back(CompletableFuture<U> elsewhere) {
        Actor home = homeOfCaller();
        if (home == null) {
            return elsewhere;
        }
        Joining<U> brought = new Joining<>((Coming<?>) this, false);
        var _ = elsewhere.whenComplete((value, thrown) -> Brought.to(home, brought, value, thrown));
        return brought;
    }

    @Override
    public final <U> CompletableFuture<U> newIncompleteFuture() {
        return new Joining<>((Coming<?>) this, isApart());
    }

    @Override
    public final CompletableFuture<T> copy() {
        HomeFuture<T> at = at();
        return at == this ? super.copy() : at.copy();
    }

    @Override
    public final CompletionStage<T> minimalCompletionStage() {
        HomeFuture<T> at = at();
        return at == this ? super.minimalCompletionStage() : at.minimalCompletionStage();
    }

    // ---- of this one

    @Override
    public final <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> fn) {
        HomeFuture<T> at = at();
        return at == this ? super.thenApply(fn) : at.thenApply(fn);
    }

    @Override
    public final <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> fn) {
        HomeFuture<T> at = aside();
        return at == this ? back(super.thenApplyAsync(fn)) : at.thenApplyAsync(fn);
    }

    @Override
    public final <U> CompletableFuture<U> thenApplyAsync(
            Function<? super T, ? extends U> fn, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? back(super.thenApplyAsync(fn, executor))
                : at.thenApplyAsync(fn, executor);
    }

    @Override
    public final CompletableFuture<Void> thenAccept(Consumer<? super T> action) {
        HomeFuture<T> at = at();
        return at == this ? super.thenAccept(action) : at.thenAccept(action);
    }

    @Override
    public final CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action) {
        HomeFuture<T> at = aside();
        return at == this ? back(super.thenAcceptAsync(action)) : at.thenAcceptAsync(action);
    }

    @Override
    public final CompletableFuture<Void> thenAcceptAsync(
            Consumer<? super T> action, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? back(super.thenAcceptAsync(action, executor))
                : at.thenAcceptAsync(action, executor);
    }

    @Override
    public final CompletableFuture<Void> thenRun(Runnable action) {
        HomeFuture<T> at = at();
        return at == this ? super.thenRun(action) : at.thenRun(action);
    }

    @Override
    public final CompletableFuture<Void> thenRunAsync(Runnable action) {
        HomeFuture<T> at = aside();
        return at == this ? back(super.thenRunAsync(action)) : at.thenRunAsync(action);
    }

    @Override
    public final CompletableFuture<Void> thenRunAsync(Runnable action, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? back(super.thenRunAsync(action, executor))
                : at.thenRunAsync(action, executor);
    }

    @Override
    public final CompletableFuture<T> whenComplete(
            BiConsumer<? super T, ? super Throwable> action) {
        HomeFuture<T> at = at();
        return at == this ? super.whenComplete(action) : at.whenComplete(action);
    }

    @Override
    public final CompletableFuture<T> whenCompleteAsync(
            BiConsumer<? super T, ? super Throwable> action) {
        HomeFuture<T> at = aside();
        return at == this ? back(super.whenCompleteAsync(action)) : at.whenCompleteAsync(action);
    }

    @Override
    public final CompletableFuture<T> whenCompleteAsync(
            BiConsumer<? super T, ? super Throwable> action, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? back(super.whenCompleteAsync(action, executor))
                : at.whenCompleteAsync(action, executor);
    }

    @Override
    public final <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> fn) {
        HomeFuture<T> at = at();
        return at == this ? super.handle(fn) : at.handle(fn);
    }

    @Override
    public final <U> CompletableFuture<U> handleAsync(
            BiFunction<? super T, Throwable, ? extends U> fn) {
        HomeFuture<T> at = aside();
        return at == this ? back(super.handleAsync(fn)) : at.handleAsync(fn);
    }

    @Override
    public final <U> CompletableFuture<U> handleAsync(
            BiFunction<? super T, Throwable, ? extends U> fn, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this ? back(super.handleAsync(fn, executor)) : at.handleAsync(fn, executor);
    }

    @Override
    public final CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> fn) {
        HomeFuture<T> at = at();
        return at == this ? super.exceptionally(fn) : at.exceptionally(fn);
    }

    @Override
    public final CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> fn) {
        HomeFuture<T> at = aside();
        return at == this ? back(super.exceptionallyAsync(fn)) : at.exceptionallyAsync(fn);
    }

    @Override
    public final CompletableFuture<T> exceptionallyAsync(
            Function<Throwable, ? extends T> fn, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? back(super.exceptionallyAsync(fn, executor))
                : at.exceptionallyAsync(fn, executor);
    }

    // ---- of this one and another one

    @Override
    public final <U, V> CompletableFuture<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        HomeFuture<T> at = at();
        return at == this
                ? Joining.ofBoth(super.thenCombine(home(other), fn), other)
                : at.thenCombine(other, fn);
    }

    @Override
    public final <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofBoth(back(super.thenCombineAsync(aside(home(other)), fn)), other)
                : at.thenCombineAsync(other, fn);
    }

    @Override
    public final <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> fn,
            Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofBoth(
                        back(super.thenCombineAsync(aside(home(other)), fn, executor)), other)
                : at.thenCombineAsync(other, fn, executor);
    }

    @Override
    public final <U> CompletableFuture<Void> thenAcceptBoth(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        HomeFuture<T> at = at();
        return at == this
                ? Joining.ofBoth(super.thenAcceptBoth(home(other), action), other)
                : at.thenAcceptBoth(other, action);
    }

    @Override
    public final <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofBoth(back(super.thenAcceptBothAsync(aside(home(other)), action)), other)
                : at.thenAcceptBothAsync(other, action);
    }

    @Override
    public final <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action,
            Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofBoth(
                        back(super.thenAcceptBothAsync(aside(home(other)), action, executor)),
                        other)
                : at.thenAcceptBothAsync(other, action, executor);
    }

    @Override
    public final CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        HomeFuture<T> at = at();
        return at == this
                ? Joining.ofBoth(super.runAfterBoth(home(other), action), other)
                : at.runAfterBoth(other, action);
    }

    @Override
    public final CompletableFuture<Void> runAfterBothAsync(
            CompletionStage<?> other, Runnable action) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofBoth(back(super.runAfterBothAsync(aside(home(other)), action)), other)
                : at.runAfterBothAsync(other, action);
    }

    @Override
    public final CompletableFuture<Void> runAfterBothAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofBoth(
                        back(super.runAfterBothAsync(aside(home(other)), action, executor)), other)
                : at.runAfterBothAsync(other, action, executor);
    }

    // ---- of whichever of the two is there first

    @Override
    public final <U> CompletableFuture<U> applyToEither(
            CompletionStage<? extends T> other, Function<? super T, U> fn) {
        HomeFuture<T> at = at();
        return at == this
                ? Joining.ofEither(super.applyToEither(home(other), fn), other)
                : at.applyToEither(other, fn);
    }

    @Override
    public final <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> fn) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofEither(back(super.applyToEitherAsync(aside(home(other)), fn)), other)
                : at.applyToEitherAsync(other, fn);
    }

    @Override
    public final <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> fn, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofEither(
                        back(super.applyToEitherAsync(aside(home(other)), fn, executor)), other)
                : at.applyToEitherAsync(other, fn, executor);
    }

    @Override
    public final CompletableFuture<Void> acceptEither(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        HomeFuture<T> at = at();
        return at == this
                ? Joining.ofEither(super.acceptEither(home(other), action), other)
                : at.acceptEither(other, action);
    }

    @Override
    public final CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofEither(back(super.acceptEitherAsync(aside(home(other)), action)), other)
                : at.acceptEitherAsync(other, action);
    }

    @Override
    public final CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofEither(
                        back(super.acceptEitherAsync(aside(home(other)), action, executor)), other)
                : at.acceptEitherAsync(other, action, executor);
    }

    @Override
    public final CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        HomeFuture<T> at = at();
        return at == this
                ? Joining.ofEither(super.runAfterEither(home(other), action), other)
                : at.runAfterEither(other, action);
    }

    @Override
    public final CompletableFuture<Void> runAfterEitherAsync(
            CompletionStage<?> other, Runnable action) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofEither(
                        back(super.runAfterEitherAsync(aside(home(other)), action)), other)
                : at.runAfterEitherAsync(other, action);
    }

    @Override
    public final CompletableFuture<Void> runAfterEitherAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        HomeFuture<T> at = aside();
        return at == this
                ? Joining.ofEither(
                        back(super.runAfterEitherAsync(aside(home(other)), action, executor)),
                        other)
                : at.runAfterEitherAsync(other, action, executor);
    }

    // ---- of what its outcome leads to

    @Override
    public final <U> CompletableFuture<U> thenCompose(
            Function<? super T, ? extends CompletionStage<U>> fn) {
        HomeFuture<T> at = at();
        if (at != this) {
            return at.thenCompose(fn);
        }
        Leading<T, U> leads = new Leading<>(fn, this::home);
        return leads.to(super.thenCompose(leads));
    }

    @Override
    public final <U> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> fn) {
        HomeFuture<T> at = aside();
        if (at != this) {
            return at.thenComposeAsync(fn);
        }
        Leading<T, U> leads = new Leading<>(fn, this::home);
        return leads.to(back(super.thenComposeAsync(leads)));
    }

    @Override
    public final <U> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> fn, Executor executor) {
        HomeFuture<T> at = aside();
        if (at != this) {
            return at.thenComposeAsync(fn, executor);
        }
        Leading<T, U> leads = new Leading<>(fn, this::home);
        return leads.to(back(super.thenComposeAsync(leads, executor)));
    }

    @Override
    public final CompletableFuture<T> exceptionallyCompose(
            Function<Throwable, ? extends CompletionStage<T>> fn) {
        HomeFuture<T> at = at();
        if (at != this) {
            return at.exceptionallyCompose(fn);
        }
        Leading<Throwable, T> leads = new Leading<>(fn, this::home);
        return leads.to(super.exceptionallyCompose(leads));
    }

    @Override
    public final CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> fn) {
        HomeFuture<T> at = aside();
        if (at != this) {
            return at.exceptionallyComposeAsync(fn);
        }
        Leading<Throwable, T> leads = new Leading<>(fn, this::home);
        return leads.to(back(super.exceptionallyComposeAsync(leads)));
    }

    @Override
    public final CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> fn, Executor executor) {
        HomeFuture<T> at = aside();
        if (at != this) {
            return at.exceptionallyComposeAsync(fn, executor);
        }
        Leading<Throwable, T> leads = new Leading<>(fn, this::home);
        return leads.to(back(super.exceptionallyComposeAsync(leads, executor)));
    }
}
