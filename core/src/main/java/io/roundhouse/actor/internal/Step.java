package io.roundhouse.actor.internal;

import org.jspecify.annotations.Nullable;

/** Something of its own that an actor does before more calls. */
abstract class Step implements Control {
    private @Nullable Control before;

    @Override
    public final @Nullable Control before() {
        return before;
    }

    @Override
    public final void before(@Nullable Control before) {
        this.before = before;
    }
}
