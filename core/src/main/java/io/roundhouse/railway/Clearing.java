package io.roundhouse.railway;

import io.roundhouse.memory.Padding;
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
 * <p>The lock and the hint have cache lines of their own each: all unloaders read the hint a
 * passing, and the lines of the other fields, which nobody writes to.
 *
 * <p>A station that leaves last does not clear: what it leaves behind is handed back.
 */
final class Clearing extends ClearingLayout.After {
    private static final VarHandle LOCKED = ClearingLayout.lockedHandle();

    private final @Nullable Object[] goods;
    private final int mask;
    private final Sequence[] unloaded;
    private final Sequence cleared = new Sequence();

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

/** The padding of {@link Clearing}: 128 bytes on each side of the lock, and of the hint. */
final class ClearingLayout {
    private ClearingLayout() {}

    static VarHandle lockedHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(Lock.class, "locked", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    abstract static class Lock extends Padding {
        boolean locked;
    }

    @SuppressWarnings("unused")
    abstract static class Between extends Lock {
        // spotless:off
        byte c000, c001, c002, c003, c004, c005, c006, c007, c008, c009, c010, c011, c012, c013, c014, c015;
        byte c016, c017, c018, c019, c020, c021, c022, c023, c024, c025, c026, c027, c028, c029, c030, c031;
        byte c032, c033, c034, c035, c036, c037, c038, c039, c040, c041, c042, c043, c044, c045, c046, c047;
        byte c048, c049, c050, c051, c052, c053, c054, c055, c056, c057, c058, c059, c060, c061, c062, c063;
        byte c064, c065, c066, c067, c068, c069, c070, c071, c072, c073, c074, c075, c076, c077, c078, c079;
        byte c080, c081, c082, c083, c084, c085, c086, c087, c088, c089, c090, c091, c092, c093, c094, c095;
        byte c096, c097, c098, c099, c100, c101, c102, c103, c104, c105, c106, c107, c108, c109, c110, c111;
        byte c112, c113, c114, c115, c116, c117, c118, c119, c120, c121, c122, c123, c124, c125, c126, c127;
        // spotless:on
    }

    abstract static class Hint extends Between {
        /** Who was the slowest when somebody last looked: read and written by all, plain. */
        int slowest;
    }

    @SuppressWarnings("unused")
    abstract static class After extends Hint {
        // spotless:off
        byte a000, a001, a002, a003, a004, a005, a006, a007, a008, a009, a010, a011, a012, a013, a014, a015;
        byte a016, a017, a018, a019, a020, a021, a022, a023, a024, a025, a026, a027, a028, a029, a030, a031;
        byte a032, a033, a034, a035, a036, a037, a038, a039, a040, a041, a042, a043, a044, a045, a046, a047;
        byte a048, a049, a050, a051, a052, a053, a054, a055, a056, a057, a058, a059, a060, a061, a062, a063;
        byte a064, a065, a066, a067, a068, a069, a070, a071, a072, a073, a074, a075, a076, a077, a078, a079;
        byte a080, a081, a082, a083, a084, a085, a086, a087, a088, a089, a090, a091, a092, a093, a094, a095;
        byte a096, a097, a098, a099, a100, a101, a102, a103, a104, a105, a106, a107, a108, a109, a110, a111;
        byte a112, a113, a114, a115, a116, a117, a118, a119, a120, a121, a122, a123, a124, a125, a126, a127;
        // spotless:on
    }
}
