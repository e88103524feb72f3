package io.roundhouse.dispatch.internal;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether an executor has been asked to run a task, or runs it: see {@link OnExecutor}. As long as
 * it is submitted it counts as due among the threads of the executor. Any thread.
 */
final class Ticket {
    private static final int NONE = 0;
    private static final int SUBMITTED = 1;
    private static final int RUNNING = 2;

    private final AtomicInteger state = new AtomicInteger();
    private final ExecutorThreads threads;

    Ticket(ExecutorThreads threads) {
        this.threads = threads;
    }

    /** Whether the executor is to come, and has not. A moment ago. */
    boolean isSubmitted() {
        return state.get() == SUBMITTED;
    }

    /** It is to come. Who has claimed the task. */
    void submit() {
        threads.becomesDue(); // first: nobody is to find it and count it down before
        if (state.getAndSet(SUBMITTED) == SUBMITTED) {
            threads.isDueNoLonger();
        }
    }

    /** Whether the calling thread is the one that has come. */
    boolean begin() {
        boolean mine = state.compareAndSet(SUBMITTED, RUNNING);
        if (mine) {
            threads.isDueNoLonger();
        }
        return mine;
    }

    /** Who has ended a turn begins another one, of a task that it has claimed again. */
    void goOn() {
        state.set(RUNNING);
    }

    /** Likewise, unless the executor has been asked meanwhile. */
    boolean beginAnew() {
        return state.compareAndSet(NONE, RUNNING);
    }

    /** The turn could not be ended, for want of stack: it is to come once more. */
    void submitAgain() {
        threads.becomesDue();
        if (!state.compareAndSet(RUNNING, SUBMITTED)) {
            threads.isDueNoLonger();
        }
    }

    /** The turn has ended. If it was submitted again meanwhile, for want of stack, it is not. */
    void end() {
        if (state.getAndSet(NONE) == SUBMITTED) {
            threads.isDueNoLonger();
        }
    }
}
