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

    /**
     * Whether there is stack left for so many frames of the size that calls have which hold what
     * they need behind them: a hundred bytes or more, compiled or not. Takes a microsecond for some
     * hundreds.
     */
    public static boolean has(int frames) {
        try {
            return deeper(frames, frames, 1, 2, 3, 4, 5, 6, 7) != 0;
        } catch (StackOverflowError e) {
            return false;
        }
    }

    /** What each frame was given is looked at behind its call, so that it is on the stack then. */
    private static long deeper(
            int frames, long a, long b, long c, long d, long e, long f, long g, long h) {
        if (frames == 0) {
            return 1;
        }
        long below = deeper(frames - 1, h + 1, a, b, c, d, e, f, g);
        return (below ^ a ^ b * 3 ^ c * 5 ^ d * 7 ^ e * 9 ^ f * 11 ^ g * 13 ^ h * 15) | 1;
    }

    private static int deeper(int frames) {
        return frames == 0 ? 0 : 1 + deeper(frames - 1);
    }
}
