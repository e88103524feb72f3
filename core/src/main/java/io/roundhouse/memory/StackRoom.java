package io.roundhouse.memory;

import org.jspecify.annotations.Nullable;

/**
 * For what must not run out of stack half way: code of others that hands something to an executor
 * or wakes a virtual thread, in many frames.
 *
 * <p>To go down and come back takes about a nanosecond a frame, and touches memory that is cold. So
 * where it is done often, a method of few frames with many local variables goes down instead
 * ({@link DeepFrames}; docs/design/0010).
 */
public final class StackRoom {
    private static final int FEW = 64;
    private static final int MANY = 512;
    private static final int OFTEN = 1 << 10;

    /** More than it takes to make the method. */
    private static final int FRAMES_TO_MAKE_IT = 2_500;

    /** How often many frames were asked for; a race that does no harm. */
    private static int times;

    /** It has no state: whoever sees it may use it. */
    private static @Nullable DeepFrames deepFrames;

    private StackRoom() {}

    /**
     * Throws {@link StackOverflowError} here and now where there is no stack left for so many small
     * frames.
     *
     * @param frames how many
     */
    public static void needs(int frames) {
        DeepFrames its = deepFrames;
        if (its != null && frames > FEW && frames <= MANY) {
            its.down(DeepFrames.LEVELS);
        } else {
            deeper(frames);
            if (its == null && frames > FEW && ++times == OFTEN) {
                makeDeepFrames();
            }
        }
    }

    /** Where there is no stack for that now, or no way to make classes, all stays as it is. */
    static void makeDeepFrames() {
        try {
            deeper(FRAMES_TO_MAKE_IT);
            deepFrames = DeepFrames.make();
        } catch (StackOverflowError e) {
            times = 0; // another time
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            deepFrames = null;
        }
    }

    private static int deeper(int frames) {
        return frames == 0 ? 0 : 1 + deeper(frames - 1);
    }
}
