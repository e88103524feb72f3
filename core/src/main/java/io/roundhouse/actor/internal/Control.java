package io.roundhouse.actor.internal;

import org.jspecify.annotations.Nullable;

/**
 * Something for an actor that comes before its calls and takes no room among them: an answer that
 * has arrived, that it may begin, that it is to end. A list of them goes through themselves.
 */
interface Control {
    /** Done by the runner, as a call of its own. */
    void done();

    /** The one that arrived before this one. */
    @Nullable Control before();

    /** See {@link #before()}. */
    void before(@Nullable Control before);
}
