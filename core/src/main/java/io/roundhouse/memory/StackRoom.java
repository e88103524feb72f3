package io.roundhouse.memory;

/**
 * For what must not run out of stack half way: code of others that hands something to an executor
 * or wakes a virtual thread, in many frames.
 */
public final class StackRoom {
    private StackRoom() {}

    /**
     * Throws {@link StackOverflowError} here and now where there is no stack left for so many small
     * frames.
     *
     * @param frames how many
     */
    public static void needs(int frames) {
        deeper(frames);
    }

    /** Whether there is stack left for so many small frames. */
    public static boolean has(int frames) {
        try {
            deeper(frames);
            return true;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    private static int deeper(int frames) {
        return frames == 0 ? 0 : 1 + deeper(frames - 1);
    }
}
