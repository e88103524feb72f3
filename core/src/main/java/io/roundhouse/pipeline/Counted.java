package io.roundhouse.pipeline;

import io.roundhouse.memory.Cursor;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a worker has done, in numbers. Whoever runs the worker counts; any thread may read (opaque),
 * and finds what is a moment old while the worker is running; events that were handled are told of
 * once a batch.
 */
abstract class Counted extends Cursor {
    private static final VarHandle HANDLED = handle("handled");
    private static final VarHandle FILTERED = handle("filtered");
    private static final VarHandle FAILED = handle("failed");
    private static final VarHandle RETRIES = handle("retries");

    private long handled;
    private long filtered;
    private long failed;
    private long retries;

    private static VarHandle handle(String field) {
        try {
            return MethodHandles.lookup().findVarHandle(Counted.class, field, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // ---- counting

    final void hasHandled(long events) {
        HANDLED.setOpaque(this, handled + events);
    }

    final void hasFiltered() {
        FILTERED.setOpaque(this, filtered + 1);
    }

    final void hasFailed() {
        FAILED.setOpaque(this, failed + 1);
    }

    final void triesAgain() {
        RETRIES.setOpaque(this, retries + 1);
    }

    // ---- reading

    /** Events that its handler returned from. */
    final long handled() {
        return (long) HANDLED.getOpaque(this);
    }

    /** Events that its filter did not keep. */
    final long filtered() {
        return (long) FILTERED.getOpaque(this);
    }

    /** Events that it has brought to its siding. */
    final long failed() {
        return (long) FAILED.getOpaque(this);
    }

    /** How often it has tried an event again. */
    final long retries() {
        return (long) RETRIES.getOpaque(this);
    }
}
