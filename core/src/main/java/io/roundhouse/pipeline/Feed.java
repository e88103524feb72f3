package io.roundhouse.pipeline;

import io.roundhouse.waiting.ClosedException;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.WaitInterruptedException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A thread that takes from a queue and publishes.
 *
 * <p>It ends when it is closed, when the line is closed or has failed, and when the queue itself
 * says that nothing more will come: one of {@code Queues} that is closed and empty. Anything else
 * that the queue or the filler throws stops the line; so does what tells of another line that is
 * closed, or of an interrupt that does not come from here. Where it waits at its queue it is
 * interrupted when the line fails, and takes nothing more; where its filler runs then, it ends when
 * that has returned, and the filler is interrupted only by who closes the feed or the line.
 *
 * @param <S> what is in the queue
 */
public final class Feed<S> implements AutoCloseable {
    private final OfLine thread;
    private volatile boolean closed;
    private volatile @Nullable S inHand;
    private volatile @Nullable Throwable failure;

    /**
     * A feed that has not started.
     *
     * @param name of its thread
     */
    <T> Feed(
            String name,
            FirstLane<T> line,
            BlockingQueue<? extends S> queue,
            BiConsumer<? super T, ? super S> fill) {
        thread = new OfLine(name, line, () -> run(line, queue, fill));
    }

    /** The thread of a feed, which knows its line. */
    private static final class OfLine extends Thread {
        final FirstLane<?> line;

        OfLine(String name, FirstLane<?> line, Runnable body) {
            super(body, name);
            this.line = line;
            setDaemon(true); // the line's own threads keep the JVM alive, until it has failed
        }
    }

    void start() {
        thread.start();
    }

    private <T> void run(
            FirstLane<T> line,
            BlockingQueue<? extends S> queue,
            BiConsumer<? super T, ? super S> fill) {
        try {
            Consumer<T> filler = event -> fill.accept(event, Objects.requireNonNull(inHand));
            while (!closed && line.isOpen() && take(queue)) {
                line.publish(filler);
                inHand = null;
            }
        } catch (InterruptedException | WaitInterruptedException | PipelineClosedException end) {
            if (!closed && line.isOpen()) {
                line.failAtFeed(end); // it was about another line, or another wait: the filler's
            }
        } catch (Throwable thrown) { // checked ones, too: not all languages check
            failure = thrown;
            if (!closed || thrown instanceof Error) { // else perhaps its answer to the interrupt
                line.failAtFeed(thrown);
            }
        }
    }

    /** Takes the next one in hand; returns false if nothing more will come. */
    private boolean take(BlockingQueue<? extends S> queue) throws InterruptedException {
        try {
            inHand = Objects.requireNonNull(queue.take(), "the queue of a feed gave null");
            return true;
        } catch (ClosedException drained) {
            return false;
        }
    }

    /** Whether its thread has ended, for whatever reason. Any thread. */
    public boolean hasEnded() {
        return !thread.isAlive();
    }

    /**
     * Takes nothing more; what was taken is published, unless there is no room for it or the line
     * is closed. The thread is interrupted: a filler that waits may answer to that by an exception,
     * which ends the feed, and not the line; what it had in hand is {@link #leftOver} then. Waits
     * for the thread, and so for a filler that runs, however long that takes; called by a filler of
     * a feed of the same line, this one or another, it does not wait: two might wait for each
     * other. Idempotent. Any thread.
     */
    @Override
    public void close() {
        stop();
        join(Long.MAX_VALUE);
    }

    /** Like {@link #close}, but does not wait. */
    void stop() {
        closed = true;
        if (thread != Thread.currentThread()) {
            thread.interrupt();
        }
    }

    /**
     * The line has failed: it does not wait at its queue any longer. A filler that runs is not
     * interrupted, and neither is the calling thread: they look when they have nothing in hand.
     * Does not wait.
     */
    void leaveQueue() {
        if (inHand == null && thread != Thread.currentThread()) { // else it sees the failure later
            thread.interrupt();
        }
    }

    /**
     * Waits for the end of its thread, unless that is the calling one, which ends when its filler
     * has returned; without a limit, unless the calling one is that of any feed of the line. Deaf
     * to interrupts; the flag stays.
     *
     * @return false if it has not ended in time
     */
    boolean join(long nanos) {
        if (thread == Thread.currentThread()) {
            return true;
        }
        if (nanos == Long.MAX_VALUE
                && Thread.currentThread() instanceof OfLine other
                && other.line == thread.line) {
            return hasEnded();
        }
        long deadline = Sleep.deadline(nanos);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return thread.join(Duration.ofNanos(Sleep.left(deadline)));
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * What its filler has thrown, which has ended it; empty for what the end of the line or of the
     * queue throws. Once it {@linkplain #hasEnded has ended}. Any thread.
     */
    public Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    /** What was taken from the queue and could not be published. Once closed. */
    public Optional<S> leftOver() {
        return Optional.ofNullable(inHand);
    }
}
