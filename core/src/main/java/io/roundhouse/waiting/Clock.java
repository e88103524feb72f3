package io.roundhouse.waiting;

/** The one door to time. A simulation puts its own clock here. */
@FunctionalInterface
public interface Clock {
    /** Nanoseconds since an arbitrary origin, never going back. */
    long nanoTime();

    /** The system's clock. */
    static Clock system() {
        return System::nanoTime;
    }
}
