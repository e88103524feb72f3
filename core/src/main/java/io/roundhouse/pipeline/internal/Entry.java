package io.roundhouse.pipeline.internal;

import java.util.function.Supplier;

/**
 * A way into a line: every call of an object of this kind is made on the next event, which is then
 * published. For {@code void buy(long price, long size)}, in Java:
 *
 * <pre>
 *   void buy(long price, long size) {
 *       Filling next = next();
 *       try {
 *           ((Orders) next.event()).buy(price, size);
 *       } catch (Throwable thrown) {
 *           next.giveUp();
 *           throw thrown;
 *       }
 *       next.publish();
 *   }
 * </pre>
 */
public abstract class Entry {
    private final Supplier<Filling> line;

    /**
     * For generated subclasses.
     *
     * @param line gives the next event, and waits for it
     */
    protected Entry(Supplier<Filling> line) {
        this.line = line;
    }

    /** The next event. For generated code. */
    protected final Filling next() {
        return line.get();
    }

    @Override
    public final String toString() {
        return "entry to " + line;
    }
}
