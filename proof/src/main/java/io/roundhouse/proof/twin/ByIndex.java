package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * A position that its owner keeps as a window and a slot in it, and others put together, after the
 * same algorithm as {@code LongLoader} and, by an origin, {@code LongUnloader}: the owner writes
 * the slot alone as it goes on, and both where a window ends.
 */
public final class ByIndex {
    /** What it does wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** While both are changed nothing says so. */
        CHANGES_BOTH_UNMARKED,

        /** The window is not looked at again behind the slot. */
        LOOKS_ONCE,

        /** The slot is read before the window. */
        READS_THE_SLOT_FIRST
    }

    private static final int SLOTS = 2;

    private final Flaw flaw;
    private final Cell window;
    private final Cell slot;
    private long position;

    /** Begins at 0. */
    public ByIndex(Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.window = memory.cell(0);
        this.slot = memory.cell(0);
    }

    /** Goes on by one. The owner. */
    public void goOn() {
        slot.write(position % SLOTS + 1);
        position++;
        if (position % SLOTS == 0) {
            if (flaw != Flaw.CHANGES_BOTH_UNMARKED) {
                window.write(~position);
            }
            slot.write(0);
            window.write(position);
        }
    }

    /** Where it is. Any thread. */
    public long reached() {
        if (flaw == Flaw.READS_THE_SLOT_FIRST) {
            long in = slot.read();
            long before = window.read();
            return before < 0 ? ~before : before + in;
        }
        while (true) {
            long before = window.read();
            long in = slot.read();
            if (before < 0) {
                return ~before;
            }
            if (flaw == Flaw.LOOKS_ONCE || window.read() == before) {
                return before + in;
            }
        }
    }
}
