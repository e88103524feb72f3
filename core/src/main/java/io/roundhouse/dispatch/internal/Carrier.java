package io.roundhouse.dispatch.internal;

/** A platform thread that runs actors. */
public abstract class Carrier extends Thread {
    final Caller caller;

    Carrier(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
        caller = new Caller(this, this instanceof Worker worker ? worker : null);
        if (caller.worker == null) { // it may visit actors of other houses
            Outsiders.add(caller);
        }
    }

    /** Whom a thread runs, if it is one of these, and where that one is. Any thread; a guess. */
    public static String describe(Thread thread) {
        String who = thread instanceof Carrier carrier ? carrier.caller.running + " in " : "in ";
        for (StackTraceElement frame : thread.getStackTrace()) {
            String in = frame.getClassName();
            if (!in.startsWith("java.") && !in.startsWith("jdk.") && !in.startsWith("sun.")) {
                return who + frame;
            }
        }
        return who + thread.getName();
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
