package io.roundhouse.dispatch.internal;

/** Gives tasks threads. */
public abstract class Dispatching {
    /** For this package, and for who runs everything step by step. */
    protected Dispatching() {}

    /** A task has got mail: has it run, unless somebody runs it anyway. Any thread. */
    public abstract void mailed(Task task, Caller me);

    /** Has a task run again that went away. Any thread. */
    public abstract void resume(Task task, Caller me);
}
