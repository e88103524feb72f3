package io.roundhouse.actor.internal;

import io.roundhouse.actor.DeadLetterHandler;
import io.roundhouse.actor.Invocation;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Logs the dead letters of one house. Where its end makes many, some of them, and how many more
 * there were. Any thread.
 */
public final class LoggedDeadLetters implements DeadLetterHandler {
    private static final int MOST_AT_THE_END = 16;
    private static final Logger LOG = System.getLogger("io.roundhouse");

    private final AtomicLong atTheEnd = new AtomicLong();
    private volatile boolean ends;

    @Override
    public void dead(Invocation call) {
        if (!ends || atTheEnd.incrementAndGet() <= MOST_AT_THE_END) {
            LOG.log(
                    Level.WARNING,
                    () -> "dead letter, its actor has been stopped or is not run: " + call);
        }
    }

    /** From now on what is left becomes dead letters. */
    void ends() {
        ends = true;
    }

    /** The house is closed; of those that come later some are logged, too. */
    void hasEnded() {
        long more = atTheEnd.getAndSet(0) - MOST_AT_THE_END;
        if (more > 0) {
            LOG.log(Level.WARNING, () -> more + " more dead letters, as the house is closed");
        }
    }
}
