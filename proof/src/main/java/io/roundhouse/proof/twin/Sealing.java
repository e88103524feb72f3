package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * A publisher and somebody who closes the line, after the same algorithm as {@code Lane.publish}
 * and {@code Line.settle}: without a fence a publication, an event is either within what was sealed
 * or its publisher is told that it is not.
 */
public final class Sealing {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who closes seals at once, and may not yet see what was published before. */
        SEALS_AT_ONCE,

        /** Who publishes does not look again whether the line was closed meanwhile. */
        DOES_NOT_LOOK_AGAIN,

        /**
         * Who publishes takes back what it finds outside without the lock under which it is taken.
         */
        TAKES_BACK_UNLOCKED,

        /** Who takes events does not heed the seal. */
        TAKES_WHAT_IS_BEYOND
    }

    private static final long OPEN = Long.MAX_VALUE;

    private final Flaw flaw;
    private final Memory memory;
    private final Cell closed;
    private final Cell limit;
    private final Cell position;
    private final Cell sealed;
    private final Cell locked;
    private final Cell taken;

    /** An open line with room for everything. */
    public Sealing(Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
        closed = memory.cell(0);
        limit = memory.cell(OPEN);
        position = memory.cell(0);
        sealed = memory.cell(OPEN);
        locked = memory.cell(0);
        taken = memory.cell(0);
    }

    /** Publishes one event; returns whether it was accepted. One thread only. */
    public boolean publish() {
        long at = position.read();
        if (at >= limit.read()) {
            return false;
        }
        position.write(at + 1);
        if (flaw == Flaw.DOES_NOT_LOOK_AGAIN || closed.read() == 0) {
            return true;
        }
        boolean kept = confirm(at + 1);
        if (!kept) {
            position.write(at);
        }
        return kept;
    }

    private boolean confirm(long next) {
        if (flaw == Flaw.TAKES_BACK_UNLOCKED) {
            return false;
        }
        lock();
        boolean kept = next <= sealed.read();
        locked.write(0);
        return kept;
    }

    /** Closes the line. */
    public void close() {
        closed.write(1);
        memory.fence();
        limit.write(-1);
        memory.fence();
        if (flaw != Flaw.SEALS_AT_ONCE) {
            memory.settle();
        }
        lock();
        sealed.write(position.read());
        locked.write(0);
        memory.fence();
    }

    /** Takes what has been published. */
    public void take() {
        lock();
        long to = position.read();
        if (flaw != Flaw.TAKES_WHAT_IS_BEYOND) {
            to = Math.min(to, sealed.read());
        }
        taken.write(Math.max(taken.read(), to));
        locked.write(0);
    }

    private void lock() {
        while (!locked.replace(0, 1)) {
            memory.settle();
        }
    }

    /** How many events were taken. */
    public long taken() {
        return taken.read();
    }

    /** How many events are delivered in the end. */
    public long sealed() {
        return sealed.read();
    }
}
