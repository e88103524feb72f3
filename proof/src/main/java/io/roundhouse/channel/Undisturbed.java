package io.roundhouse.channel;

import java.util.concurrent.Callable;

/** Calls that wait, in tests where nobody interrupts. */
final class Undisturbed {
    private Undisturbed() {}

    /** Something that waits. */
    interface Waiting {
        void run() throws InterruptedException;
    }

    static void run(Waiting waiting) {
        call(() -> {
            waiting.run();
            return 0;
        });
    }

    static <T> T call(Callable<T> waiting) {
        try {
            return waiting.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
