package io.roundhouse.railway.internal;

import io.roundhouse.memory.Cursor;
import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.internal.Bell;

/** A lane as one thread that unloads it sees it. */
public class Inbound {
    final Cursor loader;
    final Sequence departed;
    final Sequence unloaded;
    final Sequence emptied;
    final long block;
    final Bell goodsBell;
    final Bell roomBell;

    /**
     * Where the unloader must take another look; kept here while it is at another lane. Unloading
     * thread only.
     */
    long limit;

    /**
     * @param loader how far has been loaded
     * @param departed the same, told at multiples of {@code block} only
     * @param unloaded how far this unloader has come
     * @param emptied the same, told at multiples of {@code block} only
     * @param block a power of two
     * @param goodsBell rung by the loader
     * @param roomBell rung by the unloader
     */
    public Inbound(
            Cursor loader,
            Sequence departed,
            Sequence unloaded,
            Sequence emptied,
            long block,
            Bell goodsBell,
            Bell roomBell) {
        this.loader = loader;
        this.departed = departed;
        this.unloaded = unloaded;
        this.emptied = emptied;
        this.block = block;
        this.goodsBell = goodsBell;
        this.roomBell = roomBell;
    }

    /** How far can be unloaded in one go when so much has been loaded. Unloading thread only. */
    protected long limitAfter(long loaded) {
        return loaded;
    }
}
