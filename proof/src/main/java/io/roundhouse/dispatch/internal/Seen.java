package io.roundhouse.dispatch.internal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What one thread has taken out of a queue of {@link Numbered}: one thread only. */
final class Seen {
    private final int[] last;
    private final int[] times;
    private boolean inOrder = true;

    /** Of so many, with so many who add, each of them its share in ascending order. */
    Seen(int count, int adders) {
        times = new int[count];
        last = new int[adders];
        Arrays.fill(last, -1);
    }

    /** Returns whether there was one. */
    boolean take(@Nullable Task task) {
        if (!(task instanceof Numbered numbered)) {
            return false;
        }
        int number = numbered.number;
        int adder = number * last.length / times.length;
        inOrder &= number > last[adder];
        last[adder] = number;
        times[number]++;
        return true;
    }

    /** Whether all came to this one or the other, once, and in order to each. */
    static String of(Seen one, Seen other) {
        if (!one.inOrder || !other.inOrder) {
            return "out of order";
        }
        for (int i = 0; i < one.times.length; i++) {
            if (one.times[i] + other.times[i] != 1) {
                return one.times[i] + other.times[i] == 0 ? "lost" : "twice";
            }
        }
        return "all once, in order";
    }
}
