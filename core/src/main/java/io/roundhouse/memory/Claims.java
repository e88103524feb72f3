package io.roundhouse.memory;

/**
 * A position that several threads move on, each by claiming what lies before it; alone on its cache
 * lines. Everything below {@link #acquire} has been claimed.
 */
public final class Claims extends Position {
    /** Starts at position 0. */
    public Claims() {}

    /**
     * Claims everything from {@code from} to {@code to}, unless somebody else has been quicker. A
     * full fence: what the caller stored before is visible to whoever sees the claim. Any thread.
     *
     * @return whether it is the caller's
     */
    public boolean claim(long from, long to) {
        return POSITION.compareAndSet(this, from, to);
    }

    /** Like {@link #acquire}, and in the one order of all volatile accesses. Any thread. */
    public long get() {
        return (long) POSITION.getVolatile(this);
    }
}
