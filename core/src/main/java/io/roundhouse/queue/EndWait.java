package io.roundhouse.queue;

import io.roundhouse.railway.internal.Bell;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;

/**
 * A wait at one end of a queue, for what a bell tells.
 *
 * <p>The thread of an end that is for one {@linkplain Bell#stay stays} at the bell when it has
 * slept, where elements come one by one. Where it sleeps again before that has ended, every ring
 * since has had a fence, and it parks at once for long: one park an element where elements come one
 * by one, and no naps. But not before the stay has lasted longer than a store takes to be visible:
 * who had looked at the bell before has no fence.
 */
abstract class EndWait implements Wait {
    /** Longer than any store stays in a store buffer. */
    private static final long SETTLING_NANOS = 200_000;

    private final Clock clock;
    private final Bell bell;
    private final boolean forOne;

    /** How many elements had passed this end at the last park. The thread of this end only. */
    private long lastPark = -1;

    /**
     * Whether one element at most had passed between the last park and the one before. Likewise.
     */
    private boolean slowly;

    /** When the stay has begun, if there is one. Likewise. */
    private long staysSince;

    /**
     * @param forOne whether one thread waits at a time
     */
    EndWait(Bell bell, boolean forOne, Clock clock) {
        this.bell = bell;
        this.forOne = forOne;
        this.clock = clock;
    }

    /** How many elements have passed this end. */
    abstract long position();

    @Override
    public final void beforePark() {
        bell.listen();
        if (forOne) {
            slowly = isSeldom();
            lastPark = position();
        }
    }

    /** Elements come one by one, and yields before a park make the thread late when it is woken. */
    @Override
    public final boolean isSeldom() {
        return forOne && position() - lastPark <= 1;
    }

    @Override
    public final void afterPark() {
        if (!slowly) { // a ring with a fence costs its producer more than it saves here
            bell.ignore();
        } else if (!bell.stay()) {
            staysSince = clock.nanoTime();
        }
    }

    @Override
    public final boolean wakersFence() {
        return forOne && bell.stays() && clock.nanoTime() - staysSince >= SETTLING_NANOS;
    }
}
