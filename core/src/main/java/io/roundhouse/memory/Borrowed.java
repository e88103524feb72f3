package io.roundhouse.memory;

import org.jspecify.annotations.Nullable;

/**
 * An object that a thread has for a while, and that is written to again behind that: an event in
 * the hands of a handler. The thread must not give it to anybody who comes to it later; who gives
 * things away can ask. Known where assertions are on: else nobody says what he has, and nobody
 * asks. Used by one thread at a time.
 */
public final class Borrowed implements AutoCloseable {
    private static final ThreadLocal<@Nullable Borrowed> HERE = new ThreadLocal<>();

    private final Object borrower;
    private @Nullable Object object;

    /**
     * @param borrower who uses it, in words
     */
    public Borrowed(Object borrower) {
        this.borrower = borrower;
    }

    /** The calling thread begins to use that object, until it {@linkplain #close closes} this. */
    public Borrowed enter(Object object) {
        this.object = object;
        HERE.set(this);
        return this;
    }

    /** The end of its use. The thread that entered. */
    @Override
    public void close() {
        HERE.set(null); // its place stays: nothing is allocated when it enters again
        object = null;
    }

    /** Who uses that very object in the calling thread; null if nobody does. */
    public static @Nullable Object borrowerOf(@Nullable Object object) {
        Borrowed here = HERE.get();
        return here != null && here.object == object ? here.borrower : null;
    }
}
