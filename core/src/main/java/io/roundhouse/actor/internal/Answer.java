package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one call, on its way or there.
 *
 * <pre>
 *   progress:  SENT → BEGUN (the call is handled) → …
 *              SENT → WITHDRAWN (who waited was interrupted: the call is not handled any more)
 * </pre>
 *
 * <p>The answer to an actor that goes on meanwhile arrives as mail of that actor, so that what was
 * attached to it runs there, one at a time with its calls; any other answer is there at once. An
 * actor that waits for an answer that it meant to have later ({@code join()}) gets it at once, too.
 */
public final class Answer extends CompletableFuture<@Nullable Object> {
    private static final int SENT = 0;
    private static final int BEGUN = 1;
    private static final int WITHDRAWN = 2;

    private static final VarHandle PROGRESS;

    static {
        try {
            PROGRESS = MethodHandles.lookup().findVarHandle(Answer.class, "progress", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** In whose mail it arrives; null for one that is there at once. */
    private final @Nullable Actor asker;

    private final Actor asked;

    @SuppressWarnings("unused") // through PROGRESS
    private int progress;

    private volatile @Nullable Waiter waiter;

    // written before it is put into the asker's mail
    private @Nullable Object value;
    private @Nullable Throwable thrown;

    /** The next one in the asker's mail. */
    @Nullable Answer next;

    Answer(Actor asked, @Nullable Actor asker) {
        this.asked = asked;
        this.asker = asker;
    }

    // ---- who answers

    /** For generated code: the call is about to be handled; returns whether it is to be. */
    public boolean begins() {
        return !isDone() && PROGRESS.compareAndSet(this, SENT, BEGUN);
    }

    /** The answer is there, or will never be. Any thread; the first counts. */
    void arrive(@Nullable Object value, @Nullable Throwable thrown) {
        this.value = value;
        this.thrown = thrown;
        if (asker == null || waiter != null || !asker.takes(this)) {
            open();
        }
    }

    /** What was attached runs now, here. */
    void open() {
        if (thrown == null) {
            complete(value);
        } else {
            completeExceptionally(thrown);
        }
        Waiter waiting = waiter;
        if (waiting != null) {
            waiting.wake();
        }
    }

    // ---- who waits

    /** The answer, when it is there; what the call threw is thrown here. */
    @Nullable Object await(Caller me) {
        Waiter mine = me.waiter();
        waiter = mine;
        if (asker != null) {
            asker.opens(this); // it may be in the mail of the actor that waits here
        }
        try {
            mine.await(new ForAnswer());
        } catch (WaitInterruptedException e) {
            if (!isDone() && PROGRESS.compareAndSet(this, SENT, WITHDRAWN)) {
                cancel(false);
            }
            throw e;
        }
        if (isCompletedExceptionally()) {
            throw Answer.<RuntimeException>asIs(exceptionNow());
        }
        return resultNow();
    }

    /**
     * Throws it as it is, whatever the compiler thinks of it: the method that was called declares
     * it.
     */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T asIs(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /**
     * Waits as {@link CompletableFuture#join} does; an actor that waits lets others run meanwhile.
     */
    @Override
    public @Nullable Object join() {
        if (!isDone()) {
            asked.waitIn(Caller.current(), this);
        }
        return super.join();
    }

    /**
     * Waits as {@link CompletableFuture#get} does; an actor that waits lets others run meanwhile.
     */
    @Override
    public @Nullable Object get()
            throws InterruptedException, java.util.concurrent.ExecutionException {
        if (!isDone()) {
            asked.waitIn(Caller.current(), this);
        }
        return super.get();
    }

    /** Waits until it is there, without looking what it is. */
    void awaitArrival(Caller me) {
        Waiter mine = me.waiter();
        waiter = mine;
        if (asker != null) {
            asker.opens(this);
        }
        mine.await(new ForAnswer());
    }

    private final class ForAnswer implements Wait {
        @Override
        public boolean met() {
            return isDone();
        }

        @Override
        public String toString() {
            return "thread \""
                    + Thread.currentThread().getName()
                    + "\" waits for an answer of "
                    + asked;
        }
    }
}
