package io.roundhouse.waiting.internal;

import org.jspecify.annotations.Nullable;

/** What was thrown by the first of several calls that are made all the same. */
public final class Thrown {
    private Thrown() {}

    /** Makes the call; returns what was thrown first, before it or by it. */
    public static @Nullable Throwable by(Runnable call, @Nullable Throwable first) {
        try {
            call.run();
            return first;
        } catch (Throwable thrown) { // a user's waiter may throw whatever it likes
            return first == null ? thrown : first;
        }
    }

    /** Throws it as it is, checked or not, if there is one. */
    public static void again(@Nullable Throwable first) {
        if (first != null) {
            Thrown.<RuntimeException>as(first);
        }
    }

    @SuppressWarnings("unchecked") // nobody looks at the type of what is thrown
    private static <X extends Throwable> void as(Throwable thrown) throws X {
        throw (X) thrown;
    }
}
