package io.roundhouse.channel;

import java.util.List;

/**
 * Every process of a scope waits at a channel, and none of them can go on. The message has a line
 * for each of ten: who waits, for what, and where in the code; first for one at each channel. If
 * there are more, it says how many of them wait for what.
 */
public final class DeadlockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String OUTSIDE =
            "\n  If somebody outside holds an end and has not used it yet (a callback, a timer, an"
                    + " actor), say so before: scope.share(channel)";

    private final boolean certain;

    DeadlockException(boolean certain, List<String> processes) {
        super(
                (certain
                                ? "deadlock: all processes of the scope wait for each other"
                                : "all processes of the scope wait; only others could wake them")
                        + String.join("", processes.stream().map(each -> "\n    " + each).toList())
                        + (certain ? OUTSIDE : ""));
        this.certain = certain;
    }

    /**
     * Whether nobody else can end it: all channels were made by the scope, and nobody else has
     * used, or been given, one of them.
     */
    public boolean isCertain() {
        return certain;
    }
}
