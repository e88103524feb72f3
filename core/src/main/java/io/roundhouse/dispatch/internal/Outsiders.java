package io.roundhouse.dispatch.internal;

import io.roundhouse.memory.WeakList;
import java.util.Collection;

/**
 * The threads that have called an actor and are no carriers. What one of them runs on the spot is
 * in no queue and in no worker's hands; so whoever wants to know whether all is quiet looks here.
 *
 * <pre>
 *   who visits:        visited = the task ; claim (a full fence) ; may it? ; … ; visited = null (release)
 *   who waits to end:  visits are off (a full fence) ; visited?
 * </pre>
 */
final class Outsiders {
    // guarded by this class
    private static final WeakList<Caller> ALL = new WeakList<>(each -> !each.hasEnded());

    private Outsiders() {}

    /** How many of them are remembered, with those that have ended since the last look. */
    static synchronized int places() {
        return ALL.places();
    }

    /** One more; it goes with its thread. */
    static synchronized void add(Caller caller) {
        ALL.add(caller);
    }

    /** The tasks of these that they visit. A moment ago. */
    static synchronized void addVisitedTo(Collection<Task> tasks, Dispatching dispatching) {
        for (Caller each : ALL) {
            each.addVisitedTo(tasks, dispatching);
        }
    }

    /** Whether one of them visits a task of these. A moment ago. */
    static synchronized boolean visitAnyOf(Dispatching dispatching) {
        for (Caller each : ALL) {
            if (each.visitsAnyOf(dispatching)) {
                return true;
            }
        }
        return false;
    }
}
