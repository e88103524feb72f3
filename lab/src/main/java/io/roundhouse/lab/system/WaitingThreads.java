package io.roundhouse.lab.system;

import java.util.ArrayList;
import java.util.List;

/** Virtual threads that wait. */
public final class WaitingThreads {

    private WaitingThreads() {}

    /** Starts so many virtual threads, and returns when all of them wait. */
    public static List<Thread> start(int number, Runnable task) {
        List<Thread> threads = new ArrayList<>(number);
        for (int i = 0; i < number; i++) {
            threads.add(Thread.ofVirtual().start(task::run)); // an object each, as tasks are
        }
        for (Thread each : threads) {
            while (each.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
        return threads;
    }
}
