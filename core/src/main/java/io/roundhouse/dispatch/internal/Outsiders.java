package io.roundhouse.dispatch.internal;

import io.roundhouse.memory.WeakList;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads that have called an actor and are no carriers. What one of them runs on the spot is
 * in no queue and in no worker's hands; so whoever wants to know whether all is quiet looks here.
 *
 * <pre>
 *   who visits:        visited = the task ; claim (a full fence) ; may it? ; … ; visited = null (release)
 *   who waits to end:  visits are off (a full fence) ; visited?
 * </pre>
 *
 * <p>A thread has one caller for as long as that is known to anybody, though it forgets its own:
 * those of {@link java.util.concurrent.ForkJoinPool#commonPool} lose their thread-locals when they
 * find nothing to run. Virtual threads keep theirs, and there may be very many.
 */
final class Outsiders {
    // guarded by this class
    private static final WeakList<Caller> ALL = new WeakList<>(each -> !each.hasEnded());

    /** Of platform threads, by their number, which no other thread has ever. */
    private static final Map<Long, WeakReference<Caller>> OF_THREADS = new ConcurrentHashMap<>();

    private static final int FEW = 64;

    /** So many are looked through for those that are gone. Guarded by this class. */
    private static int most = FEW;

    private Outsiders() {}

    /** How many of them are remembered, with those that have ended since the last look. */
    static synchronized int places() {
        return ALL.places();
    }

    /** That of the calling thread, which does not know it; a new one if nobody does. */
    static Caller callerOf(Thread me) {
        WeakReference<Caller> known = OF_THREADS.get(me.threadId());
        Caller caller = known == null ? null : known.get();
        if (caller == null) {
            caller = new Caller(me, null);
            add(caller);
            if (!me.isVirtual()) {
                remember(me, caller);
            }
        }
        return caller;
    }

    private static synchronized void remember(Thread me, Caller caller) {
        if (OF_THREADS.size() >= most) {
            OF_THREADS
                    .values()
                    .removeIf(each -> {
                        Caller its = each.get();
                        return its == null || its.hasEnded();
                    });
            most = Math.max(FEW, 2 * OF_THREADS.size());
        }
        OF_THREADS.put(me.threadId(), new WeakReference<>(caller));
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
