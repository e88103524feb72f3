package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;

/**
 * Which thread publishes in which lane, after the same algorithm as {@code Publishers}: a lane
 * belongs to one thread until it has ended, and is then anybody's who comes first; who finds none
 * shares one, and leaves it only when all that is in it has a place in the order.
 */
public final class Heirs {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who finds a lane of a thread that has ended takes it, whoever does the same. */
        TAKES_UNCOMPARED,

        /** Who compares does so with the owner of that moment, not with the one that has ended. */
        COMPARES_WITH_ANOTHER,

        /** A lane is taken from a thread that lives. */
        TAKES_FROM_WHO_LIVES,

        /** Who has published in the shared lane leaves it though its events have no place yet. */
        LEAVES_THE_SHARED_LANE_TOO_EARLY
    }

    private final Flaw flaw;
    private final Memory memory;
    private final Merging line;
    private final int shared;
    private final Cell[] owners;
    private final Cell[] ended;
    private final Cell turn;

    /**
     * Lanes of which the first belongs to the first thread, and the others to nobody.
     *
     * @param line whose last lane is the one that threads share
     */
    public Heirs(Merging line, int lanes, int threads, Memory memory, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
        this.line = line;
        shared = lanes - 1;
        owners = new Cell[shared];
        for (int i = 0; i < shared; i++) {
            owners[i] = memory.cell(i == 0 ? 1 : 0);
        }
        ended = new Cell[threads];
        for (int i = 0; i < threads; i++) {
            ended[i] = memory.cell(0);
        }
        turn = memory.cell(0);
    }

    /** Publishes an event, of which there are fewer than slots. */
    public void publish(int thread, long event) {
        int lane = own(thread + 1);
        if (lane >= 0) {
            line.publish(lane, event);
            return;
        }
        while (!turn.replace(0, 1)) {
            memory.settle();
        }
        line.publish(shared, event);
        turn.write(0);
    }

    /** A thread has ended: all that it has written is seen by who knows that. */
    public void end(int thread) {
        ended[thread].write(1);
    }

    private int own(long me) {
        for (int i = 0; i < owners.length; i++) {
            if (owners[i].read() == me) {
                return i;
            }
        }
        return take(me);
    }

    private int take(long me) {
        if (flaw != Flaw.LEAVES_THE_SHARED_LANE_TOO_EARLY && !line.isTaken(shared)) {
            return -1;
        }
        for (int i = 0; i < owners.length; i++) {
            if (inherits(owners[i], me)) {
                return i;
            }
        }
        return -1;
    }

    private boolean inherits(Cell lane, long me) {
        long owner = lane.read();
        if (flaw != Flaw.TAKES_FROM_WHO_LIVES && !isFree(owner)) {
            return false;
        }
        if (flaw == Flaw.TAKES_UNCOMPARED) {
            lane.write(me);
            return true;
        }
        return lane.replace(flaw == Flaw.COMPARES_WITH_ANOTHER ? lane.read() : owner, me);
    }

    private boolean isFree(long owner) {
        return owner == 0 || ended[(int) owner - 1].read() != 0;
    }
}
