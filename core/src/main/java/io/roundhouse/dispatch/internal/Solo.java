package io.roundhouse.dispatch.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A worker's post, and whether the worker is the {@link Soloist}: the only one at work, which
 * claims and releases by plain stores. What it needs for that is told here: whether others want it
 * to share, and whether it is in a call, where it claims and releases nothing.
 */
abstract class Solo extends Post {
    private static final VarHandle SOLO;
    private static final VarHandle IN_CALL;

    static {
        try {
            var lookup = MethodHandles.lookup();
            SOLO = lookup.findVarHandle(Solo.class, "solo", boolean.class);
            IN_CALL = lookup.findVarHandle(Solo.class, "inCall", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Workers workers;

    /**
     * Whether it is the soloist, for all it knows; then {@link #isAlone} is asked before each
     * claim. This thread only.
     */
    boolean alone;

    /** Set back by others that want it to share. */
    @SuppressWarnings("unused") // through SOLO
    private boolean solo;

    /** Whether it runs an actor, and so claims and releases nothing by plain stores. */
    @SuppressWarnings("unused") // through IN_CALL
    private boolean inCall;

    Solo(Workers workers, String name, long doneBefore, boolean spare) {
        super(name, doneBefore, spare);
        this.workers = workers;
    }

    // ---- this thread only

    /** Whether it may claim and release by plain stores. */
    final boolean isAlone() {
        return (boolean) SOLO.getOpaque(this);
    }

    /** Becomes the soloist if all others rest. Not between the turn of a task and its release. */
    final void becomesSoloist() {
        alone = workers.soloist.becomes(this);
        if (alone && workers.isEnding()) { // it may not have been told
            share();
        }
    }

    /** Somebody else wants to claim tasks. */
    final void share() {
        alone = false;
        SOLO.setOpaque(this, false);
        workers.soloist.noLonger(this);
    }

    /** Runs an actor from now on: it claims and releases nothing. */
    final void callBegins() {
        IN_CALL.setRelease(this, true);
    }

    /** Looks whether it is alone before it claims or releases anything. */
    final void callEnds() {
        IN_CALL.setOpaque(this, false);
    }

    // ---- others

    /** Tells the worker whether it is alone. Any thread; see {@link Soloist}. */
    final void solo(boolean is) {
        SOLO.setVolatile(this, is);
    }

    /** Whether it runs an actor. Any thread; a moment ago. */
    final boolean isInCall() {
        return (boolean) IN_CALL.getOpaque(this);
    }

    /**
     * Whether it is running an actor's call at this moment, and will look whether it is alone
     * before it claims or releases anything: called behind {@code solo(false)}.
     *
     * <p>Taking a thread's stack trace stops it at a safepoint, or finds it outside of Java code
     * that it cannot enter meanwhile. So it is a full fence in that thread, without a fence in its
     * code: either what it did before is seen here, or it sees what was written here (HotSpot's
     * handshakes, JEP 312).
     */
    final boolean isCaughtInACall() {
        getStackTrace();
        return (boolean) IN_CALL.getVolatile(this);
    }
}
