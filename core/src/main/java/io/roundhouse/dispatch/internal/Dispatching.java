package io.roundhouse.dispatch.internal;

/** Gives tasks threads. */
public abstract class Dispatching {
    /** For this package, and for who runs everything step by step. */
    protected Dispatching() {}

    /** A task has got mail: has it run, unless somebody runs it anyway. Any thread. */
    public abstract void mailed(Task task, Caller me);

    /** Has a task run again that went away. Any thread. */
    public abstract void resume(Task task, Caller me);

    /**
     * Whether this thread may run idle tasks on the spot. If so, it visits, and asks once more: a
     * visit is off if the answer is no by then.
     */
    public boolean mayVisit(Caller me) {
        return false;
    }

    /**
     * The calling thread, which runs a task of this, is about to wait: others take over meanwhile.
     */
    public void blocks(Caller me) {}
}
