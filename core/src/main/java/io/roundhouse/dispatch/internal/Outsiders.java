package io.roundhouse.dispatch.internal;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads that have called an actor and are no carriers. What one of them runs on the spot is
 * in no queue and in no worker's hands; so whoever wants to know whether all is quiet looks here.
 *
 * <pre>
 *   who visits:        running = the task ; claim (a full fence) ; may it? ; … ; running = null (release)
 *   who waits to end:  visits are off (a full fence) ; running?
 * </pre>
 */
final class Outsiders {
    private static final int LEAST = 64;

    // guarded by this class
    private static List<WeakReference<Caller>> all = new ArrayList<>();
    private static int most = LEAST;

    private Outsiders() {}

    /** One more; it goes with its thread. */
    static synchronized void add(Caller caller) {
        if (all.size() >= most) { // again when there are twice as many
            all.removeIf(each -> each.get() == null);
            most = Math.max(LEAST, 2 * all.size());
        }
        all.add(new WeakReference<>(caller));
    }

    /** Whether one of them runs a task of these. A moment ago. */
    static synchronized boolean runAnyOf(Dispatching dispatching) {
        for (WeakReference<Caller> each : all) {
            Caller caller = each.get();
            Task running = caller == null ? null : caller.runningNow();
            if (running != null && running.dispatching() == dispatching) {
                return true;
            }
        }
        return false;
    }
}
