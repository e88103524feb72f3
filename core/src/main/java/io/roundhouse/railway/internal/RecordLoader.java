package io.roundhouse.railway.internal;

import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import org.jspecify.annotations.Nullable;

/**
 * The loader's end of a lane of records: rows of {@code long}s and references, written in place by
 * one thread and read in place by another; bounded, and growing where its subclass says so.
 *
 * <pre>
 *   int record = loader.claim();                    // room for one more; waits, grows or says that there is none
 *   loader.longs[LONGS_EDGE + record * longsEach] = …
 *   loader.references[REFERENCES_EDGE + record * referencesEach] = …
 *   loader.sent();                                  // release: the other side sees the record
 *
 * Invariants
 *   I1  unloaded &lt;= position &lt;= unloaded + room
 *   I2  a store has no more records on the way than it has rows
 *   I3  a record is in the store with base &lt;= position &lt; end
 * </pre>
 */
public abstract class RecordLoader extends Loading {
    /** The index of the first record's first {@code long}. */
    public static final int LONGS_EDGE = 14;

    /** The index of the first record's first reference. */
    public static final int REFERENCES_EDGE = 28;

    private static final int LONGEST_BLOCK = 1024;

    /** The rows of {@code long}s, for the claimed record. Loading thread only. */
    public long[] longs;

    /** The rows of references, for the claimed record. Loading thread only. */
    public @Nullable Object[] references;

    private int mask;
    private long room;
    private RecordStore store;

    private final int longsEach;
    private final int referencesEach;
    private final Sequence unloaded;
    private final Sequence emptied;
    private final Bell roomBell;
    private final RecordInbound inbound;

    /**
     * @param longsEach {@code long}s a record
     * @param referencesEach references a record
     * @param first for how many records there is memory at once, a power of two
     * @param room how many records may be on the way; memory for them is had when it is needed
     * @param bell rung when something was loaded
     * @param waiter waits for room
     */
    protected RecordLoader(
            int longsEach, int referencesEach, int first, long room, Bell bell, Waiter waiter) {
        this(longsEach, referencesEach, first, room, bell, waiter, new Sequence(), block(room));
    }

    private RecordLoader(
            int longsEach,
            int referencesEach,
            int first,
            long room,
            Bell bell,
            Waiter waiter,
            Sequence departed,
            long block) {
        super(departed, block, bell, waiter);
        this.longsEach = longsEach;
        this.referencesEach = referencesEach;
        this.room = room;
        this.unloaded = new Sequence();
        this.emptied = new Sequence();
        this.roomBell = new Bell(waiter);
        this.store = new RecordStore(0, first, longsEach, referencesEach);
        this.longs = store.longs;
        this.references = store.references;
        this.mask = store.mask;
        this.inbound =
                new RecordInbound(this, departed, unloaded, emptied, block, bell, roomBell, store);
    }

    private static long block(long room) {
        return Math.clamp(Long.highestOneBit(room / 4), 1, LONGEST_BLOCK);
    }

    // ---- hot path

    /**
     * The record to write, or -1 if there will be no room. Waits, grows or throws as {@link
     * #makeRoom} does. Loading thread only.
     */
    public final int claim() {
        if (position >= limit && !makeRoom()) {
            return -1;
        }
        return (int) position & mask;
    }

    /**
     * The claimed record is written (release; pairs with the unloader's look). Loading thread only.
     */
    public final void sent() {
        publish(position + 1);
    }

    // ---- cold path

    /** Sees to it that there is room for one more record; returns whether there is. */
    protected abstract boolean makeRoom();

    /** Whether one more record may be written. */
    protected final boolean hasRoom() {
        return position < limit;
    }

    /** For how many records there is memory. */
    protected final int records() {
        return store.records();
    }

    /** How many records may be on the way. */
    protected final long room() {
        return room;
    }

    /**
     * Goes on in a new store.
     *
     * @param records for how many records it has memory, a power of two
     * @param room how many records may be on the way from now on
     */
    protected final void grow(int records, long room) {
        goOnIn(new RecordStore(position, records, longsEach, referencesEach));
        this.room = room;
        moreRoom();
    }

    /** Likewise in a smaller one; looks for room before the next record. Loading thread only. */
    protected final void shrink(int records) {
        RecordStore smaller = new RecordStore(position, records, longsEach, referencesEach);
        limit = position; // what was room is in the larger one
        goOnIn(smaller);
    }

    private void goOnIn(RecordStore next) { // no call: there may be no stack for one
        store.next = next;
        store.end =
                position; // volatile, and before anything is loaded behind it: see RecordInbound
        store = next;
        longs = next.longs;
        references = next.references;
        mask = next.mask;
    }

    @Override
    protected final long unloaded() {
        return unloaded.acquire();
    }

    @Override
    protected final long emptied() {
        return emptied.acquire();
    }

    @Override
    protected final long limitAfter(long unloaded) {
        return Math.min(unloaded + room, Math.max(unloaded, store.base) + store.records());
    }

    @Override
    protected final Bell roomBell() {
        return roomBell;
    }

    /** The lane as its unloader sees it. */
    public final RecordInbound inbound() {
        return inbound;
    }

    /** How many records have been unloaded. Any thread (acquire). */
    public final long taken() {
        return unloaded.acquire();
    }
}
