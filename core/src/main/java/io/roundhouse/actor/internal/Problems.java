package io.roundhouse.actor.internal;

import io.roundhouse.actor.DeadLetterHandler;
import io.roundhouse.actor.FailureHandler;
import io.roundhouse.actor.Invocation;
import io.roundhouse.dispatch.internal.Carrier;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong in a house and has nobody else to be told to: counted, and told to the handlers
 * that the user has set. Whoever tells of something goes on, whatever a handler throws. Any thread.
 */
final class Problems {
    private static final Logger LOG = System.getLogger("io.roundhouse");

    /** Threads that tell of dead letters, of any house, in turns that they have begun, perhaps. */
    private static final Set<Thread> TELLS = ConcurrentHashMap.newKeySet();

    private final FailureHandler onFailure;
    private final DeadLetterHandler onDeadLetter;
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong deadLetters = new AtomicLong();

    Problems(FailureHandler onFailure, DeadLetterHandler onDeadLetter) {
        this.onFailure = onFailure;
        this.onDeadLetter = onDeadLetter;
    }

    /** A call threw that nobody waits for. */
    void failed(Invocation call, Throwable thrown) {
        failures.incrementAndGet();
        try {
            onFailure.failed(call, thrown);
        } catch (Throwable again) {
            report("the failure handler failed for ", call, again);
        }
    }

    /** One more, of which {@link #dead} tells. */
    void countsDeadLetter() {
        deadLetters.incrementAndGet();
    }

    /** A call was accepted, and will not be handled. */
    void dead(Invocation call) {
        boolean first = TELLS.add(Thread.currentThread());
        try {
            onDeadLetter.dead(call);
        } catch (Throwable again) {
            report("the dead-letter handler failed for ", call, again);
        } finally {
            if (first) {
                TELLS.remove(Thread.currentThread());
            }
        }
    }

    /** From now on what is left in the house becomes dead letters. */
    void end() {
        if (onDeadLetter instanceof LoggedDeadLetters logged) {
            logged.ends();
        }
    }

    /** The house is closed. Where that throws, the thread's uncaught exception handler is told. */
    void hasEnded() {
        try {
            if (onDeadLetter instanceof LoggedDeadLetters logged) {
                logged.hasEnded();
            }
        } catch (Throwable again) {
            Carrier.survive(again);
        }
    }

    /** Whether the calling thread tells of a dead letter, of any house. */
    static boolean isTelling() {
        return TELLS.contains(Thread.currentThread());
    }

    /** Logs it. Where that throws, the thread's uncaught exception handler is told. */
    void report(String what, @Nullable Throwable thrown) {
        report(what, "", thrown);
    }

    private void report(String what, Object ofWhich, @Nullable Throwable thrown) {
        try {
            LOG.log(Level.ERROR, what + ofWhich, thrown);
        } catch (Throwable again) {
            Carrier.survive(again);
        }
    }

    /** Calls that threw, so far. */
    long failures() {
        return failures.get();
    }

    /** So far. */
    long deadLetters() {
        return deadLetters.get();
    }
}
