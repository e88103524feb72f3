package io.roundhouse.channel;

import java.util.ArrayList;
import java.util.List;

/**
 * The processes that a scope has forked. Guarded by the lock of the scope, but for {@link
 * #areQuiet}.
 */
final class Processes {
    private static final int FEW = 16;

    private List<Process> processes = new ArrayList<>();
    private int named;
    private int running;

    /** Whether all have ended. */
    private volatile boolean quiet = true;

    String nextName() {
        named++;
        return "process " + named;
    }

    void start(Process process) {
        forget();
        processes.add(process);
        running++;
        quiet = false;
        boolean started = false;
        try {
            process.thread.start();
            started = true;
        } finally {
            if (!started) { // for want of memory
                processes.removeLast();
                running--;
                quiet = running == 0;
            }
        }
    }

    /** Forgets those that have ended, when they are as many as the others. */
    private void forget() {
        if (processes.size() > FEW && processes.size() > 2 * running) {
            List<Process> alive = new ArrayList<>();
            for (Process each : processes) {
                if (each.thread.isAlive()) {
                    alive.add(each);
                }
            }
            processes = alive;
        }
    }

    void oneHasEnded() {
        running--;
        if (running == 0) {
            quiet = true;
        }
    }

    /** Whether all have ended. Any thread. */
    boolean areQuiet() {
        return quiet;
    }

    void interrupt() {
        for (Process each : processes) {
            each.thread.interrupt();
        }
    }

    /**
     * Looks at those that have not ended, as long as they wait; returns whether each of them does.
     */
    boolean add(List<Process.Look> looks) {
        for (Process each : processes) {
            if (!each.ended && !each.adds(looks)) {
                return false;
            }
        }
        return true;
    }

    List<Process> all() {
        return List.copyOf(processes);
    }
}
