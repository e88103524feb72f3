package io.roundhouse.lab.systems;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A queue that is scheduled on a pool while there is something in it, by one thread at a time.
 *
 * <p>It is its own task: one that never completes can be forked again and again.
 */
final class PoolMailbox extends ForkJoinTask<Void> implements Mailbox {

    private static final long serialVersionUID = 1;

    /** Messages handled in a row, so that others get their turn. */
    private static final int IN_A_ROW = 32;

    private final transient ForkJoinPool pool;
    private final transient Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    PoolMailbox(ForkJoinPool pool) {
        this.pool = pool;
    }

    @Override
    public void execute(Runnable message) {
        queue.add(message);
        scheduleIfNot();
    }

    /**
     * Who turns the flag on forks the task; the release and acquire of the flag order the turns.
     */
    private void scheduleIfNot() {
        if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
            schedule();
        }
    }

    private void schedule() {
        if (getPool() == pool) {
            fork();
        } else {
            pool.execute(this);
        }
    }

    @Override
    protected boolean exec() {
        Runnable message = queue.poll();
        for (int i = 0; message != null; i++) {
            message.run();
            if (i == IN_A_ROW) {
                schedule();
                return false;
            }
            message = queue.poll();
        }
        scheduled.set(false);
        if (!queue.isEmpty()) { // sent before the flag was off, by one who saw it on
            scheduleIfNot();
        }
        return false;
    }

    @Override
    public void end() {
        // nothing refers to an idle mailbox but its handles
    }

    @Override
    public Void getRawResult() {
        return null;
    }

    @Override
    protected void setRawResult(Void value) {
        // it has none
    }
}
