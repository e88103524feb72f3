package io.roundhouse.lab.model;

import org.jspecify.annotations.Nullable;

/**
 * A figure printed in a write-up, measured on its author's machine: context, never a bar to pass.
 *
 * @param value the figure, in the unit of the result; the middle of the range where a range was
 *     printed
 * @param low lower end of a printed range, or null
 * @param high upper end of a printed range, or null
 * @param source the write-up and the row
 */
public record Published(double value, @Nullable Double low, @Nullable Double high, String source) {

    /** A single printed figure. */
    public static Published of(double value, String source) {
        return new Published(value, null, null, source);
    }

    /** A printed range. */
    public static Published between(double low, double high, String source) {
        return new Published((low + high) / 2, low, high, source);
    }
}
