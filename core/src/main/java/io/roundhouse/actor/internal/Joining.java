package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.ActiveWait;
import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.Stepper;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.InScope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What comes of an answer, by {@code thenApply} and the like, or of several: an actor that waits
 * for it in the middle of a call, or for the answer itself, has others run meanwhile, and takes
 * answers out of its own mail as they come, so that what is attached to them runs.
 *
 * <pre>
 *   from ──→ this                 thenApply …
 *   from ──→ this ←── other       thenCombine …: both are awaited; applyToEither …: one of them
 *   from ──→ this ──→ other       thenCompose …: the other one is known when the first is there
 * </pre>
 */
final class Joining<T extends @Nullable Object> extends Coming<T> {
    private static final int FEW_LINKS = 16;

    private final Answer root;

    /** Links behind it that were not there when they were looked through, and since. */
    private final int links;

    /** With so many it is worth another look. */
    private final int linksToLook;

    /**
     * Of what it comes; null where that is there. It is cut off when it is there: who does not see
     * that finds more links, and no more answers.
     */
    private @Nullable Coming<?> from;

    /** Of what else it comes, if that is known to come of an answer. */
    private volatile @Nullable Coming<?> other;

    /** Whether one of the two is enough; set before others see it. */
    private boolean either;

    /** Whether the other one is known when the first is there; likewise. */
    private boolean leads;

    /** See {@link #isApart}. */
    private final boolean isApart;

    Joining(Coming<?> from, boolean isApart) {
        this.isApart = isApart;
        this.root = from.root();
        this.from = from.isDone() ? null : from;
        Joining<?> before = from instanceof Joining<?> joining ? joining : null;
        if (before == null) {
            links = 0;
            linksToLook = FEW_LINKS;
        } else if (before.links + 1 < before.linksToLook) {
            links = before.links + 1;
            linksToLook = before.linksToLook;
        } else {
            links = before.forgetWhatIsThere();
            linksToLook = 2 * links + FEW_LINKS;
        }
    }

    /**
     * A chain that goes on and on, always some links ahead of what is there, would be kept as a
     * whole: its part that is there is cut off. Looked for when it is twice as long as it was then.
     *
     * @return how many links are not there
     */
    private int forgetWhatIsThere() {
        int count = 1;
        Joining<?> at = this;
        while (at.from instanceof Joining<?> before && !before.isDone()) {
            at = before;
            count++;
        }
        at.from = at.from instanceof Answer root && !root.isDone() ? root : null;
        return count;
    }

    /** What comes of somebody's and of that other one. Who has just attached it. */
    static <V> CompletableFuture<V> ofBoth(CompletableFuture<V> future, CompletionStage<?> other) {
        if (other instanceof Coming<?> coming
                && !coming.isDone()
                && future instanceof Joining<V> joining) {
            joining.other = coming;
        }
        return future;
    }

    /** Likewise, of the first of them; where the other is there already, it comes of that alone. */
    static <V> CompletableFuture<V> ofEither(
            CompletableFuture<V> future, CompletionStage<?> other) {
        if (future instanceof Joining<V> joining) {
            joining.either = true;
        }
        return ofBoth(future, other);
    }

    /** What it comes of leads to the other one. Who has just attached it. */
    void leads() {
        leads = true;
    }

    /** What it comes of is there, and it is to be the same as this one. Any thread. */
    void leadsTo(Coming<?> other) {
        if (!other.isDone()) {
            this.other = other;
            tellsOfWhatIsKnown();
        }
    }

    @Override
    boolean mayLeadOn() {
        return leads && other == null;
    }

    @Override
    Answer root() {
        return root;
    }

    @Override
    boolean isApart() {
        return isApart;
    }

    // ---- what is awaited for it

    @Override
    List<Coming<?>> comesOf(Predicate<Coming<?>> isStuck) {
        Coming<?> first = from;
        Coming<?> second = other;
        if (either
                && (first == null
                        || second == null
                        || !isStuck.test(first)
                        || !isStuck.test(second))) {
            return List.of();
        }
        List<Coming<?>> all = new ArrayList<>(2);
        if (first != null) {
            all.add(first);
        }
        if (second != null) {
            all.add(second);
        }
        return all;
    }

    @Override
    public int method() {
        Way way = Way.any(this);
        return way == null ? NO_METHOD : way.awaited().method();
    }

    /** Whether the calling thread runs an actor in whose mail it comes. */
    static boolean comesByMailHere(Coming<?> future) {
        return Caller.current().running instanceof Actor me && comesByMailOf(me, future);
    }

    /** Whether answers of which it comes arrive in the mail of that actor. */
    private static boolean comesByMailOf(Actor actor, Coming<?> future) {
        if (future.root().asker() == actor) {
            return true;
        }
        boolean[] comes = new boolean[1];
        Way.forEach(
                future,
                each -> comes[0] |= each instanceof Answer answer && answer.asker() == actor);
        return comes[0];
    }

    // ---- waiting

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
    static boolean await(Coming<?> future, long nanos) {
        Caller me = Caller.current();
        Answer root = future.root();
        if (future.isDone()) {
            return true;
        }
        Asking.checkIsMade(root.asked(), root);
        if (isOutside(root)) {
            return true;
        }
        Waiter mine = me.waiter();
        Woken woken = new Woken(future, mine);
        Actor waiting = me.running instanceof Actor running ? running : null;
        Actor asker = waiting != null && comesByMailOf(waiting, future) ? waiting : null;
        Waiter joinerBefore = asker == null ? null : asker.joins(mine);
        ForFuture wait = new ForFuture(future, root, asker, waiting, me);
        Clock clock = root.asked().dispatching().clock();
        long start = clock.nanoTime();
        try {
            Asking.waitIn(
                    root.asked(),
                    me,
                    future,
                    root,
                    nanos != Long.MAX_VALUE,
                    future::isDone,
                    () ->
                            root.asked()
                                    .dispatching()
                                    .await(me, wait, left(nanos, clock.nanoTime() - start)));
        } catch (WaitInterruptedException e) {
            Asking.throwIfOfScope(me);
            throw e;
        } finally {
            if (asker != null) {
                asker.joins(joinerBefore);
            }
            woken.waitsNoLonger();
        }
        return future.isDone();
    }

    /**
     * A thread of a scope that is no actor is not left to a join that is deaf to interrupts: by one
     * of these the scope cancels it.
     *
     * @param get the future's own: whatever else it throws, its join does in turn
     */
    static void awaitInScope(Coming<?> future, Callable<?> get) {
        Answer root = future.root();
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
            implements ActiveWait {
        @Override
        public boolean met() {
            if (!future.isDone() && asker != null) {
                asker.opens(me, wanted());
            }
            return isThere();
        }

        @Override
        public boolean mayBeMet() {
            return isThere() || (asker != null && asker.hasClosed(me, wanted()));
        }

        private boolean isThere() {
            return future.isDone() || (waiting != null && waiting.isToLookAgain());
        }

        /** What is opened for it: null if all is. */
        private @Nullable Answer wanted() {
            return future == root ? root : null;
        }

        @Override
        public String toString() {
            return me.waits(waiting) + " waits for an answer of " + root.asked();
        }
    }
}
