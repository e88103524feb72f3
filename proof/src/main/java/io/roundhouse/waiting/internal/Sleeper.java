package io.roundhouse.waiting.internal;

import io.roundhouse.proof.OneLook;
import java.lang.invoke.VarHandle;

/** A waiter whose thread says when it is asleep, and then asks whether somebody has woken it. */
public class Sleeper extends OneLook {
    private volatile boolean asleep;

    /** Goes to sleep: whatever its thread reads from now on is its last look (full fence). */
    public void sleeps() {
        asleep = true;
        VarHandle.fullFence();
    }

    /** No longer sleeps; returns whether it was woken. When everybody who might do so has. */
    public boolean wakesUp() {
        boolean woken = !asleep;
        asleep = false;
        return woken;
    }

    @Override
    public boolean wakeSleeper() {
        boolean slept = asleep;
        if (slept) {
            asleep = false;
        }
        return slept;
    }

    @Override
    public void wake() {
        wakeSleeper();
    }
}
