package io.roundhouse.dispatch.internal;

/**
 * Whoever is needed would have to run on top of the call that waits, whose stack is nearly at its
 * end: the wait does not end.
 */
public final class NoRoomToHelp extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoRoomToHelp() {
        super("too many calls wait on one stack", null, false, false);
    }
}
