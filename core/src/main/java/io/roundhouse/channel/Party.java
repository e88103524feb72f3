package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that waits at one channel, or at several in a select, and the one thing that ends its
 * wait.
 *
 * <pre>
 *              meet(a place)      the other side took or gave the element there, or closed
 *   null  ──▶  meet(LOOK_AGAIN)   something may have become possible; or the party itself gives up
 *     ▲                           waiting
 *     └──────  begin()            by the party, while none of its places is in a line
 * </pre>
 *
 * <p>The compare-and-set from null decides: whoever does it, at whichever channel, is the only one.
 * So at most one clause of a select happens, and a party that gives up, for it is interrupted or
 * its time is over, knows whether it was met before.
 */
final class Party implements Obstacle, BooleanSupplier {
    private static final VarHandle MET;

    static {
        try {
            MET = MethodHandles.lookup().findVarHandle(Party.class, "met", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static final Object LOOK_AGAIN = "look again";

    /** The first of its places. */
    @Nullable Place places;

    /** Whether something else than a channel may end its wait, too. */
    boolean elsewhere;

    /** Written by the party before its first place is in a line; carried by the channel's lock. */
    private @Nullable Thread thread;

    private volatile @Nullable Object met;

    // ---- the party

    /** A new wait, of the calling thread. None of the places is in a line. */
    void begin() {
        thread = Thread.currentThread();
        MET.setRelease(this, (Object) null);
    }

    /** What ended the wait; null if nothing has. */
    @Nullable Object end() {
        return met;
    }

    /**
     * Sleeps until it is met.
     *
     * @return false if time is up, or the thread was interrupted, before
     */
    boolean await(long deadline) {
        Process process = deadline == Long.MAX_VALUE ? Process.current() : null;
        return process == null ? Sleep.until(this, deadline) : process.sleep(this);
    }

    /** Ends the wait by itself; returns false if it was met before. */
    boolean giveUp() {
        return meet(LOOK_AGAIN);
    }

    @Override
    public boolean met() {
        return met != null;
    }

    @Override
    public boolean getAsBoolean() {
        return met();
    }

    // ---- others

    /**
     * Ends the wait, if nobody has: a full fence. What the caller wrote to the place before, the
     * party sees. Whoever does it {@linkplain #wake wakes} the party after.
     */
    boolean meet(Object how) {
        return MET.compareAndSet(this, (Object) null, how);
    }

    void wake() {
        Thread sleeper = thread;
        if (sleeper != null) {
            Sleep.end(sleeper);
        }
    }

    // ---- inspection

    @Override
    public boolean mayEnd() {
        return met() || elsewhere || canGoOn();
    }

    private boolean canGoOn() {
        for (Place at = places; at != null; at = at.sibling) {
            if (at.inLine && at.channel.isReady(at.sends)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isConfinedTo(Scope scope) {
        for (Place at = places; at != null; at = at.sibling) {
            if (at.inLine && !at.channel.isConfinedTo(scope)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int where() {
        int where = 0;
        for (Place at = places; at != null; at = at.sibling) {
            where = 31 * where + 2 * at.channel.hashCode() + (at.sends ? 1 : 0);
        }
        return where;
    }

    /** Such as {@code sends to orders, receives from ticks}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Place at = places; at != null; at = at.sibling) {
            String each = (at.sends ? "sends to " : "receives from ") + at.channel;
            text.insert(0, text.isEmpty() ? each : each + ", ");
        }
        return text.toString();
    }
}
