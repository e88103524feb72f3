package io.roundhouse.channel;

import java.util.Arrays;
import java.util.function.Consumer;

/** An element that was taken for an array which cannot hold it: those before it go with it. */
final class Misfit {
    private Misfit() {}

    /**
     * Puts an element into an array behind those that were taken with it.
     *
     * @param lost is given them all, in their order, if the array cannot hold this one: its caller
     *     is not told how many there are; what it throws is suppressed
     * @throws ArrayStoreException then
     */
    static <T> void put(T element, T[] batch, int at, Consumer<? super T> lost) {
        try {
            batch[at] = element;
        } catch (ArrayStoreException e) {
            // one of its own: the JVM's may be one it has made before, which keeps nothing added
            ArrayStoreException told =
                    new ArrayStoreException(
                            element.getClass().getName()
                                    + " does not go into an array of "
                                    + batch.getClass().getComponentType().getName());
            for (int i = 0; i < at; i++) {
                tell(batch[i], lost, told);
            }
            tell(element, lost, told);
            Arrays.fill(batch, 0, at, null);
            throw told;
        }
    }

    private static <T> void tell(T element, Consumer<? super T> lost, ArrayStoreException thrown) {
        try {
            lost.accept(element);
        } catch (Throwable e) { // checked ones, too: not all languages check
            thrown.addSuppressed(e);
        }
    }
}
