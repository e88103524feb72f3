package io.roundhouse.dispatch.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether workers help one that has more to run than itself.
 *
 * <p>Where turns are short, a second worker may make all of it slower: the actors' memory goes back
 * and forth between the processors, and that takes longer than the turns. Nobody can know
 * beforehand, so it is measured: the turns of all in a window of time with help and in one without.
 * The better way is kept, and the other one tried again now and then, more seldom each time that
 * brings nothing. Where calls are long by themselves ({@link CallLength}), or all workers together
 * begin one in half a microsecond or more, help is always welcome. After the hill climbing of
 * thread pools (Hellerstein, Morrison, Eilebrecht, "Optimizing concurrency levels in the .NET
 * ThreadPool", 2008).
 */
final class Balance {
    private static final long WINDOW_NANOS = 1_000_000;
    private static final double SHORT_TURNS_EACH_NANO = 2e-3;
    private static final double CLEARLY = 1.1;
    private static final int SHORTEST_PATIENCE = 32;
    private static final int LONGEST_PATIENCE = 1024;

    private final Workers workers;
    private final AtomicBoolean busy = new AtomicBoolean();

    /** Who runs everything alone; null while help is welcome. */
    private volatile @Nullable Worker stayer;

    // by who has set busy
    private long start;
    private long turnsAtStart;
    private boolean settling;
    private boolean trying;
    private double together;
    private double alone;
    private int patience = SHORTEST_PATIENCE;
    private int windowsLeft = 1;
    private long steals;

    Balance(Workers workers, long now) {
        this.workers = workers;
        this.start = now;
    }

    /** Whether this worker is to leave everything to another one. */
    boolean isInTheWay(Worker worker) {
        Worker alone = stayer;
        return alone != null && alone != worker;
    }

    /** Whether idle workers are to take from busy ones. */
    boolean isHelpWelcome() {
        return stayer == null;
    }

    /** Who runs everything alone; null while help is welcome. */
    @Nullable Worker stayer() {
        return stayer;
    }

    /** This worker has nothing to run: whatever comes next is anybody's. */
    void rests(Worker worker) {
        if (stayer == worker) {
            stayer = null;
        }
    }

    /** All hang in calls: whoever can helps. */
    void welcomesHelp() {
        stayer = null;
    }

    /**
     * Called by a worker that is busy, every so many turns.
     *
     * @param now in nanoseconds
     */
    void consider(Worker worker, long now) {
        if (now - start < WINDOW_NANOS || !busy.compareAndSet(false, true)) {
            return;
        }
        try {
            long elapsed = now - start;
            long turns = workers.turns();
            double rate = (turns - turnsAtStart) / (double) elapsed;
            start = now;
            turnsAtStart = turns;
            if (elapsed > 8 * WINDOW_NANOS) {
                return; // nothing was run for some of it
            }
            if (settling) {
                settling = false;
            } else {
                windowEnds(worker, rate);
            }
        } finally {
            busy.set(false);
        }
    }

    private void windowEnds(Worker worker, double rate) {
        boolean helped = stayer == null;
        if (rate < SHORT_TURNS_EACH_NANO || worker.caller.spreads) {
            trying = false;
            turn(null);
            return;
        }
        if (helped) {
            together = rate;
        } else {
            alone = rate;
        }
        if (trying) {
            trying = false;
            boolean other = helped ? alone > together : alone < together * CLEARLY;
            patience = other ? Math.min(2 * patience, LONGEST_PATIENCE) : SHORTEST_PATIENCE;
            windowsLeft = patience;
            if (other) {
                turn(helped ? worker : null);
            }
        } else if (--windowsLeft <= 0 && (!helped || wasHelped())) {
            trying = true;
            turn(helped ? worker : null);
        }
    }

    /** Whether workers have taken from each other since this was last asked. */
    private boolean wasHelped() {
        long before = steals;
        steals = workers.crew.steals();
        return steals != before;
    }

    /** Everything is left to this one from now on; null: help is welcome. */
    void turn(@Nullable Worker to) {
        if (stayer != to) {
            stayer = to;
            settling = true;
        }
    }
}
