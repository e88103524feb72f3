package io.roundhouse.dispatch.internal;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

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
    private static final int LEAST = 64;

    // guarded by this class
    private static List<WeakReference<Caller>> all = new ArrayList<>();
    private static int most = LEAST;

    private Outsiders() {}

    /** One more; it goes with its thread. */
    static synchronized void add(Caller caller) {
        if (all.size() >= most) { // again when there are twice as many
            forgetTheGone();
        }
        all.add(new WeakReference<>(caller));
    }

    private static void forgetTheGone() {
        List<WeakReference<Caller>> left = new ArrayList<>();
        for (WeakReference<Caller> each : all) {
            if (each.get() != null) {
                left.add(each);
            }
        }
        all = left;
        most = Math.max(LEAST, 2 * left.size());
    }

    /** Whether one of them visits a task of these. A moment ago. */
    static synchronized boolean visitAnyOf(Dispatching dispatching) {
        int gone = 0;
        boolean any = false;
        for (WeakReference<Caller> each : all) {
            Caller caller = each.get();
            if (caller == null) {
                gone++;
            } else if (caller.visitsAnyOf(dispatching)) {
                any = true;
                break;
            }
        }
        if (gone > LEAST + all.size() / 2) {
            forgetTheGone();
        }
        return any;
    }
}
