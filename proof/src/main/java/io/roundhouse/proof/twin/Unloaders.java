package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * Several stations that unload one lane of references, after the same algorithm as {@code Clearing}
 * and {@code Lane.leave}: whoever passes a good looks whether all have passed it and clears its
 * slot, unless another one is at it, who looks again; and whoever leaves looks whether all have
 * left, and closes.
 */
public final class Unloaders {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who has passed looks at the others before they can see that it has (fence A). */
        LOOKS_BEFORE_IT_IS_SEEN,

        /** Who has cleared does not look again. */
        LOOKS_ONCE,

        /** Who has cleared looks again before others can see that it has unlocked (fence B). */
        LOOKS_BEFORE_ITS_UNLOCKING_IS_SEEN,

        /** Two may clear at once, and one of them what has been loaded since. */
        CLEARS_UNLOCKED,

        /** Who leaves looks at the others before they can see that it has left. */
        LEAVES_UNSEEN
    }

    private static final long GONE = Long.MAX_VALUE;

    private final Flaw flaw;
    private final Memory memory;
    private final Cell[] slots;
    private final Cell[] unloaded;
    private final Cell cleared;
    private final Cell locked;
    private final Cell closed;
    private long loaded; // the loader's own

    /** So many stations and slots, each with a good, the numbers from 1 on. */
    public Unloaders(int stations, int goods, Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
        slots = new Cell[goods];
        for (int i = 0; i < goods; i++) {
            slots[i] = memory.cell(1 + i);
        }
        unloaded = new Cell[stations];
        for (int i = 0; i < stations; i++) {
            unloaded[i] = memory.cell(0);
        }
        cleared = memory.cell(0);
        locked = memory.cell(0);
        closed = memory.cell(0);
        loaded = goods;
    }

    /** The station has unloaded everything below {@code next}. */
    public void pass(int station, long next) {
        unloaded[station].write(next);
        clear();
    }

    private void clear() {
        if (flaw != Flaw.LOOKS_BEFORE_IT_IS_SEEN) {
            memory.fence();
        }
        while (hasWork() && lock()) {
            clearUpTo(slowest());
            locked.write(0);
            if (flaw == Flaw.LOOKS_ONCE) {
                return;
            }
            if (flaw != Flaw.LOOKS_BEFORE_ITS_UNLOCKING_IS_SEEN) {
                memory.fence();
            }
        }
    }

    private boolean hasWork() {
        long from = cleared.read();
        long to = slowest();
        return to > from && to != GONE;
    }

    private boolean lock() {
        return flaw == Flaw.CLEARS_UNLOCKED || locked.replace(0, 1);
    }

    private void clearUpTo(long to) {
        if (to == GONE) {
            return;
        }
        long from = cleared.read();
        for (long at = from; at < to; at++) {
            slots[(int) (at % slots.length)].write(0);
        }
        if (to > from) {
            cleared.write(to);
        }
    }

    private long slowest() {
        long least = GONE;
        for (Cell each : unloaded) {
            least = Math.min(least, each.read());
        }
        return least;
    }

    /** The station leaves: nobody waits for it any more. */
    public void leave(int station) {
        unloaded[station].write(GONE);
        if (flaw != Flaw.LEAVES_UNSEEN) {
            memory.fence();
        }
        if (slowest() == GONE) {
            closed.add(1);
        } else {
            clear();
        }
    }

    /** Loads the next number if there is room; returns whether there was. One thread only. */
    public boolean tryLoad() {
        if (loaded - cleared.read() == slots.length) {
            return false;
        }
        slots[(int) (loaded % slots.length)].write(loaded + 1);
        loaded++;
        return true;
    }

    /** Below it, every slot was cleared. */
    public long cleared() {
        return cleared.read();
    }

    /** What is in the given slot, 0 if it was cleared. */
    public long slot(int number) {
        return slots[number].read();
    }

    /** Whether somebody was the last to leave. */
    public boolean closed() {
        return closed.read() > 0;
    }
}
