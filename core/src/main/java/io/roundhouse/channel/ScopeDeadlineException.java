package io.roundhouse.channel;

import java.time.Duration;

/** The time of a scope was over before its processes had ended; they have been canceled. */
public final class ScopeDeadlineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScopeDeadlineException(Duration time) {
        super("not done within " + time);
    }
}
