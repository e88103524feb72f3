package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.ByMail;
import io.roundhouse.waiting.internal.InScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An answer, or what comes of answers: what is attached to it knows of which ones it comes, so that
 * who waits for it does not wait for itself, and circles of waits are found. Where it comes of more
 * than one, the others are noted, too: see {@link Joining}.
 */
abstract sealed class Coming<T extends @Nullable Object> extends CompletableFuture<T>
        implements ByMail, Awaited permits Answer, Joining {

    /** Whether a time ends it, too: who waits for it is never stuck for good. */
    private volatile boolean timed;

    /**
     * Who waits for it, or for what comes of it, as long as it is not known of what else it comes;
     * guarded by this.
     */
    private @Nullable List<Told> told;

    /** The answer of which it comes; the first one where it comes of several. */
    abstract Answer root();

    @Override
    public final boolean comesByMailHere() {
        return !isDone() && Joining.comesByMailHere(this);
    }

    /** Whether it may come without those who are to answer. Any thread. */
    final boolean mayComeOtherwise() {
        return timed;
    }

    // ---- of what it comes

    /**
     * Of what it comes, besides who is to answer it. Any thread; out of date at once.
     *
     * @param isStuck asked where one of two is enough
     */
    abstract List<Coming<?>> comesOf(Predicate<Coming<?>> isStuck);

    /** Whether it may turn out to come of more than is known. Any thread. */
    abstract boolean mayLeadOn();

    @Override
    public boolean isOver() {
        return Way.any(this) == null;
    }

    @Override
    public Bounded whom(Bounded said) {
        Way way = Way.any(this);
        return way == null ? said : way.awaited().asked();
    }

    @Override
    public Runnable tellsOfMore(Actor waiting, Waiter waiter) {
        Told all = new Told(waiting::awaitsMore, waiter);
        boolean complete = false;
        try {
            Way.forEach(this, each -> each.tells(all));
            complete = true;
            return all;
        } finally {
            if (!complete) {
                all.run();
            }
        }
    }

    private void tells(Told waiting) {
        if (!mayLeadOn()) {
            return;
        }
        waiting.isIn(this); // first: it is to be taken back
        synchronized (this) {
            if (mayLeadOn()) {
                List<Told> more = told == null ? new ArrayList<>(1) : new ArrayList<>(told);
                more.add(waiting);
                told = more;
            }
        }
    }

    /** It is known by now of what else it comes: who waits looks again. Any thread. */
    final void tellsOfWhatIsKnown() {
        List<Told> all;
        synchronized (this) {
            all = told;
            told = null;
        }
        if (all != null) {
            Told.tell(all);
        }
    }

    /** It waits no longer. Any thread. */
    final synchronized void forgets(Told waiting) {
        if (told != null) {
            told.remove(waiting);
        }
    }

    /** How many look again when it is known of what else it comes; for tests. */
    final synchronized int told() {
        return told == null ? 0 : told.size();
    }

    // ---- what a time ends

    @Override
    public CompletableFuture<T> orTimeout(long time, TimeUnit unit) {
        timed = true;
        Actor home = homeOfCaller();
        if (home == null) {
            return super.orTimeout(time, unit);
        }
        ends(
                new CompletableFuture<T>().orTimeout(time, unit),
                (_, thrown) -> Brought.to(home, this, null, thrown));
        return this;
    }

    @Override
    public CompletableFuture<T> completeOnTimeout(T value, long time, TimeUnit unit) {
        timed = true;
        Actor home = homeOfCaller();
        if (home == null) {
            return super.completeOnTimeout(value, time, unit);
        }
        ends(
                new CompletableFuture<T>().completeOnTimeout(value, time, unit),
                (_, _) -> Brought.to(home, this, value, null));
        return this;
    }

    /** After a time that is not waited for where this is there before. */
    private void ends(CompletableFuture<T> time, BiConsumer<T, @Nullable Throwable> then) {
        var _ =
                time.whenComplete((value, thrown) -> {
                    if (!isDone()) {
                        then.accept(value, thrown);
                    }
                });
        var _ = whenComplete((_, _) -> time.cancel(false));
    }

    // ---- where what is attached runs

    /** The actor that calls, if this arrives in its mail: what it attaches is to run there. */
    private @Nullable Actor homeOfCaller() {
        Actor asker = root().asker();
        return asker != null && Caller.current().running == asker ? asker : null;
    }

    /** The same stage; or one to which it is brought, if it comes by other threads. */
    private <U> CompletionStage<U> home(CompletionStage<U> stage) {
        Actor home = homeOfCaller();
        if (home == null
                || (stage instanceof CompletableFuture<U> future && future.isDone())
                || (stage instanceof Coming<U> coming && coming.root().asker() == home)) {
            return stage;
        }
        CompletableFuture<U> brought = new CompletableFuture<>();
        var _ = stage.whenComplete((value, thrown) -> Brought.to(home, brought, value, thrown));
        return brought;
    }

    /** What comes of this on another thread, brought to the actor that calls. */
    private <U> CompletableFuture<U> back(CompletableFuture<U> elsewhere) {
        Actor home = homeOfCaller();
        if (home == null) {
            return elsewhere;
        }
        Joining<U> brought = new Joining<>(this);
        var _ = elsewhere.whenComplete((value, thrown) -> Brought.to(home, brought, value, thrown));
        return brought;
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> fn) {
        return back(super.thenApplyAsync(fn));
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(
            Function<? super T, ? extends U> fn, Executor executor) {
        return back(super.thenApplyAsync(fn, executor));
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action) {
        return back(super.thenAcceptAsync(action));
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> action, Executor executor) {
        return back(super.thenAcceptAsync(action, executor));
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable action) {
        return back(super.thenRunAsync(action));
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable action, Executor executor) {
        return back(super.thenRunAsync(action, executor));
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> action) {
        return back(super.whenCompleteAsync(action));
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(
            BiConsumer<? super T, ? super Throwable> action, Executor executor) {
        return back(super.whenCompleteAsync(action, executor));
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> fn) {
        return back(super.handleAsync(fn));
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(
            BiFunction<? super T, Throwable, ? extends U> fn, Executor executor) {
        return back(super.handleAsync(fn, executor));
    }

    @Override
    public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> fn) {
        return back(super.exceptionallyAsync(fn));
    }

    @Override
    public CompletableFuture<T> exceptionallyAsync(
            Function<Throwable, ? extends T> fn, Executor executor) {
        return back(super.exceptionallyAsync(fn, executor));
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Joining<>(this);
    }

    // ---- waiting for it

    @Override
    public T join() {
        Joining.await(this, Long.MAX_VALUE);
        Joining.awaitInScope(this, super::get);
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        Joining.await(this, Long.MAX_VALUE);
        try {
            return super.get();
        } catch (InterruptedException e) {
            InScope.throwIfItInterrupted();
            throw e;
        }
    }

    @Override
    public T get(long time, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (Joining.isOutside(root())) {
            try {
                return super.get(time, unit);
            } catch (InterruptedException e) {
                InScope.throwIfItInterrupted();
                throw e;
            }
        }
        return Joining.await(this, unit.toNanos(time)) ? super.get() : super.get(0, unit);
    }

    // ---- of this one and another one

    @Override
    public <U, V> CompletableFuture<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        return Joining.ofBoth(super.thenCombine(home(other), fn), other);
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> fn) {
        return Joining.ofBoth(back(super.thenCombineAsync(home(other), fn)), other);
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other,
            BiFunction<? super T, ? super U, ? extends V> fn,
            Executor executor) {
        return Joining.ofBoth(back(super.thenCombineAsync(home(other), fn, executor)), other);
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBoth(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return Joining.ofBoth(super.thenAcceptBoth(home(other), action), other);
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> action) {
        return Joining.ofBoth(back(super.thenAcceptBothAsync(home(other), action)), other);
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other,
            BiConsumer<? super T, ? super U> action,
            Executor executor) {
        return Joining.ofBoth(
                back(super.thenAcceptBothAsync(home(other), action, executor)), other);
    }

    @Override
    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable action) {
        return Joining.ofBoth(super.runAfterBoth(home(other), action), other);
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable action) {
        return Joining.ofBoth(back(super.runAfterBothAsync(home(other), action)), other);
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        return Joining.ofBoth(back(super.runAfterBothAsync(home(other), action, executor)), other);
    }

    // ---- of whichever of the two is there first

    @Override
    public <U> CompletableFuture<U> applyToEither(
            CompletionStage<? extends T> other, Function<? super T, U> fn) {
        return Joining.ofEither(super.applyToEither(home(other), fn), other);
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> fn) {
        return Joining.ofEither(back(super.applyToEitherAsync(home(other), fn)), other);
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> fn, Executor executor) {
        return Joining.ofEither(back(super.applyToEitherAsync(home(other), fn, executor)), other);
    }

    @Override
    public CompletableFuture<Void> acceptEither(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        return Joining.ofEither(super.acceptEither(home(other), action), other);
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action) {
        return Joining.ofEither(back(super.acceptEitherAsync(home(other), action)), other);
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> action, Executor executor) {
        return Joining.ofEither(
                back(super.acceptEitherAsync(home(other), action, executor)), other);
    }

    @Override
    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable action) {
        return Joining.ofEither(super.runAfterEither(home(other), action), other);
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable action) {
        return Joining.ofEither(back(super.runAfterEitherAsync(home(other), action)), other);
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(
            CompletionStage<?> other, Runnable action, Executor executor) {
        return Joining.ofEither(
                back(super.runAfterEitherAsync(home(other), action, executor)), other);
    }

    // ---- of what its outcome leads to

    @Override
    public <U> CompletableFuture<U> thenCompose(
            Function<? super T, ? extends CompletionStage<U>> fn) {
        Leading<T, U> leads = new Leading<>(fn, this::home);
        return leads.to(super.thenCompose(leads));
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> fn) {
        Leading<T, U> leads = new Leading<>(fn, this::home);
        return leads.to(back(super.thenComposeAsync(leads)));
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(
            Function<? super T, ? extends CompletionStage<U>> fn, Executor executor) {
        Leading<T, U> leads = new Leading<>(fn, this::home);
        return leads.to(back(super.thenComposeAsync(leads, executor)));
    }

    @Override
    public CompletableFuture<T> exceptionallyCompose(
            Function<Throwable, ? extends CompletionStage<T>> fn) {
        Leading<Throwable, T> leads = new Leading<>(fn, this::home);
        return leads.to(super.exceptionallyCompose(leads));
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> fn) {
        Leading<Throwable, T> leads = new Leading<>(fn, this::home);
        return leads.to(back(super.exceptionallyComposeAsync(leads)));
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> fn, Executor executor) {
        Leading<Throwable, T> leads = new Leading<>(fn, this::home);
        return leads.to(back(super.exceptionallyComposeAsync(leads, executor)));
    }

    /** Notes what the function gives, whichever is first: that, or what is to come of it. */
    private static final class Leading<A, U> implements Function<A, CompletionStage<U>> {
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
}
