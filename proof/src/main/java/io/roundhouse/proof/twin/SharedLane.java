package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Function;

/**
 * Publishers that take turns in the lane that they share, after the same algorithm as {@code Turn}
 * and the {@code Crowd} behind it ({@link Sleepers}): one takes a free turn by compare-and-set,
 * within it as often as it likes; who lets go wakes one of those who sleep; who was woken and does
 * not get the turn, or gives up, passes that on; and a line that is closed wakes all of them.
 */
public final class SharedLane {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who finds the turn free takes it, whoever does the same. */
        TAKES_WHAT_IT_SAW_FREE,

        /** The end of a turn within a turn is the end of that one, too. */
        LETS_GO_WITHIN,

        /** Who lets go wakes nobody. */
        LETS_GO_IN_SILENCE,

        /** Who lets go wakes somebody first. */
        WAKES_BEFORE_IT_LETS_GO,

        /** Who lets go looks for those who sleep before they can see that. */
        WAKES_WITHOUT_A_FENCE(Sleepers.Flaw.WAKES_WITHOUT_A_FENCE),

        /** Who was woken, and lost the turn to somebody who came, sleeps again without a place. */
        SLEEPS_WITHOUT_A_PLACE(Sleepers.Flaw.SLEEPS_WITHOUT_A_PLACE),

        /** Whoever closes the line wakes nobody. */
        CLOSES_IN_SILENCE,

        /** Who waits looks for the turn only, not whether the line is closed. */
        WAITS_THOUGH_CLOSED;

        private final Sleepers.Flaw ofSleepers;

        Flaw() {
            this(Sleepers.Flaw.NONE);
        }

        Flaw(Sleepers.Flaw ofSleepers) {
            this.ofSleepers = ofSleepers;
        }
    }

    private final Flaw flaw;
    private final Memory memory;
    private final int[] within;
    private final Cell closed;
    private final Cell holder;
    private final Sleepers sleepers;

    /**
     * @param waiters makes those with which publishers wait
     */
    public SharedLane(int publishers, Memory memory, Flaw flaw, Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.memory = memory;
        within = new int[publishers];
        closed = memory.cell(0);
        holder = memory.cell(0);
        sleepers = new Sleepers(publishers, memory, flaw.ofSleepers, waiters);
    }

    // ---- turns

    private boolean tryEnter(int me) {
        long now = holder.read();
        if (now == me + 1) {
            within[me]++;
            return true;
        }
        if (flaw == Flaw.TAKES_WHAT_IT_SAW_FREE && now == 0) {
            holder.write(me + 1);
            memory.fence();
            return true;
        }
        return now == 0 && holder.replace(0, me + 1);
    }

    /** Waits for the turn; returns false if told to give up, or if the line is closed. */
    public boolean enter(int me) {
        if (tryEnter(me)) {
            return true;
        }
        ForTurn turn = new ForTurn(me);
        try {
            sleepers.await(me, turn);
        } catch (Sleepers.GaveUp e) {
            // as where it was not worth waiting for
        }
        if (!turn.mine) { // that it has to: see Crowding
            sleepers.wake();
        }
        return turn.mine;
    }

    /** The end of a turn. */
    public void exit(int me) {
        if (within[me] > 0) {
            within[me]--;
            if (flaw != Flaw.LETS_GO_WITHIN) {
                return;
            }
        }
        if (flaw == Flaw.WAKES_BEFORE_IT_LETS_GO) {
            sleepers.wake();
        }
        holder.write(0);
        if (flaw != Flaw.WAKES_BEFORE_IT_LETS_GO && flaw != Flaw.LETS_GO_IN_SILENCE) {
            sleepers.wake();
        }
    }

    /** A turn is not worth waiting for any more. */
    public void close() {
        closed.write(1);
        memory.fence();
        if (flaw != Flaw.CLOSES_IN_SILENCE) {
            sleepers.wakeAll();
        }
    }

    /** The time of that one is up. */
    public void giveUp(int publisher) {
        sleepers.giveUp(publisher);
    }

    private final class ForTurn implements Wait {
        private final int publisher;
        private boolean mine;

        ForTurn(int publisher) {
            this.publisher = publisher;
        }

        @Override
        public boolean met() {
            mine = mine || tryEnter(publisher);
            return mine || (flaw != Flaw.WAITS_THOUGH_CLOSED && closed.read() != 0);
        }

        @Override
        public String toString() {
            return "waits for its turn";
        }
    }
}
