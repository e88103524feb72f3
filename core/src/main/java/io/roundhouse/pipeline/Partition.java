package io.roundhouse.pipeline;

import java.util.function.ToIntFunction;

/** The events of one worker of a stage that divides them by key. Whoever runs that worker. */
final class Partition<T> {
    private final Worker<T> worker;
    private final ToIntFunction<? super T> key;

    /** What has been thrown at the worker last was thrown by the key. */
    private boolean hasFailed;

    /** The key of the event in hand; under assertions only. */
    private int atHand;

    Partition(Worker<T> worker, ToIntFunction<? super T> key) {
        this.worker = worker;
        this.key = key;
    }

    boolean has(T event) {
        return worker.stage.workerOf(keyOf(event)) == worker.number;
    }

    private int keyOf(T event) {
        try {
            int its = key.applyAsInt(event);
            assert (atHand = its) == its; // only where assertions are on
            return its;
        } catch (Throwable thrown) {
            hasFailed = true;
            throw thrown;
        }
    }

    /** Whether it was the key that has failed last. Once. */
    boolean takeFailed() {
        boolean failed = hasFailed;
        hasFailed = false;
        return failed;
    }

    /** Whether the event in hand has the key that it had; else throws. Under assertions only. */
    boolean hasStill(T event) {
        Throwable cause = null;
        try {
            if (key.applyAsInt(event) == atHand) {
                return true;
            }
        } catch (Throwable thrown) {
            cause = thrown;
        }
        throw new AssertionError(
                worker
                        + ": the key of an event has changed while the stage has it, so that some"
                        + " events may be handled twice and others by no worker: let a stage behind"
                        + " change what the key is made of",
                cause);
    }
}
