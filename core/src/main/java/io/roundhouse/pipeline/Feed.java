package io.roundhouse.pipeline;

import io.roundhouse.waiting.ClosedException;
import io.roundhouse.waiting.WaitInterruptedException;
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
 * that the queue or the filler throws stops the line.
 *
 * @param <S> what is in the queue
 */
public final class Feed<S> implements AutoCloseable {
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable S inHand;

    <T> Feed(
            Pipeline<T> line,
            BlockingQueue<? extends S> queue,
            BiConsumer<? super T, ? super S> fill) {
        thread =
                Thread.ofPlatform()
                        .daemon()
                        .name("pipeline: feed")
                        .unstarted(() -> run(line, queue, fill));
    }

    void start() {
        thread.start();
    }

    private <T> void run(
            Pipeline<T> line,
            BlockingQueue<? extends S> queue,
            BiConsumer<? super T, ? super S> fill) {
        try {
            Consumer<T> filler = event -> fill.accept(event, Objects.requireNonNull(inHand));
            while (!closed && take(queue)) {
                line.publish(filler);
                inHand = null;
            }
        } catch (InterruptedException | WaitInterruptedException | PipelineClosedException end) {
            return; // what is in hand is left over
        } catch (RuntimeException | Error thrown) {
            line.fail(thrown);
        }
    }

    /** Takes the next one in hand; returns false if nothing more will come. */
    private boolean take(BlockingQueue<? extends S> queue) throws InterruptedException {
        try {
            inHand = queue.take();
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
     * is closed. Waits for the thread. Idempotent. Any thread.
     */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        if (thread == Thread.currentThread()) {
            return; // it ends when its filler has returned
        }
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What was taken from the queue and could not be published. Once closed. */
    public Optional<S> leftOver() {
        return Optional.ofNullable(inHand);
    }
}
