package io.roundhouse.pipeline;

import io.roundhouse.waiting.WaitInterruptedException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How a line has been ended, if it has: see {@link Ending}. Any thread. */
final class HowEnded {
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

    /** What a waiter has thrown as the line ended, and nobody has been told yet; the first one. */
    private final AtomicReference<@Nullable Throwable> kept = new AtomicReference<>();

    /** Null while it is open. */
    @Nullable Ending now() {
        return ending.get();
    }

    boolean isOpen() {
        return ending.get() == null;
    }

    @Nullable Throwable failure() {
        Ending how = ending.get();
        return how == null ? null : how.cause();
    }

    /** It is closed, unless it has ended before. */
    void close() {
        ending.compareAndSet(null, new Ending(null, null));
    }

    /** It has failed, unless it has before; returns whether it has by this. */
    boolean fail(@Nullable Object place, Throwable cause) {
        Ending failed = new Ending(place, cause);
        if (ending.compareAndSet(null, failed)) {
            return true;
        }
        Ending before = ending.get();
        return before != null && before.cause() == null && ending.compareAndSet(before, failed);
    }

    /**
     * It has failed, and somebody is told of that cause: and so of this one, unless it comes of the
     * line's end.
     */
    void failsToo(@Nullable Object place, Throwable cause) {
        Throwable first = failure();
        if (place != null
                && first != null
                && first != cause
                && first != cause.getCause()
                && !(cause instanceof InterruptedException)
                && !(cause instanceof WaitInterruptedException)) {
            first.addSuppressed(cause);
        }
    }

    /** A waiter has thrown this at the end: who closes the line is told when all is done. */
    void keep(Throwable thrown) {
        kept.compareAndSet(null, thrown);
    }

    /** Once. */
    @Nullable Throwable takeKept() {
        return kept.getAndSet(null);
    }

    /**
     * @param what cannot be done
     * @param line its name
     */
    PipelineClosedException closed(String what, Object line) {
        Ending how = ending.get();
        Throwable cause = how == null ? null : how.cause();
        String why =
                cause == null || how == null
                        ? ": " + line + " is closed"
                        : ": " + line + " has " + how.where();
        return new PipelineClosedException(what + why, cause);
    }
}
