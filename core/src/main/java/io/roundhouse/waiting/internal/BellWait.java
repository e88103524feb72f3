package io.roundhouse.waiting.internal;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;

/**
 * A wait at one end of a lane or a queue, for what bells tell.
 *
 * <p>A thread that is the only listener of its bells {@linkplain Bell#stay stays} at them when it
 * has slept, where what it waits for comes one by one. Where it sleeps again before that has ended,
 * every ring since has had a fence, and it parks at once for long: one park a good where goods come
 * one by one, and no naps. But not before the stay has lasted longer than a store takes to be
 * visible: who had looked at a bell before has no fence. Threads that listen to the same bells do
 * the same together. Who stays how is a matter of its {@link Stay}.
 *
 * <p>A thread whose stack ends when it has slept may be counted at a bell from then on: nothing is
 * lost, but whoever rings looks for it behind each good. To ask for stack ahead of each park would
 * cost all others a part of what that takes.
 */
public abstract class BellWait implements Wait {
    private final Stay stay;
    private final Bell[] bells;

    /** How many had passed at the last sleep or long wait; a guess where many wait with this. */
    private long last = -1;

    /** With one bell at least. */
    protected BellWait(Stay stay, Bell... bells) {
        this.stay = stay;
        this.bells = bells;
    }

    /**
     * How many goods have passed this end. Asked by the thread that waits there, or by any of those
     * who wait with this.
     */
    protected abstract long position();

    @Override
    public final void beforePark() {
        for (Bell bell : bells) {
            bell.listen();
        }
        try {
            announced();
            long passed = position();
            stay.sleeps(passed - last);
            last = passed;
        } catch (StackOverflowError e) { // it will not park: nobody is to be told
            Stay.ignore(bells);
            throw e;
        }
    }

    /**
     * It listens to all bells from now on: for those who do not look at a bell behind each good.
     */
    protected void announced() {}

    @Override
    public final void hasLasted() {
        last = position();
    }

    @Override
    public final boolean isSeldom() {
        return stay.isSeldom(position() - last);
    }

    @Override
    public final void afterPark() {
        stay.wakesUp(bells);
    }

    @Override
    public final boolean wakersFence(Clock clock) {
        return stay.hasLasted(bells, clock);
    }
}
