package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Stepper;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.ByMail;
import io.roundhouse.waiting.internal.InScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An answer, or what comes of answers: what is attached to it knows of which ones it comes, so that
 * who waits for it does not wait for itself, and circles of waits are found. Where it comes of more
 * than one, the others are noted, too: see {@link Joining}.
 */
abstract sealed class Coming<T extends @Nullable Object> extends HomeFuture<T>
        implements ByMail, Awaited permits Answer, Joining {

    /** Whether a time ends it, too: who waits for it in its home is never stuck for good. */
    private volatile boolean timed;

    /**
     * Who waits for it, or for what comes of it, as long as it is not known of what else it comes;
     * guarded by this.
     */
    private @Nullable List<Told> told;

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
    //
    // Whoever sets a time, it ends this in its home. Another thread than that of its home gets one
    // apart, which ends in time also while the actor is in a call.

    @Override
    public CompletableFuture<T> orTimeout(long time, TimeUnit unit) {
        timed = true;
        Actor home = whereItEnds();
        Stepper stepper = stepper();
        if (stepper != null) {
            endsAfter(stepper, unit.toNanos(time), () -> ends(home, null, new TimeoutException()));
        } else if (home == null) {
            return super.orTimeout(time, unit);
        } else {
            ends(
                    new CompletableFuture<T>().orTimeout(time, unit),
                    (_, thrown) -> Brought.to(home, this, null, thrown));
        }
        HomeFuture<T> at = at();
        return at == this ? this : at.orTimeout(time, unit);
    }

    @Override
    public CompletableFuture<T> completeOnTimeout(T value, long time, TimeUnit unit) {
        timed = true;
        Actor home = whereItEnds();
        Stepper stepper = stepper();
        if (stepper != null) {
            endsAfter(stepper, unit.toNanos(time), () -> ends(home, value, null));
        } else if (home == null) {
            return super.completeOnTimeout(value, time, unit);
        } else {
            ends(
                    new CompletableFuture<T>().completeOnTimeout(value, time, unit),
                    (_, _) -> Brought.to(home, this, value, null));
        }
        HomeFuture<T> at = at();
        return at == this ? this : at.completeOnTimeout(value, time, unit);
    }

    /**
     * Where what is attached is to run when a time is over, whoever has set that: it is brought
     * there.
     */
    private @Nullable Actor whereItEnds() {
        return isApart() ? homeOfCaller() : root().asker();
    }

    /** Where time is what steps make of it. */
    private @Nullable Stepper stepper() {
        return root().asked().dispatching() instanceof Stepper stepper ? stepper : null;
    }

    /** After such a time, which does not pass where this is there before. */
    private void endsAfter(Stepper stepper, long nanos, Runnable then) {
        if (!isDone()) {
            Runnable takesBack = stepper.after(nanos, then);
            var _ = whenComplete((_, _) -> takesBack.run());
        }
    }

    /** By its time, in that actor, or here. */
    private void ends(@Nullable Actor home, @Nullable T value, @Nullable Throwable thrown) {
        if (home != null) {
            Brought.to(home, this, value, thrown);
        } else if (thrown != null) {
            completeExceptionally(thrown);
        } else {
            complete(value);
        }
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

    // ---- waiting for it

    @Override
    public T join() {
        Joining.await(this, Long.MAX_VALUE);
        if (isAwaitedApart()) {
            try (Apart<T> apart = apartForAWait()) {
                return apart.future().join();
            }
        }
        Joining.awaitInScope(this, super::get);
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        Joining.await(this, Long.MAX_VALUE);
        if (isAwaitedApart()) {
            try (Apart<T> apart = apartForAWait()) {
                return apart.future().get();
            }
        }
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
            if (isAwaitedApart()) {
                try (Apart<T> apart = apartForAWait()) {
                    return apart.future().get(time, unit);
                }
            }
            try {
                return super.get(time, unit);
            } catch (InterruptedException e) {
                InScope.throwIfItInterrupted();
                throw e;
            }
        }
        return Joining.await(this, unit.toNanos(time)) ? super.get() : super.get(0, unit);
    }
}
