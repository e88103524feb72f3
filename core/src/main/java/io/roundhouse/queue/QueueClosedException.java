package io.roundhouse.queue;

/** The queue has been closed: nothing can be put any more, or nothing is left to be taken. */
public final class QueueClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    QueueClosedException(String message) {
        super(message);
    }
}
