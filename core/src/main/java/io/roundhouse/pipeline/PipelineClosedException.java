package io.roundhouse.pipeline;

import io.roundhouse.waiting.ClosedException;
import org.jspecify.annotations.Nullable;

/**
 * Nothing more can be published, because the line was closed or has failed; or a line that is being
 * closed has failed before. The {@link #getCause cause} is what a failed line failed with.
 */
public final class PipelineClosedException extends ClosedException {
    private static final long serialVersionUID = 1L;

    PipelineClosedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
