package io.roundhouse.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The processes that a scope has forked. Guarded by the lock of the scope, but for {@link
 * #oneHasEnded} and {@link #areQuiet}.
 */
final class Processes {
    private static final int FEW = 16;

    private List<Process> processes = new ArrayList<>();
    private int named;

    /** How many have not ended. Grows under the lock only. */
    private final AtomicInteger running = new AtomicInteger();

    String nextName() {
        named++;
        return "process " + named;
    }

    void start(Process process) {
        forget();
        processes.add(process);
        running.getAndIncrement();
        boolean started = false;
        try {
            process.thread.start();
            started = true;
        } finally {
            if (!started) { // for want of memory
                processes.removeLast();
                running.getAndDecrement();
            }
        }
    }

    /** Forgets those that have ended, when they are as many as the others. */
    private void forget() {
        if (processes.size() > FEW && processes.size() > 2 * running.get()) {
            List<Process> alive = new ArrayList<>();
            for (Process each : processes) {
                if (each.thread.isAlive()) {
                    alive.add(each);
                }
            }
            processes = alive;
        }
    }

    /** One has; returns whether it was the last one. Any thread. */
    boolean oneHasEnded() {
        return running.decrementAndGet() == 0;
    }

    /** Whether all have ended. Any thread. */
    boolean areQuiet() {
        return running.get() == 0;
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
