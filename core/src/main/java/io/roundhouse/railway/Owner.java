package io.roundhouse.railway;

import org.jspecify.annotations.Nullable;

/** Catches, when assertions are on, a handle that is used by two threads. */
final class Owner {
    private final String what;
    private volatile @Nullable Thread thread;

    Owner(String what) {
        this.what = what;
    }

    /**
     * Whether the calling thread may use the handle; the first thread that asks becomes the owner.
     */
    boolean isCaller() {
        Thread me = Thread.currentThread();
        Thread owner = thread;
        if (owner == null) {
            thread = me;
        } else if (owner != me) {
            throw new AssertionError(
                    what
                            + " belongs to thread \""
                            + owner.getName()
                            + "\", but thread \""
                            + me.getName()
                            + "\" uses it; one thread at a time may, call handOver() before another one does");
        }
        return true;
    }

    void nobody() {
        thread = null;
    }
}
