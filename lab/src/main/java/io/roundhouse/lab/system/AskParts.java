package io.roundhouse.lab.system;

import java.util.List;

/**
 * The user's code of the workload {@code ask}: a counter behind an interface, and the loop that
 * calls it.
 *
 * <p>The JVM is told ({@link #FLAGS}) to compile each {@code add} of a counter, and {@link
 * Turnstile#call}, as a method of its own that is not inlined. So the work is a real call on both
 * sides, and the compiler cannot make one locking out of several turns of the loop. What lies
 * between the two, the handle, it may inline for every system.
 */
public final class AskParts {

    /** The flags that this class is about. */
    public static final List<String> FLAGS =
            List.of(
                    "-XX:CompileCommand=quiet",
                    dontInline(PlainCounter.class, "add"),
                    dontInline(LockedCounter.class, "add"),
                    dontInline(Turnstile.class, "call"));

    private AskParts() {}

    private static String dontInline(Class<?> type, String method) {
        return "-XX:CompileCommand=dontinline," + type.getName() + "::" + method;
    }

    /** Adds, and answers the sum. */
    public interface Counter {
        long add(long value);

        /** How many values came so far. */
        long count();
    }

    /** A counter. Its methods are called one at a time, each happening before the next. */
    public static final class PlainCounter implements Counter {

        private long count;
        private long sum;

        @Override
        public long add(long value) {
            count++;
            sum += value;
            return sum;
        }

        @Override
        public long count() {
            return count;
        }
    }

    /** The same work in a method that locks. Any thread. */
    public static final class LockedCounter implements Counter {

        private long count;
        private long sum;

        @Override
        public synchronized long add(long value) {
            count++;
            sum += value;
            return sum;
        }

        @Override
        public synchronized long count() {
            return count;
        }
    }

    /** One turn of the loop. */
    public static final class Turnstile {

        private Turnstile() {}

        /** Calls the counter once. */
        public static long call(Counter counter, long value) {
            return counter.add(value);
        }
    }

    /** Adds {@code first ... first + count - 1}, and returns the last answer. */
    public static long askAll(Counter counter, long first, long count) {
        long answer = 0;
        for (long value = first; value < first + count; value++) {
            answer = Turnstile.call(counter, value);
        }
        return answer;
    }
}
