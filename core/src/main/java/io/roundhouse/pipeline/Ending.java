package io.roundhouse.pipeline;

import org.jspecify.annotations.Nullable;

/**
 * How a line has been ended; the first ending stays, but for a failure while it is drained.
 *
 * @param place where it has failed, in words, if that is known
 */
record Ending(@Nullable Object place, @Nullable Throwable cause) {
    String where() {
        return place == null ? "failed" : "failed at " + place;
    }
}
