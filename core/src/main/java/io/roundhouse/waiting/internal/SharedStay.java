package io.roundhouse.waiting.internal;

import io.roundhouse.waiting.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What many threads that sleep at the same bells know together of their stay there: whether things
 * come a few at a time, and since when whoever rings has a fence.
 *
 * <p>Who may begin a stay says so before it does, and says when it began afterwards, before it
 * takes the first back; the time never goes back. So who sees a stay, and nobody who may be
 * beginning one, sees when it began, or a later time.
 */
final class SharedStay implements Stay {
    private final Clock clock;
    private final AtomicLong since;
    private final AtomicInteger beginners = new AtomicInteger();

    // a guess: threads may overwrite each other's
    private volatile boolean slowly;

    SharedStay(Clock clock) {
        this.clock = clock;
        this.since = new AtomicLong(clock.nanoTime());
    }

    /**
     * One more thread goes to sleep. Where nothing has come since another one did, nothing is
     * learnt.
     */
    @Override
    public void sleeps(long came) {
        if (came != 0) {
            slowly = came <= FEW;
        }
    }

    @Override
    public void wakesUp(Bell[] bells) {
        if (!slowly) {
            Stay.ignore(bells);
            return;
        }
        for (Bell bell : bells) {
            if (!bell.staysOn()) {
                begin(bell);
            }
        }
    }

    private void begin(Bell bell) {
        beginners.incrementAndGet();
        try {
            boolean goesOn = bell.stay();
            if (!goesOn) {
                hasBegunBy(clock.nanoTime());
            }
        } finally {
            beginners.decrementAndGet();
        }
    }

    private void hasBegunBy(long now) {
        long known = since.get();
        while (known - now < 0 && !since.compareAndSet(known, now)) {
            known = since.get();
        }
    }

    @Override
    public boolean isSeldom(long came) {
        return came <= FEW;
    }

    /** By the clock that tells when a stay begins, whose waiter ever asks. */
    @Override
    public boolean hasLasted(Bell[] bells, Clock waiters) {
        return Stay.atAll(bells)
                && beginners.get() == 0
                && clock.nanoTime() - since.get() >= Stores.SETTLING_NANOS;
    }
}
