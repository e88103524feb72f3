package io.roundhouse.memory;

/**
 * A position that one thread publishes and others read, alone on its cache lines.
 *
 * <p>One writer. What it did before {@link #publish} happens-before what another thread does after
 * an {@link #acquire} that returns this position or a later one.
 */
public final class Sequence extends Position {
    /** Starts at position 0. */
    public Sequence() {}

    /** Moves to {@code next} (release; pairs with {@link #acquire}). The writer only. */
    public void publish(long next) {
        POSITION.setRelease(this, next);
    }
}
