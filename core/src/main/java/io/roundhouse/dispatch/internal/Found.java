package io.roundhouse.dispatch.internal;

import org.jspecify.annotations.Nullable;

/** What a look for work has found: a claimed task, and calls for it if some were stolen. */
final class Found {
    @Nullable Task task;

    final HandedCalls calls = new HandedCalls();

    void nothing() {
        task = null;
        calls.none();
    }
}
