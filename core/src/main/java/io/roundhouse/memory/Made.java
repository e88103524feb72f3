package io.roundhouse.memory;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a user's factory makes: objects of which none is null, or there twice. Not thread-safe. */
public final class Made {
    private final Supplier<? extends @Nullable Object> factory;
    private final String kind;
    private final Distinct known;

    /**
     * @param kind what each of them is, in messages
     * @param known those that are there already; what is made is added
     */
    public Made(Supplier<? extends @Nullable Object> factory, String kind, Distinct known) {
        this.factory = factory;
        this.kind = kind;
        this.known = known;
    }

    /**
     * Makes the next one.
     *
     * @param of to what it belongs, in messages, behind its number
     * @throws IllegalStateException if the factory threw, which is the cause, or made a null or the
     *     same object twice
     */
    public Object next(int number, String of) {
        String which = kind + " " + number + of;
        Object next;
        try {
            next = factory.get();
        } catch (Error thrown) {
            throw thrown;
        } catch (Throwable thrown) { // checked ones, too: not all languages check
            throw new IllegalStateException("the factory threw when it made " + which, thrown);
        }
        if (next == null) {
            throw new IllegalStateException("the factory made null for " + which);
        }
        if (!known.add(next)) {
            throw new IllegalStateException(
                    "the factory made the same object again for "
                            + which
                            + ": each "
                            + kind
                            + " needs an object of its own");
        }
        return next;
    }
}
