package io.roundhouse.pipeline;

import io.roundhouse.railway.internal.Crowd;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is in the lane that publishers share: a lock that is no longer waited for once the
 * line is closed, so that a filler which does not return holds nobody up. One thread may have
 * several turns, one within the other.
 *
 * <p>There is no order among those who share the lane: a thread that comes takes a free turn ahead
 * of all who wait, and one that was woken and has lost it to such a thread waits on behind the
 * others. Nobody is left asleep while the turn is free, but nothing bounds how often one loses.
 */
final class Turn {
    private static final VarHandle HOLDER;

    static {
        try {
            HOLDER = MethodHandles.lookup().findVarHandle(Turn.class, "holder", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final BooleanSupplier open;
    private final Crowd crowd;

    /** A thread finds itself here only if it has put itself here. */
    private volatile @Nullable Thread holder;

    /** Turns within the outermost one; the holder only. */
    private int within;

    /**
     * @param open whether a turn is worth waiting for
     */
    Turn(WaitStrategy waiting, BooleanSupplier open) {
        this.open = open;
        this.crowd = new Crowd(waiting);
    }

    /** Whether it is the calling thread's. */
    boolean isMine() {
        return holder == Thread.currentThread();
    }

    /** Takes the turn if nobody else has it; returns whether the caller has it now. */
    boolean tryEnter() {
        Thread me = Thread.currentThread();
        if (holder == me) {
            within++;
            return true;
        }
        return HOLDER.compareAndSet(this, null, me);
    }

    /**
     * Waits for the turn.
     *
     * @return false if it did not come in time, or is not worth waiting for
     */
    boolean enter(long nanos) {
        if (tryEnter()) {
            return true;
        }
        ForTurn turn = new ForTurn();
        try {
            crowd.await(turn, nanos);
        } finally {
            if (!turn.mine) {
                crowd.wake(); // a wake-up that was for this thread is for the next one
            }
        }
        return turn.mine;
    }

    void exit() {
        if (within > 0) {
            within--;
        } else {
            holder = null;
            crowd.wake();
        }
    }

    /** Makes everybody who waits look again. */
    void release() {
        crowd.wakeAll();
    }

    private final class ForTurn implements Wait {
        private boolean mine;

        @Override
        public boolean met() {
            mine = mine || tryEnter();
            return mine || !open.getAsBoolean();
        }

        @Override
        public String toString() {
            Thread now = holder;
            return "a publisher waits for its turn in the lane that publishers share"
                    + (now == null ? "" : ", which thread " + now.getName() + " has");
        }
    }
}
