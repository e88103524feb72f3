package io.roundhouse.railway.internal;

import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.internal.Bell;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A lane of records as the thread that unloads it sees it. */
public final class RecordInbound extends Inbound {
    /** Looks at a record and the places of its row. */
    @FunctionalInterface
    public interface Visit {
        /** The record is in the rows with that number. */
        void at(long[] longs, @Nullable Object[] references, int record);
    }

    private RecordStore store;
    private final GiveBack giveBack;

    RecordInbound(
            RecordLoader loader,
            Sequence departed,
            Sequence unloaded,
            Sequence emptied,
            long block,
            Bell goodsBell,
            Bell roomBell,
            RecordStore store) {
        super(loader, departed, unloaded, emptied, block, goodsBell, roomBell);
        this.store = store;
        this.giveBack = new GiveBack(store.records(), Clock.system());
    }

    /** Up to the end of the store at hand; goes on to the next one when it has been emptied. */
    @Override
    protected long limitAfter(long loaded) {
        long end =
                store.end; // after loaded was read: where loaded is behind the end, the end is seen
        while (loaded > end && unloaded.acquire() == end) {
            store = storeBehind();
            end = store.end;
        }
        return Math.min(loaded, end);
    }

    RecordStore store() {
        return store;
    }

    /**
     * Does not hold stores that their loader has left, and that have been emptied; returns whether
     * those are all that it has left. The unloading thread.
     */
    boolean letsGo() {
        while (unloaded.acquire() == store.end) {
            store = storeBehind();
        }
        return store.end == Long.MAX_VALUE;
    }

    private RecordStore storeBehind() {
        RecordStore next = store.next;
        if (next == null) {
            throw new AssertionError("a store has ended without a next one");
        }
        return next;
    }

    boolean giveBackNow(long position, long available) {
        return giveBack.at(position, available);
    }

    void waits() {
        giveBack.waits(unloaded.acquire());
    }

    void waited() {
        giveBack.waited(unloaded.acquire());
    }

    /**
     * Takes what has been loaded and not unloaded, in order; returns how much. The unloading thread
     * only, or who comes after it.
     */
    public int sweep(Visit visit) {
        int count = 0;
        long position = unloaded.acquire();
        while (position < limitAfter(loader.reached())) {
            visit.at(store.longs, store.references, (int) position & store.mask);
            unloaded.publish(++position);
            count++;
        }
        return count;
    }

    /**
     * What the records of the lane refer to at the moment, those that have been taken included as
     * long as they were not overwritten. Any thread; a guess where others load or unload.
     */
    public void forEachReference(Consumer<Object> taker) {
        for (RecordStore each = store; each != null; each = each.next) {
            for (Object reference : each.references) {
                if (reference != null) {
                    taker.accept(reference);
                }
            }
        }
    }

    /**
     * Releases a loader that waits for room, and has the unloader look at the state of things after
     * every record.
     */
    public void disturb() {
        roomBell.close();
        loader.halt();
    }

    /** Has the loader look at the state of things before its next record. */
    public void haltLoader() {
        loader.halt();
        roomBell.ring();
    }
}
