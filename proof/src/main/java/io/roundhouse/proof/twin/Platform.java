package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import java.util.function.LongConsumer;

/**
 * A train that is loaded good by good before it departs into the store, after the same algorithm as
 * {@code LongLoader} and {@code LongUnloader}. The unloader takes goods off one by one from a copy
 * of its own, and zeroes what it copied out of the store; a visit unloads the store itself, so what
 * was taken off too early is put back first.
 */
public final class Platform {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** The unloader does not look whether the train that it has read departed meanwhile. */
        BELIEVES_WHAT_IT_READ,

        /** There is one place for the latest good, not two. */
        HAS_ONE_PLACE_FOR_THE_LATEST,

        /** The unloader does not look whether the good that it has read is still the latest. */
        BELIEVES_THE_LATEST,

        /** The unloader does not look whether the latest good was loaded alone. */
        TAKES_THE_LATEST_FOR_WHAT_A_VISIT_LOADED,

        /** A visit says too late that what it has loaded is not kept as the latest. */
        TELLS_LATE_WHAT_A_VISIT_LOADED,

        /** The train is loaded again before others can see that it has departed. */
        LOADS_BEFORE_IT_TELLS,

        /** What was taken off is not put back before a visit. */
        PUTS_NOTHING_BACK,

        /** A visit unloads from the store what was seen on the platform only. */
        VISITS_WHAT_HAS_NOT_DEPARTED
    }

    /** Goods of a train, a power of two. */
    private static final int SIZE = 4;

    private final Flaw flaw;
    private final Cell[] train = new Cell[SIZE];
    private final Cell[] store;
    private final Cell[] latest = new Cell[2];
    private final Cell latestFrom;
    private final Cell departed;
    private final Cell loaded;

    // the loader's own
    private long loading;
    private long settled;
    private boolean untold;

    // the unloader's own
    private final long[] taken = new long[SIZE];
    private long position;
    private long limit; // what has been taken off ends here
    private long available;
    private boolean givenBack;

    /** One with room for so many goods; no slot of the store is used again. */
    public Platform(int goods, Memory memory, Flaw flaw) {
        this.flaw = flaw;
        store = new Cell[goods];
        for (int i = 0; i < goods; i++) {
            store[i] = memory.cell(0);
        }
        for (int i = 0; i < SIZE; i++) {
            train[i] = memory.cell(0);
        }
        latest[0] = memory.cell(0);
        latest[1] = flaw == Flaw.HAS_ONE_PLACE_FOR_THE_LATEST ? latest[0] : memory.cell(0);
        latestFrom = memory.cell(0);
        departed = memory.cell(0);
        loaded = memory.cell(0);
    }

    /** Loads one good. */
    public void load(long good) {
        train[(int) loading % SIZE].write(good);
        latest[(int) loading % 2].write(good);
        if (untold) {
            departed.write(settled);
            untold = false;
        }
        loading++;
        loaded.write(loading);
        if (loading % SIZE == 0) {
            depart();
        }
    }

    /** Loads one good by a visit: it is in the store, and nowhere else. */
    public void visitWith(long good) {
        depart();
        store[(int) loading].write(good);
        loading++;
        if (flaw != Flaw.TELLS_LATE_WHAT_A_VISIT_LOADED) {
            latestFrom.write(loading);
        }
        settled = loading;
        departed.write(settled);
        loaded.write(loading);
        if (flaw == Flaw.TELLS_LATE_WHAT_A_VISIT_LOADED) {
            latestFrom.write(loading);
        }
    }

    private void depart() {
        for (long at = settled; at < loading; at++) {
            store[(int) at].write(train[(int) at % SIZE].read());
        }
        settled = loading;
        if (flaw == Flaw.LOADS_BEFORE_IT_TELLS && loading < store.length) {
            untold = true;
        } else {
            departed.write(settled);
        }
    }

    // ---- the unloader -------------------------------------------------------------------------

    /** Unloads one good if there is one; returns whether there was. */
    public boolean unload(LongConsumer taker) {
        if (position >= limit && !takeOff()) {
            return false;
        }
        taker.accept(taken[(int) position++ % SIZE]);
        return true;
    }

    private boolean takeOff() {
        if (takeOffLatest()) {
            return true;
        }
        available = departed.read();
        return takeOffStore() || takeOffPlatform();
    }

    /** The only good that there is, if it was loaded alone: whether it has departed, or not. */
    private boolean takeOffLatest() {
        long seen = loaded.read();
        if (seen != position + 1) {
            return false;
        }
        if (flaw != Flaw.TAKES_THE_LATEST_FOR_WHAT_A_VISIT_LOADED && latestFrom.read() > position) {
            return false;
        }
        taken[(int) position % SIZE] = latest[(int) position % 2].read();
        if (flaw != Flaw.BELIEVES_THE_LATEST && loaded.read() != seen) {
            return false;
        }
        hasTakenOff(seen);
        return true;
    }

    private boolean takeOffStore() {
        if (position >= available) {
            return false;
        }
        limit = Math.min(available, position - position % SIZE + SIZE);
        for (long at = position; at < limit; at++) {
            taken[(int) at % SIZE] = store[(int) at].read();
            store[(int) at].write(0);
        }
        givenBack = true;
        return true;
    }

    private boolean takeOffPlatform() {
        long seen = loaded.read();
        if (position >= seen) {
            return false;
        }
        for (long at = position; at < seen; at++) {
            taken[(int) at % SIZE] = train[(int) at % SIZE].read();
        }
        if (flaw != Flaw.BELIEVES_WHAT_IT_READ) {
            available = departed.read();
            if (takeOffStore()) {
                return true;
            }
        }
        hasTakenOff(seen);
        return true;
    }

    private void hasTakenOff(long end) {
        givenBack = false;
        available = end;
        limit = end;
    }

    /** Unloads everything that has departed, in place; returns how many goods there were. */
    public int visit(LongConsumer taker) {
        putBack();
        if (position >= available) {
            available = departed.read();
        }
        int goods = 0;
        for (; position < available; position++) {
            taker.accept(store[(int) position].read());
            goods++;
        }
        limit = position;
        return goods;
    }

    private void putBack() {
        if (givenBack && flaw != Flaw.PUTS_NOTHING_BACK) {
            for (long at = position; at < limit; at++) {
                store[(int) at].write(taken[(int) at % SIZE]);
            }
        }
        limit = position;
        if (flaw != Flaw.VISITS_WHAT_HAS_NOT_DEPARTED) {
            available = Math.min(available, departed.read());
        }
    }
}
