package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Spin;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The worker that claims and releases tasks by plain stores, because all others rest; if there is
 * one.
 *
 * <p>Nobody else claims its tasks. Threads that are no workers leave a note (see {@link
 * Workers#mailed}), and a worker that no longer rests has it {@link #share} before it claims
 * anything.
 */
final class Soloist {
    private final Dispatching workers;
    private final Crew crew;
    private final AtomicReference<@Nullable Solo> soloist = new AtomicReference<>();

    /** Of these workers, open to visits. */
    Soloist(Dispatching workers, Crew crew) {
        this.workers = workers;
        this.crew = crew;
    }

    /** Makes this worker the soloist if all others rest; returns whether it is. */
    boolean becomes(Solo worker) {
        if (!crew.othersRest(worker) || !soloist.compareAndSet(null, worker)) {
            return false;
        }
        workers.shuts(); // visitors look behind their claim, as the soloist does behind this
        worker.solo(true);
        if (crew.othersRest(worker)) { // behind a fence, as is share's look at the soloist
            return true;
        }
        worker.solo(false);
        noLonger(worker);
        return false;
    }

    /** The soloist claims nothing by plain stores any more. */
    void noLonger(Solo worker) {
        if (soloist.compareAndSet(worker, null)) {
            workers.opens();
        }
    }

    /**
     * Returns when no other worker claims by plain stores. A worker that no longer says that it
     * rests.
     */
    void share(@Nullable Solo worker) {
        int spins = 0;
        for (Solo alone = soloist.get(); alone != null && alone != worker; alone = soloist.get()) {
            alone.solo(false);
            if (Spin.isLong(spins) && alone.isCaughtInACall()) {
                noLonger(alone);
            } else {
                spins = Spin.once(spins);
            }
        }
    }
}
