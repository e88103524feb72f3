package io.roundhouse.channel;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** One thread waits, and another one interrupts it; no interrupt is left when both are done. */
final class Interrupting {
    private volatile @Nullable Thread waiter;
    private volatile boolean interrupted;

    /** By the one. */
    void interrupt() {
        Thread found = waiter;
        while (found == null) {
            Thread.onSpinWait();
            found = waiter;
        }
        found.interrupt();
        interrupted = true;
    }

    /**
     * By the other one.
     *
     * @return null if the wait ended by an interrupt
     */
    <T> @Nullable T call(Callable<T> waiting) {
        waiter = Thread.currentThread();
        try {
            return waiting.call();
        } catch (InterruptedException e) {
            return null;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Likewise, behind all that others wait for: takes the flag back that came too late. */
    void ends() {
        while (!interrupted) {
            Thread.yield();
        }
        Thread.interrupted();
    }
}
