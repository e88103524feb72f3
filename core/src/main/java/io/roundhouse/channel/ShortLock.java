package io.roundhouse.channel;

import io.roundhouse.memory.Padding;
import io.roundhouse.waiting.Spin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A lock for a few instructions: who finds it held spins, and yields when that lasts, but for a
 * virtual thread ({@link Spin#once}). Nobody runs code of others, waits or wakes anybody while
 * holding it, but may wait for another such lock. Not reentrant. What it guards may lie on its
 * cache line: fields of a subclass, which is padded behind them.
 */
class ShortLock extends Padding {
    private static final VarHandle HELD;

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(ShortLock.class, "held", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Through HELD; read where there is no stack for that. */
    volatile int held;

    final void lock() {
        if (!HELD.compareAndSet(this, 0, 1)) {
            lockWhenFree();
        }
    }

    private void lockWhenFree() {
        for (int spins = 0; ; ) {
            spins = Spin.once(spins);
            if ((int) HELD.getOpaque(this) == 0 && HELD.compareAndSet(this, 0, 1)) {
                return;
            }
        }
    }

    /**
     * Where the stack ends in here, it is released all the same. So who gets an error from this has
     * not come to it, and holds the lock; a plain store to {@code held} releases it then.
     */
    final void unlock() {
        try {
            HELD.setRelease(this, 0); // pairs with the compare-and-set of the next holder
        } catch (StackOverflowError e) { // a store needs no stack
            held = 0;
        }
    }
}
