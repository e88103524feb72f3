package io.roundhouse.railway;

import io.roundhouse.waiting.internal.Named;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Whose a handle is. Catches, when assertions are on, a handle that is used by two threads, or
 * within one of its own visits.
 */
final class Owner {
    private static final long NOBODY = 0;
    private static final VarHandle THREAD;

    static {
        try {
            THREAD = MethodHandles.lookup().findVarHandle(Owner.class, "thread", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final String what;
    private volatile @Nullable Thread thread;

    /**
     * The id of the thread that runs a visit. A thread finds its own id here only if it has put it
     * there, so plain reads and writes are enough.
     */
    private long visitor = NOBODY;

    Owner(String what) {
        this.what = what;
    }

    /**
     * Whether the calling thread may use the handle; the first thread that asks becomes the owner.
     */
    boolean isCaller() {
        Thread me = Thread.currentThread();
        Thread owner = thread;
        if (owner == null && THREAD.compareAndSet(this, null, me)) {
            owner = me;
        }
        if (owner != me) {
            throw foreign(me);
        }
        if (visitor != NOBODY) {
            throw new AssertionError(
                    what + " is used within one of its own visits; let the visit return first");
        }
        return true;
    }

    /**
     * Whether the calling thread may close the handle: the owner, or any when that one has ended.
     */
    boolean isCallerOrGone() {
        Thread me = Thread.currentThread();
        Thread owner = thread;
        if (owner != null && owner != me && owner.isAlive()) {
            throw foreign(me);
        }
        return true;
    }

    private AssertionError foreign(Thread me) {
        Thread owner = thread;
        return new AssertionError(
                what
                        + " belongs to thread "
                        + (owner == null ? "?" : Named.thread(owner))
                        + ", but thread "
                        + Named.thread(me)
                        + " uses it; one thread at a time may, call handOver() before another one does");
    }

    void nobody() {
        thread = null;
    }

    // ---- visits -------------------------------------------------------------------------------

    void enter() {
        visitor = Thread.currentThread().threadId();
    }

    void exit() {
        visitor = NOBODY;
    }

    /** Whether the calling thread is in a visit of this handle. */
    boolean isVisiting() {
        return visitor == Thread.currentThread().threadId();
    }
}
