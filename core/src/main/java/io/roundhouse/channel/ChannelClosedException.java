package io.roundhouse.channel;

import io.roundhouse.waiting.ClosedException;
import org.jspecify.annotations.Nullable;

/**
 * The channel has been closed: nothing can be sent any more, or nothing is left to be received. The
 * {@linkplain #getCause cause} is what it was closed with, null where its senders were simply done.
 */
public final class ChannelClosedException extends ClosedException {
    private static final long serialVersionUID = 1L;

    /** Says what could not be done. */
    ChannelClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
