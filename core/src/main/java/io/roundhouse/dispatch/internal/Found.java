package io.roundhouse.dispatch.internal;

import org.jspecify.annotations.Nullable;

/** What a look for work has found: a claimed task, and a call for it if one was stolen. */
final class Found {
    @Nullable Task task;

    // the call; null where there is none
    long @Nullable [] longs;
    @Nullable Object @Nullable [] references;
    int first;

    /** The end of the mail that comes before the call. */
    long end;

    void nothing() {
        task = null;
        noCall();
    }

    void noCall() {
        longs = null;
        references = null;
    }
}
