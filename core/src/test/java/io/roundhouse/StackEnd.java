package io.roundhouse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/**
 * Calls from all depths near the end of the stack, each of which may be cut short anywhere. In a
 * JVM of its own that compiles nothing: there every access is some calls deep, so that each of them
 * is cut short at some depth or other.
 */
public final class StackEnd {
    private static final String WENT_ON = "all went on";
    private static final long SMALL_STACK = 1 << 18;

    /** How many times a level is tried, from frames of other sizes. */
    private static final int SHIFTS = 4;

    /** The same, from a word deeper each time: more words than a frame has. */
    private static final int WORDS = 24;

    /** What may be cut short. */
    public interface Call {
        void run() throws InterruptedException;
    }

    /** One call at a level, and a look at what it has left. */
    public interface Trial {
        /** Whether the call was cut short. */
        boolean wasCut(int level, int shift) throws InterruptedException;
    }

    /** All that is tried in one JVM. */
    public interface Trials {
        void run(StackEnd end) throws InterruptedException;
    }

    private int deepest;

    private StackEnd() {}

    /** In a JVM of its own, {@link #run} goes through. */
    public static void assertGoesOn(int seconds, Class<?> program, String... arguments)
            throws Exception {
        assertGoesOn(seconds, List.of("-Xint"), program, arguments);
    }

    /** The same in a JVM with those flags. */
    public static void assertGoesOn(
            int seconds, List<String> flags, Class<?> program, String... arguments)
            throws Exception {
        assertThat(ChildJvm.run(seconds, flags, program, arguments)).containsExactly(WENT_ON);
    }

    /** Runs them on a small stack, in that JVM. */
    public static void run(Trials trials) throws InterruptedException {
        Thread thread = new Thread(null, () -> runAll(trials), "diver", SMALL_STACK);
        thread.start();
        thread.join();
    }

    /** The same on a virtual thread; how large its stack is says {@code -Xss}. */
    public static void runVirtually(Trials trials) throws InterruptedException {
        Thread.startVirtualThread(() -> runAll(trials)).join();
    }

    private static void runAll(Trials trials) {
        try {
            trials.run(new StackEnd());
            System.out.print(WENT_ON);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Tries it at each of the last levels, some of which are to cut it short. */
    public void atEachOf(int levels, Trial trial) throws InterruptedException {
        atEachOf(levels, SHIFTS, trial);
    }

    /** Likewise, from each word of the stack: also between two frames of a level. */
    public void atEachWordOf(int levels, Trial trial) throws InterruptedException {
        atEachOf(levels, SHIFTS + WORDS, trial);
    }

    private void atEachOf(int levels, int shifts, Trial trial) throws InterruptedException {
        if (deepest == 0) {
            isCut(Integer.MAX_VALUE, 0, () -> {});
        }
        int end = deepest;
        int times = 0;
        for (int level = end - levels; level <= end; level++) {
            for (int shift = 0; shift < shifts; shift++) {
                times += trial.wasCut(level, shift) ? 1 : 0;
            }
        }
        if (times == 0) {
            throw new AssertionError("nothing was cut short");
        }
    }

    /** Whether the call was cut short, so deep in recursion, and a little deeper. */
    public boolean isCut(int level, int shift, Call call) throws InterruptedException {
        try {
            switch (shift) {
                case 0 -> dive(level, 0, call);
                case 1 -> by2(level, 0, 0, call);
                case 2 -> by4(level, 0, 0, 0, 0, call);
                case 3 -> by6(level, 0, 0, 0, 0, 0, 0, call);
                default -> byFrames(level, shift - SHIFTS, call);
            }
            return false;
        } catch (StackOverflowError e) {
            return true;
        }
    }

    private void by2(int level, long a, long b, Call call) throws InterruptedException {
        dive((int) (level + a + b), 0, call);
    }

    private void by4(int level, long a, long b, long c, long d, Call call)
            throws InterruptedException {
        dive((int) (level + a + b + c + d), 0, call);
    }

    private void by6(int level, long a, long b, long c, long d, long e, long f, Call call)
            throws InterruptedException {
        dive((int) (level + a + b + c + d + e + f), 0, call);
    }

    /** A frame of this is one word more than one of {@link #dive}. */
    private void byFrames(int level, int count, Call call) throws InterruptedException {
        int left = count - 1;
        if (left < 0) {
            dive(level, count + 1, call);
        } else {
            byFrames(level, left, call);
        }
    }

    private void dive(int level, int at, Call call) throws InterruptedException {
        deepest = Math.max(deepest, at);
        if (at >= level) {
            call.run();
        } else {
            dive(level, at + 1, call);
        }
    }
}
