package io.roundhouse.dispatch.internal;

/** A platform thread that runs actors. */
public abstract class Carrier extends Thread {
    final Caller caller;

    Carrier(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
        caller = new Caller(this instanceof Worker worker ? worker : null);
    }

    /**
     * What is around the calls of a turn threw, for want of memory as a rule; not an actor's own
     * exception, which its house handles. The calling thread's handler is told, and the thread goes
     * on: the task has {@link Task#MORE} to do, perhaps.
     */
    public static int survive(Throwable thrown) {
        try {
            Thread here = Thread.currentThread();
            here.getUncaughtExceptionHandler().uncaughtException(here, thrown);
        } catch (Throwable again) {
            // there is nobody left to tell
        }
        return Task.MORE;
    }
}
