package io.roundhouse.railway.internal;

import io.roundhouse.waiting.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What many threads that sleep at one bell know together of their stay there (see {@link
 * BellWait}): whether things come a few at a time, and since when whoever rings has a fence.
 *
 * <p>When a stay began is written before it begins, and never goes back: who sees that there is a
 * stay sees when that one began, or a later time.
 */
final class SharedStay {
    /** What came between two sleeps, where things come slowly. */
    private static final int FEW = 4;

    private final Clock clock;
    private final AtomicLong since;
    private final Runnable beginning = this::begins;

    // a guess: threads may overwrite each other's
    private volatile long last = -1;
    private volatile boolean slowly;

    SharedStay(Clock clock) {
        this.clock = clock;
        this.since = new AtomicLong(clock.nanoTime());
    }

    /**
     * One more thread goes to sleep. Where nothing has come since another one did, nothing is
     * learnt.
     */
    void sleeps(long passed) {
        long came = passed - last;
        if (came != 0) {
            slowly = came <= FEW;
            last = passed;
        }
    }

    /** A thread that has slept goes on. */
    void wakesUp(Bell bell) {
        if (slowly) {
            bell.stayAmongMany(beginning);
        } else {
            bell.ignore();
        }
    }

    private void begins() {
        long now = clock.nanoTime();
        long known = since.get();
        while (known - now < 0 && !since.compareAndSet(known, now)) {
            known = since.get();
        }
    }

    /** Whether there is a stay that has lasted for so long. Asked by who listens. */
    boolean hasLasted(Bell bell, long nanos) {
        return bell.stays() && clock.nanoTime() - since.get() >= nanos;
    }
}
