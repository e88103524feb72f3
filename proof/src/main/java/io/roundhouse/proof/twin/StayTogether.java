package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.proof.twin.Memory.Mark;
import java.util.ArrayList;
import java.util.List;

/**
 * What those who sleep at the same bells know together of their stay there, after the same
 * algorithm as {@code SharedStay} and {@code Bell}; for twins. A bell is a cell: how many listen,
 * and for how many rings they stay, two at most here.
 */
final class StayTogether {
    private static final long ONE_RING = 1L << 32;
    private static final long STAY = 2 * ONE_RING;

    private final Memory memory;

    /** When stays began: {@code since} is the number of the newest at hand, or of a later one. */
    private final List<Mark> beginnings = new ArrayList<>();

    private final Cell since;

    /** Who may be about to begin a stay. */
    private final Cell beginners;

    StayTogether(Memory memory) {
        this.memory = memory;
        since = memory.cell(-1);
        beginners = memory.cell(0);
    }

    /** Whether somebody stays, as who has read that from the bell sees it. */
    static boolean isStay(long seen) {
        return seen >= ONE_RING;
    }

    /** One ring less to stay. Who rings, and has read that from the bell. */
    static void countDown(Cell bell, long bellSeen) {
        long seen = bellSeen;
        while (isStay(seen) && !bell.replace(seen, seen - ONE_RING)) {
            seen = bell.read();
        }
    }

    /** There was a stay before, long ago, which is over. */
    void haveStayedBefore() {
        beginnings.add(() -> true);
        since.write(0);
        memory.fence();
    }

    /**
     * A listener listens no more, but stays.
     *
     * @param isDated whether it is told when a stay began
     */
    void stay(Cell bell, boolean isDated) {
        long before = bell.read();
        while (isStay(before)) {
            if (bell.replace(before, before % ONE_RING - 1 + STAY)) {
                return;
            }
            before = bell.read();
        }
        beginners.add(1);
        do {
            before = bell.read();
        } while (!bell.replace(before, before % ONE_RING - 1 + STAY));
        if (!isStay(before) && isDated) {
            begins();
        }
        beginners.add(-1);
    }

    /** Stays are numbered in the order in which they may have begun: none goes back. */
    private void begins() {
        long mine = beginnings.size();
        beginnings.add(memory.written());
        long known = since.read();
        while (known < mine && !since.replace(known, mine)) {
            known = since.read();
        }
    }

    /**
     * Whether they have stayed at the first so many bells for so long that whoever rings has a
     * fence.
     *
     * @param trusting whether a stay is trusted however short it has lasted
     */
    boolean hasLasted(int many, boolean trusting, Cell... bells) {
        for (int i = 0; i < many; i++) {
            if (!isStay(bells[i].read())) {
                return false;
            }
        }
        if (beginners.read() != 0) {
            return false;
        }
        int last = (int) since.read();
        return last >= 0 && (trusting || beginnings.get(last).isVisible());
    }
}
