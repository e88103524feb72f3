package io.roundhouse.railway;

import io.roundhouse.waiting.ClosedException;
import org.jspecify.annotations.Nullable;

/**
 * Nothing more can be loaded, or nothing more will come: the railway was closed or has failed, or
 * every station on the other side has left. The {@link #getCause cause} is what a failed railway
 * failed with.
 */
public final class RailwayClosedException extends ClosedException {
    private static final long serialVersionUID = 1L;

    RailwayClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
