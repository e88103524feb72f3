package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.OnExecutor;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The executor of one actor. It is among the staff of the house until the actor has been stopped
 * and rests; late calls bring it back before they are run, until they are dead letters.
 *
 * <p>Who brings mail claims the actor (a full fence) and then looks whether it is listed; who takes
 * it off the list says so and then looks, behind a fence, whether it is claimed (Dekker).
 */
final class Executing implements Executor {
    private final Executor executor;
    private final Staff staff;
    private final OnExecutor dispatching;

    /** Null while it is made. */
    private volatile @Nullable Actor actor;

    private volatile boolean isOver;

    /** Written under the staff's lock. */
    private volatile boolean isListed;

    /**
     * Nobody knows it yet.
     *
     * @param onRefusal told when the executor throws
     */
    Executing(Executor executor, Staff staff, Consumer<Throwable> onRefusal) {
        this.executor = executor;
        this.staff = staff;
        this.dispatching = new OnExecutor(this, executor, onRefusal, this::rests);
    }

    OnExecutor dispatching() {
        return dispatching;
    }

    /** Is among the staff from now on; returns whether it is not too late for that. */
    boolean begins() {
        return staff.takes(dispatching, () -> isListed = true);
    }

    @Override
    public void execute(Runnable turns) {
        if (!isListed) {
            comesBack();
        }
        executor.execute(turns);
    }

    /** Or could not be made: null. */
    void isMade(@Nullable Actor made) {
        actor = made;
        isOver = made == null;
        leavesIfGone();
    }

    private void rests() {
        leavesIfGone();
        staff.somebodyRests();
    }

    private void comesBack() {
        synchronized (staff) {
            staff.takesBack(dispatching);
            isListed = true;
        }
    }

    private void leavesIfGone() {
        Actor its = actor;
        if (!isOver && (its == null || !its.isStopped())) {
            return;
        }
        synchronized (staff) {
            if (!isListed) {
                return;
            }
            isListed = false;
            VarHandle.fullFence();
            if (dispatching.isQuiet() && (its == null || !its.hasMail())) {
                staff.letsGo(dispatching);
            } else {
                isListed = true;
            }
        }
    }
}
