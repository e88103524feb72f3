package io.roundhouse.queue;

import io.roundhouse.waiting.ClosedException;

/** The queue has been closed: nothing can be put any more, or nothing is left to be taken. */
public final class QueueClosedException extends ClosedException {
    private static final long serialVersionUID = 1L;

    QueueClosedException(String message) {
        super(message, null);
    }
}
