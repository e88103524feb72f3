package io.roundhouse.railway.internal;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import org.jspecify.annotations.Nullable;

/**
 * A wait at one end of a lane or a queue, for what bells tell.
 *
 * <p>A thread that is the only listener of its bells {@linkplain Bell#stay stays} at them when it
 * has slept, where what it waits for comes one by one. Where it sleeps again before that has ended,
 * every ring since has had a fence, and it parks at once for long: one park a good where goods come
 * one by one, and no naps. But not before the stay has lasted longer than a store takes to be
 * visible: who had looked at a bell before has no fence. Threads that wait in a {@link Crowd} do
 * the same together.
 */
public abstract class BellWait implements Wait {
    /** Longer than any store stays in a store buffer. */
    private static final long SETTLING_NANOS = 200_000;

    /** What a wait that was too long has gathered, where goods come one by one. */
    private static final int FEW = 4;

    private final Bell[] bells;

    /** What those who wait know together; null where one thread at a time waits with this. */
    private final @Nullable SharedStay shared;

    private final boolean alone;

    /** What had passed this end at the last long wait. The thread of this end only. */
    private long lastLong = -1;

    /** Whether one at most had passed between the last park and the wait before. Likewise. */
    private boolean slowly;

    /** Since when it is known to stay at all bells, if it is known. Likewise. */
    private long staysSince;

    private boolean isKnown;

    /** Whether that is longer ago than a store takes to be visible. */
    private boolean isSettled;

    /**
     * @param alone whether nobody else listens to these bells, and one thread at a time waits here
     */
    protected BellWait(boolean alone, Bell... bells) {
        this.alone = alone;
        this.bells = bells;
        this.shared = null;
    }

    /**
     * For one thread or for many, which are all who listen to that bell.
     *
     * @param alone whether it is one at a time
     */
    protected BellWait(Bell bell, boolean alone) {
        this(bell, alone, Clock.system());
    }

    BellWait(Bell bell, boolean alone, Clock clock) {
        this.alone = alone;
        this.bells = new Bell[] {bell};
        this.shared = alone ? null : new SharedStay(clock);
    }

    /**
     * How many goods have passed this end. Asked by the thread that waits there alone, or by any
     * where many wait with this.
     */
    protected abstract long position();

    @Override
    public final void beforePark() {
        for (Bell bell : bells) {
            bell.listen();
        }
        try {
            announced();
        } catch (StackOverflowError e) { // it will not park: nobody is to be told
            for (Bell bell : bells) {
                bell.ignore();
            }
            throw e;
        }
        if (shared != null) {
            shared.sleeps(position());
        } else if (alone) {
            long now = position();
            slowly = now - lastLong <= 1;
            lastLong = now;
        }
    }

    /**
     * It listens to all bells from now on: for those who do not look at a bell behind each good.
     */
    protected void announced() {}

    @Override
    public final void hasLasted() {
        if (alone) {
            lastLong = position();
        }
    }

    /** Goods come one by one, and yields before a park make the thread late when it is woken. */
    @Override
    public final boolean isSeldom() {
        return alone && position() - lastLong <= FEW;
    }

    @Override
    public final void afterPark() {
        if (shared != null) {
            shared.wakesUp(bells[0]);
        } else if (slowly) {
            stay();
        } else { // a ring with a fence costs who rings more than it saves here
            for (Bell bell : bells) {
                bell.ignore();
            }
        }
    }

    private void stay() {
        for (Bell bell : bells) {
            isKnown &= bell.stay();
        }
    }

    @Override
    public final boolean wakersFence(Clock clock) {
        if (shared != null) {
            return shared.hasLasted(bells[0], SETTLING_NANOS);
        }
        if (!alone || !allStay()) {
            return false;
        }
        if (!isKnown) {
            isKnown = true;
            isSettled = false;
            staysSince = clock.nanoTime();
        } else if (!isSettled) {
            isSettled = clock.nanoTime() - staysSince >= SETTLING_NANOS;
        }
        return isSettled;
    }

    private boolean allStay() {
        for (Bell bell : bells) {
            if (!bell.stays()) {
                return false;
            }
        }
        return true;
    }
}
