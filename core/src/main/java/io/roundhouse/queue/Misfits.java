package io.roundhouse.queue;

import org.jspecify.annotations.Nullable;

/** What was taken, and may not be what the array can hold. */
final class Misfits {
    private Misfits() {}

    /**
     * Puts that into the place of an element that another consumer got.
     *
     * @throws ArrayStoreException that says what was taken, if the array cannot hold it
     */
    static <E> void putInPlace(@Nullable E[] into, int at, @Nullable E taken) {
        into[at] = null;
        try {
            into[at] = taken;
        } catch (ArrayStoreException e) {
            ArrayStoreException told =
                    new ArrayStoreException(
                            "taken, and not to be held by an array of "
                                    + into.getClass().getComponentType().getName()
                                    + ": "
                                    + taken
                                    + "; in the array are "
                                    + at
                                    + " elements that were taken before");
            told.initCause(e);
            throw told;
        }
    }
}
