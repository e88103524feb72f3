package io.roundhouse.waiting.internal;

import io.roundhouse.waiting.Clock;

/**
 * What is known, by those who sleep at bells, of how long they have {@linkplain Bell#stay stayed}
 * there: whether whoever rings has a fence by now, so that who goes to sleep need not nap first.
 * See {@link BellWait}.
 */
public sealed interface Stay permits LoneStay, SharedStay, NoStay {
    /** What a wait that was too long has gathered, where things come one by one. */
    int FEW = 4;

    /** Of one thread at a time, which is the only one that listens to its bells. */
    static Stay ofOne() {
        return new LoneStay();
    }

    /**
     * Of many threads that listen to the same bells, and know of each other by this. As of one,
     * whatever makes true what such a thread waits for must be followed by a ring: what another of
     * them does on its behalf, too.
     */
    static Stay ofMany() {
        return new SharedStay(Clock.system());
    }

    /**
     * For a thread that never stays: others listen to some of its bells, and to more, or not all
     * that it waits for is told by a ring.
     */
    static Stay none() {
        return NoStay.NONE;
    }

    /**
     * A thread listens to all bells, and goes to sleep.
     *
     * @param came how many things have come since its last sleep, or wait that took long
     */
    void sleeps(long came);

    /** It has slept, and goes on; it listens no more, or stays. */
    void wakesUp(Bell[] bells);

    /** Whether they have stayed at all bells for so long that whoever rings has a fence. */
    boolean hasLasted(Bell[] bells, Clock clock);

    /**
     * Whether things come one by one, as so many have come since the last sleep or long wait. Where
     * they do, who yields before it sleeps is woken late: the system lets who wakes it go on first.
     */
    boolean isSeldom(long came);

    /** Whether there is a stay at each of the bells. */
    static boolean atAll(Bell[] bells) {
        for (Bell bell : bells) {
            if (!bell.stays()) {
                return false;
            }
        }
        return true;
    }

    /** Nobody listens any more. */
    static void ignore(Bell[] bells) {
        for (Bell bell : bells) {
            bell.ignore();
        }
    }
}

/** See {@link Stay#none}. */
enum NoStay implements Stay {
    NONE;

    @Override
    public void sleeps(long came) {}

    @Override
    public void wakesUp(Bell[] bells) {
        Stay.ignore(bells);
    }

    @Override
    public boolean hasLasted(Bell[] bells, Clock clock) {
        return false;
    }

    @Override
    public boolean isSeldom(long came) {
        return false;
    }
}
