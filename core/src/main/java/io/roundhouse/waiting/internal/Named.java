package io.roundhouse.waiting.internal;

/** How messages name a thread. */
public final class Named {
    private Named() {}

    /** By its name, or by its number where it has none. */
    public static String thread(Thread thread) {
        return thread.getName().isEmpty()
                ? "#" + thread.threadId()
                : "\"" + thread.getName() + "\"";
    }
}
