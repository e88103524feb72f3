package io.roundhouse.channel;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.WaitInterruptedException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A process of a {@link Scope}, and what comes out of it.
 *
 * @param <T> its result
 */
@SuppressWarnings("exports") // users may do without the module of the annotations
public final class Fork<T extends @Nullable Object> {
    /** What a socket says whose thread was interrupted: that has no type of its own. */
    private static final String SOCKET_WAS_CLOSED = "Closed by interrupt";

    private final Scope scope;
    private final Callable<? extends T> body;
    private final Thread thread;
    private final Process process;
    private volatile boolean canceled;
    private volatile boolean done; // after the three below
    private @Nullable T result;
    private @Nullable Throwable failure;

    /**
     * Whether it did what it was asked to by {@link #cancel}, or as its scope, or one around that,
     * was canceled.
     */
    private boolean endedForCancel;

    Fork(Scope scope, String name, Callable<? extends T> body) {
        this.scope = scope;
        this.body = body;
        this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
        this.process = new Process(scope, thread);
    }

    Process process() {
        return process;
    }

    private void run() {
        try {
            Process.become(process); // takes memory: a thread's first thread-local
            result = body.call();
        } catch (Throwable e) { // whatever it is, the scope throws it
            failure = e;
        }
        try {
            closeInside();
        } catch (Throwable e) { // at the end of memory
            failure = failure == null ? e : failure;
        }
        Throwable problem = failure;
        boolean around = false;
        if (problem != null && isOfCancellation(problem)) {
            boolean here = canceled || scope.isCanceled();
            around = !here && scope.isCanceledAround();
            endedForCancel = here || around;
        }
        done = true;
        if (around) {
            scope.endedFromAround(process, Objects.requireNonNull(problem));
        } else {
            scope.ended(process, endedForCancel ? null : problem);
        }
    }

    /** Nothing outlives it. To leave a scope open is a failure, whatever it was canceled for. */
    private void closeInside() {
        IllegalStateException problem =
                process.closeInside(
                        thread.getName()
                                + " has ended before a scope that it had opened;"
                                + " that has been closed, too");
        Throwable first = failure;
        if (problem == null) {
            return;
        }
        if (first != null && !isOfCancellation(first)) {
            first.addSuppressed(problem);
            return;
        }
        failure = problem;
        if (first != null) {
            problem.addSuppressed(first);
        }
    }

    /** Whether a process that is interrupted ends like that. */
    static boolean isOfCancellation(Throwable problem) {
        return problem instanceof InterruptedException
                || problem instanceof WaitInterruptedException
                || problem instanceof CancellationException
                || isOfInterruptedIo(problem)
                || (problem instanceof UncheckedIOException
                        && isOfInterruptedIo(problem.getCause()));
    }

    /** An interrupt closes what a thread reads from, waits at, or has locked. */
    private static boolean isOfInterruptedIo(@Nullable Throwable problem) {
        return problem instanceof ClosedByInterruptException
                || problem instanceof FileLockInterruptionException
                || (problem instanceof InterruptedIOException
                        && !(problem instanceof SocketTimeoutException))
                || (problem instanceof SocketException
                        && SOCKET_WAS_CLOSED.equals(problem.getMessage()));
    }

    /**
     * Cancels this process alone: it is interrupted, wherever it waits or will wait next. If it
     * ends by that, with an {@link InterruptedException}, {@link
     * io.roundhouse.waiting.WaitInterruptedException}, {@link CancellationException} or what input
     * and output throw for an interrupt ({@link ClosedByInterruptException}, {@link
     * FileLockInterruptionException}, {@link InterruptedIOException} but for a {@link
     * SocketTimeoutException}, a socket's {@code Closed by interrupt}), also in an {@link
     * UncheckedIOException}, the scope and the other processes go on; if it throws anything else,
     * it has failed as ever. What it has forked itself in the same scope is not canceled. Does not
     * wait. Any thread; one outside of the scope does not count for those that wait for each other:
     * who means to cancel from there says {@link Scope#share} of what the process waits at.
     *
     * @throws StackOverflowError if there is too little stack to interrupt it; nothing is canceled
     *     then
     */
    public void cancel() {
        if (!done) {
            StackRoom.needs(Cancellation.FRAMES); // an interrupt cut short is lost
            canceled = true;
            Processes.withRoom(process::interrupt);
        }
    }

    /**
     * Waits for its end. The thread that opened the scope gets, instead, whatever {@link
     * Scope#join} throws if the scope is canceled for that meanwhile.
     *
     * @throws InterruptedException if interrupted while it waits
     * @throws CancellationException if it has ended by {@link #cancel}, or likewise as its scope
     *     was canceled, or one around that, for whatever reason; or to the thread that opened the
     *     scope, if that is canceled by {@link Scope#cancel} meanwhile
     * @throws ScopeFailedException if it has failed
     */
    public @Nullable T join() throws InterruptedException {
        try {
            Process me = Process.current();
            if (me != null && me.scope.isWithin(scope)) {
                me.join(process);
            } else {
                thread.join();
            }
        } catch (InterruptedException e) {
            Cancellation.throwIfItInterrupted(); // its failure interrupts before it ends
            throw e;
        }
        Throwable problem = failure;
        if (problem == null) {
            return result;
        }
        if (!endedForCancel || !canceled) {
            Cancellation.throwIfCanceled();
            scope.cancellation
                    .throwReasonToOwner(); // it has canceled the scope itself, for a deadlock
        }
        throw endedForCancel
                ? hasBeenCanceled(problem)
                : new ScopeFailedException(thread.getName(), problem);
    }

    private CancellationException hasBeenCanceled(Throwable by) {
        CancellationException thrown =
                new CancellationException(thread.getName() + " has been canceled");
        thrown.initCause(by);
        return thrown;
    }

    /**
     * Its result, after it has ended; what a process without one returns is null.
     *
     * @throws IllegalStateException if it has not ended, has failed, or was canceled
     */
    @SuppressWarnings("NullAway") // null where the user's own code returns it
    public T result() {
        if (!done) {
            throw new IllegalStateException(thread.getName() + " has not ended");
        }
        if (failure != null) {
            throw new IllegalStateException(
                    thread.getName() + (endedForCancel ? " was canceled" : " has failed"), failure);
        }
        return result;
    }

    /** Whether it has ended, with a result, by a failure or canceled. */
    public boolean isDone() {
        return done;
    }

    @Override
    public String toString() {
        return thread.getName();
    }
}
