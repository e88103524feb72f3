package io.roundhouse.lab.system;

/**
 * A setting of the workload {@code calls}.
 *
 * @param argument what a call carries
 */
public record CallsSpec(Argument argument) {

    /** What a call carries. */
    public enum Argument {
        /** A {@code long}. */
        PRIMITIVE,
        /** An object made for the call. */
        FRESH
    }
}
