package io.roundhouse.dispatch.internal;

/**
 * How long the calls of one worker take, on the whole and lately, with what is around them. Used by
 * that worker.
 */
final class CallLength {
    /** Beside this, a turn that begins for one call and ends with it costs little. */
    private static final long LONG_CALL_NANOS = 200;

    private static final int CALLS_TO_TELL = 32;

    private long since;
    private long doneThen;
    private boolean isLong;

    /** The worker begins, or has rested. */
    void startsAnew(long now, long done) {
        since = now;
        doneThen = done;
    }

    /**
     * Whether calls take long. Told anew when there were enough of them since it was told last.
     *
     * @param now in nanoseconds
     * @param done how many calls the worker has begun
     */
    boolean isLong(long now, long done) {
        long calls = done - doneThen;
        if (calls >= CALLS_TO_TELL) {
            isLong = now - since > calls * LONG_CALL_NANOS;
            startsAnew(now, done);
        }
        return isLong;
    }
}
