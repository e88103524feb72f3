package io.roundhouse.dispatch.internal;

import java.security.CodeSource;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /**
     * Whom a thread runs, if it is one of these, and where that one is: in the code of a user, if
     * that has called anything else. Any thread; a guess.
     */
    public static String describe(Thread thread) {
        @Nullable Task runs = thread instanceof Carrier carrier ? carrier.caller.running : null;
        List<StackTraceElement> frames =
                Arrays.stream(thread.getStackTrace()).filter(Carrier::isNotOfTheJdk).toList();
        return (runs == null ? "in " : runs + " in ")
                + frames.stream()
                        .filter(frame -> !isOfTheLibrary(frame))
                        .findFirst()
                        .or(() -> frames.stream().findFirst())
                        .map(StackTraceElement::toString)
                        .orElseGet(thread::getName);
    }

    private static boolean isNotOfTheJdk(StackTraceElement frame) {
        String in = frame.getClassName();
        return !in.startsWith("java.") && !in.startsWith("jdk.") && !in.startsWith("sun.");
    }

    /** Whether its class came with this one. */
    private static boolean isOfTheLibrary(StackTraceElement frame) {
        try {
            Class<?> in =
                    Class.forName(frame.getClassName(), false, Carrier.class.getClassLoader());
            CodeSource source = in.getProtectionDomain().getCodeSource();
            return source != null
                    && source.equals(Carrier.class.getProtectionDomain().getCodeSource());
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // of a loader that this one does not know
        }
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
