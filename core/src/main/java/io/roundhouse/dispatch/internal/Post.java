package io.roundhouse.dispatch.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A worker's place among the workers, and what others may see of it: whether it rests, helps out
 * only, is to leave or has left, and whom it runs.
 *
 * <pre>
 *   in its place ──▶ replaced (it waits in a call: another thread has its place) ──▶ gone
 *   in its place ──▶ leaves   (a spare one: its help is no longer needed)        ──▶ gone
 * </pre>
 */
abstract class Post extends HandsOver {
    private static final VarHandle RESTING;

    static {
        try {
            RESTING = MethodHandles.lookup().findVarHandle(Post.class, "resting", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What those had done who had its place before. */
    private final long doneBefore;

    /** Whether it helps out only. */
    private final boolean spare;

    /** Whether it has no task, and will take none before it says otherwise. */
    @SuppressWarnings("unused") // through RESTING
    private boolean resting;

    /** Whether another thread has taken its place. By this thread. */
    volatile boolean replaced;

    /** Whether its help is no longer needed. */
    volatile boolean leaves;

    private volatile boolean gone;

    Post(String name, long doneBefore, boolean spare) {
        super(name);
        this.doneBefore = doneBefore;
        this.spare = spare;
    }

    /** Whether another thread has taken its place. */
    final boolean isReplaced() {
        return replaced;
    }

    /** Whether it helps out only. */
    final boolean isSpare() {
        return spare;
    }

    /** Its help is no longer needed. Any thread. */
    final void leave() {
        leaves = true;
    }

    final boolean isLeaving() {
        return leaves;
    }

    /** It does nothing any more. This thread only. */
    final void goes() {
        gone = true;
        rests(true);
    }

    final boolean isGone() {
        return gone;
    }

    // ---- what it says of itself

    /** Says whether it rests. This thread only. */
    final void rests(boolean is) {
        RESTING.setVolatile(this, is);
    }

    final boolean isResting() {
        return (boolean) RESTING.getVolatile(this);
    }

    /**
     * Grows with every turn and every call that is begun, with what those did who had its place
     * before. Any thread.
     */
    final long turns() {
        return doneBefore + caller.done();
    }

    /** The call takes long: see {@link Task#relieves}. Any thread; a guess. */
    final void relieves() {
        for (Task visitor : caller.visitors) {
            if (visitor != null) {
                visitor.relieves();
            }
        }
        Task running = caller.running;
        if (running != null) {
            running.relieves();
        }
    }

    /** See {@link Task#leavesAnswers}. Any thread; a guess. */
    final boolean leavesAnswers() {
        Task running = caller.running;
        return running != null && running.leavesAnswers();
    }
}
