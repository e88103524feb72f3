package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.LongConsumer;

/**
 * One lane of a railway from one loader to one unloader, after the same algorithm as {@code Lane}
 * and its two ends: cached limits, a position published a good, a bell that is silent while nobody
 * sleeps, a closing that is a bit of the bell.
 */
public final class Handover {
    private static final long CLOSED = 1L << 32;

    private final Flaw flaw;
    private final Memory memory;
    private final Waiter forRoom;
    private final Waiter forGoods;
    private final Cell[] slots;
    private final Cell loaded;
    private final Cell unloaded;
    private final Cell goodsBell;
    private final Cell roomBell;

    // the loader's own
    private long loading;
    private long loadingLimit;

    // the unloader's own
    private long unloading;
    private long unloadingLimit;

    /**
     * Makes one with so many slots.
     *
     * @param forRoom with what the loader waits
     * @param forGoods with what the unloader waits
     */
    public Handover(int capacity, Memory memory, Flaw flaw, Waiter forRoom, Waiter forGoods) {
        this.flaw = flaw;
        this.memory = memory;
        this.forRoom = forRoom;
        this.forGoods = forGoods;
        slots = new Cell[capacity];
        for (int i = 0; i < capacity; i++) {
            slots[i] = memory.cell(0);
        }
        loaded = memory.cell(0);
        unloaded = memory.cell(0);
        goodsBell = memory.cell(0);
        roomBell = memory.cell(0);
    }

    /** Loads one good; waits for room. Returns false if it is closed. */
    public boolean load(long good) {
        if (closed() && flaw != Flaw.WAITS_THOUGH_CLOSED) {
            return false;
        }
        if (loading >= loadingLimit && !moreRoom()) {
            forRoom.await(new ForRoom());
            if (closed()) {
                return false;
            }
        }
        Cell slot = slots[(int) (loading % slots.length)];
        if (flaw == Flaw.PUBLISHES_BEFORE_IT_STORES) {
            publish(loading + 1);
            slot.write(good);
        } else {
            slot.write(good);
            publish(loading + 1);
        }
        return true;
    }

    private void publish(long next) {
        loading = next;
        if (flaw == Flaw.DEPARTS_ONLY_WHEN_FULL && next % slots.length != 0) {
            return;
        }
        loaded.write(next);
        if (flaw == Flaw.PARKS_WITHOUT_END_BUT_FENCES) {
            memory.fence();
        }
        if (goodsBell.read() != 0) {
            forGoods.wake();
        }
    }

    /** Gives one good to {@code taker}; waits for it. Returns false if the end has come. */
    public boolean unload(LongConsumer taker) {
        if (unloading >= unloadingLimit && !moreGoods()) {
            forGoods.await(new ForGoods());
            if (unloading >= unloadingLimit && !moreGoods()) {
                return false;
            }
        }
        long good = slots[(int) (unloading % slots.length)].read();
        unloading++;
        unloaded.write(unloading);
        if (flaw == Flaw.PARKS_WITHOUT_END_BUT_FENCES) {
            memory.fence();
        }
        if (roomBell.read() != 0) {
            forRoom.wake();
        }
        taker.accept(good);
        return true;
    }

    /** Nothing more may be loaded. Any thread. */
    public void close() {
        goodsBell.add(CLOSED);
        if (flaw != Flaw.CLOSES_IN_SILENCE) {
            forGoods.wake();
            forRoom.wake();
        }
    }

    /** Whether a load would not wait for room. The loader only. */
    public boolean hasRoom() {
        return loading < loadingLimit || moreRoom();
    }

    /** How many goods were loaded and not unloaded. */
    public long undelivered() {
        return loaded.read() - unloaded.read();
    }

    private boolean closed() {
        return goodsBell.read() >= CLOSED;
    }

    private boolean moreRoom() {
        loadingLimit = unloaded.read() + slots.length + (flaw == Flaw.LIMIT_ONE_TOO_FAR ? 1 : 0);
        return loading < loadingLimit;
    }

    private boolean moreGoods() {
        unloadingLimit = loaded.read();
        return unloading < unloadingLimit;
    }

    private final class ForRoom implements Wait {
        @Override
        public boolean met() {
            return (flaw != Flaw.WAITS_THOUGH_CLOSED && closed()) || moreRoom();
        }

        @Override
        public void beforePark() {
            roomBell.add(1);
        }

        @Override
        public void afterPark() {
            roomBell.add(-1);
        }

        @Override
        public String toString() {
            return "the loader waits for room";
        }
    }

    private final class ForGoods implements Wait {
        @Override
        public boolean met() {
            return moreGoods() || closed();
        }

        @Override
        public void beforePark() {
            goodsBell.add(1);
        }

        @Override
        public void afterPark() {
            goodsBell.add(-1);
        }

        @Override
        public String toString() {
            return "the unloader waits for goods";
        }
    }
}
