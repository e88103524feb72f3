package io.roundhouse.dispatch.internal;

/** Smaller limits, for tests. */
public final class Limits {
    private Limits() {}

    /** How many of these workers may wait in calls. Before any does. */
    public static void mostWaiting(Dispatching workers, int most) {
        ((Workers) workers).crew.mostReplaced = most;
    }
}
