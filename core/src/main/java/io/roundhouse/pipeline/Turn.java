package io.roundhouse.pipeline;

import io.roundhouse.memory.StackRoom;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.internal.Crowd;
import io.roundhouse.waiting.internal.Named;
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
 *
 * <p>Who runs out of stack must not keep the turn. Compiled code may take it without a frame of its
 * own, while a call that ends it needs one. So it is ended without a call where it was taken, in a
 * {@code finally}; or {@link #needsToExit} is asked for before it is taken.
 */
final class Turn {
    /** More than {@link #exit} needs, up to where the turn is free; small ones. */
    private static final int FRAMES_TO_EXIT = 32;

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
    volatile @Nullable Thread holder;

    /** Turns within the outermost one; the holder only. */
    int within;

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

    /** Throws {@link StackOverflowError} where there is too little stack for {@link #exit}. */
    static void needsToExit() {
        StackRoom.needs(FRAMES_TO_EXIT);
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
        if (nanos <= 0) {
            return false; // it does not wait: no wake-up can have been for it
        }
        ForTurn turn = new ForTurn();
        boolean returns = false;
        try {
            crowd.await(turn, nanos);
            returns = true;
        } finally {
            if (!turn.mine) {
                crowd.wake(); // a wake-up that was for this thread is for the next one
            } else if (!returns) { // there was no stack for what comes behind
                holder = null;
                crowd.wake();
            }
        }
        return turn.mine;
    }

    void exit() {
        if (within > 0) {
            within--;
        } else {
            holder = null;
            passOn();
        }
    }

    /** It is free: wakes one who waits. Where there is no stack for that, it looks by itself. */
    void passOn() {
        crowd.wake();
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
                    + (now == null ? "" : ", which thread " + Named.thread(now) + " has");
        }
    }
}
