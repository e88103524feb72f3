package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Stepper;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.InScope;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What comes of an answer, by {@code thenApply} and the like: an actor that waits for it in the
 * middle of a call, or for the answer itself, has others run meanwhile, and takes answers out of
 * its own mail as they come, so that what is attached to them runs.
 */
final class Joining<T> extends CompletableFuture<T> {
    private final Answer root;

    Joining(Answer root) {
        this.root = root;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new Joining<>(root);
    }

    @Override
    public T join() {
        await(this, root, Long.MAX_VALUE);
        awaitInScope(this, root, super::get);
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        await(this, root, Long.MAX_VALUE);
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
        if (isOutside(root)) {
            try {
                return super.get(time, unit);
            } catch (InterruptedException e) {
                InScope.throwIfItInterrupted();
                throw e;
            }
        }
        return await(this, root, unit.toNanos(time)) ? super.get() : super.get(0, unit);
    }

    /** Whether the calling thread, which is no actor, is left to the future itself. */
    static boolean isOutside(Answer root) {
        return !(Caller.current().running instanceof Actor)
                && !(root.asked().dispatching() instanceof Stepper);
    }

    /**
     * Waits for a future that comes of that answer, or is it. A thread that is no actor is left to
     * the future itself, unless the house goes step by step. Returns whether to go on waiting
     * there, or it is done; not if the time is up.
     */
    static boolean await(CompletableFuture<?> future, Answer root, long nanos) {
        Caller me = Caller.current();
        if (future.isDone() || isOutside(root)) {
            return true;
        }
        Waiter mine = me.waiter();
        var _ = future.whenComplete((_, _) -> mine.wake());
        Actor asker = root.asker() == me.running ? root.asker() : null;
        Waiter joinerBefore = asker == null ? null : asker.joins(mine);
        Actor waiting = me.running instanceof Actor running ? running : null;
        ForFuture wait = new ForFuture(future, root, asker, waiting, me);
        Clock clock = root.asked().dispatching().clock();
        long start = clock.nanoTime();
        try {
            Asking.waitIn(
                    root.asked(),
                    me,
                    root,
                    root,
                    future::isDone,
                    () ->
                            root.asked()
                                    .dispatching()
                                    .await(me, wait, left(nanos, clock.nanoTime() - start)));
        } finally {
            if (asker != null) {
                asker.joins(joinerBefore);
            }
        }
        return future.isDone();
    }

    /**
     * A thread of a scope that is no actor is not left to a join that is deaf to interrupts: by one
     * of these the scope cancels it.
     *
     * @param get the future's own: whatever else it throws, its join does in turn
     */
    static void awaitInScope(CompletableFuture<?> future, Answer root, Callable<?> get) {
        if (future.isDone() || InScope.here() == null || !isOutside(root)) {
            return;
        }
        try {
            get.call();
        } catch (InterruptedException e) {
            InScope.throwIfItInterrupted();
            Thread.currentThread().interrupt();
            WaitInterruptedException unchecked =
                    new WaitInterruptedException(
                            new ForFuture(future, root, null, null, Caller.current()));
            unchecked.initCause(e);
            throw unchecked;
        } catch (Exception e) {
            // what it is the join says
        }
    }

    private static long left(long nanos, long passedNanos) {
        return nanos == Long.MAX_VALUE ? nanos : Math.max(0, nanos - passedNanos);
    }

    private record ForFuture(
            CompletableFuture<?> future,
            Answer root,
            @Nullable Actor asker,
            @Nullable Actor waiting,
            Caller me)
            implements Wait {
        @Override
        public boolean met() {
            if (!future.isDone() && asker != null) {
                asker.opens(me, future == root ? root : null);
            }
            return future.isDone() || (waiting != null && waiting.isToLookAgain());
        }

        @Override
        public String toString() {
            return "thread \""
                    + Thread.currentThread().getName()
                    + "\" waits for an answer of "
                    + root.asked();
        }
    }
}
