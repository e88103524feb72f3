package io.roundhouse.railway;

import io.roundhouse.memory.Sequence;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Clears references of one lane that several stations unload, as soon as the last of them has
 * passed.
 *
 * <p>Design.
 *
 * <pre>
 *   an unloader:  publish unloaded[i] ; fence A ; look: are all beyond cleared?  → try to lock
 *   who locked:   clear up to the slowest ; publish cleared ; unlock ; fence B ; look again
 *   the loader:   overwrites only below cleared (and not below the slowest unloader, as elsewhere)
 *
 * Invariants
 *   I1  cleared &lt;= least of unloaded, those that have left aside
 *   I2  only who holds the lock clears slots and moves cleared
 *   I3  a slot below cleared is null or was loaded again; the loader waits for cleared, so that
 *       nobody clears what it has just loaded
 * </pre>
 *
 * Why nothing stays uncleared. Let all stations have passed a good, and take the one whose fence A
 * comes last: all of them published their positions before it, so its look sees that there is
 * something to clear, unless somebody has cleared it. If it gets the lock, it clears. If not, it
 * read the lock as taken: whoever held it unlocked later, and had its fence B, and looked again,
 * later still; that look sees what was published before fence A. So either that one clears, or it
 * finds the lock taken in its turn, by somebody to whom the same applies. Nobody waits: a look
 * costs two reads while the slowest station, remembered by a hint, is where it was.
 *
 * <p>Why a fence a passing, which {@link Bell} does without: there is nobody whose next look would
 * make good for a missed one, and a loader that waits for {@code cleared} would wait for ever.
 * Lanes that a single station unloads need none of this: it clears its slot before it publishes.
 *
 * <p>A station that leaves last does not clear: what it leaves behind is handed back.
 */
final class Clearing {
    private static final VarHandle LOCKED;

    static {
        try {
            LOCKED = MethodHandles.lookup().findVarHandle(Clearing.class, "locked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable Object[] goods;
    private final int mask;
    private final Sequence[] unloaded;
    private final Sequence cleared = new Sequence();

    @SuppressWarnings("unused") // through LOCKED
    private boolean locked;

    /** Who was the slowest when somebody last looked. A hint: read and written by all, plain. */
    private int slowest;

    Clearing(@Nullable Object[] goods, int mask, Sequence[] unloaded) {
        this.goods = goods;
        this.mask = mask;
        this.unloaded = unloaded;
    }

    /** Every slot below it is null, or the loader's again. Any thread. */
    long cleared() {
        return cleared.acquire();
    }

    /** Clears what all have passed. Called by an unloader that has published its new position. */
    void clear() {
        VarHandle.fullFence(); // A
        while (hasWork() && LOCKED.compareAndSet(this, false, true)) {
            clearUpTo(slowestPosition());
            LOCKED.setRelease(this, false);
            VarHandle.fullFence(); // B
        }
    }

    private boolean hasWork() {
        long from = cleared.acquire();
        if (unloaded[slowest].acquire() <= from) {
            return false;
        }
        long to = slowestPosition();
        return to > from && to != Lane.GONE;
    }

    private void clearUpTo(long to) {
        if (to == Lane.GONE) {
            return;
        }
        long from = cleared.acquire();
        for (long at = from; at < to; at++) {
            goods[Lane.EDGE + ((int) at & mask)] = null;
        }
        if (to > from) {
            cleared.publish(to);
        }
    }

    private long slowestPosition() {
        long least = Lane.GONE;
        int found = slowest;
        for (int i = 0; i < unloaded.length; i++) {
            long position = unloaded[i].acquire();
            if (position < least) {
                least = position;
                found = i;
            }
        }
        slowest = found;
        return least;
    }

    @Override
    public String toString() {
        return "cleared up to " + cleared;
    }
}
