package io.roundhouse.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a line, and what is new in them, an epoch at a time: see {@link Epochs}.
 *
 * <p>Any thread may ask whether there is news; who takes it holds the source's lock.
 */
final class Lanes<T> {
    private final Epochs epochs = new Epochs();
    private volatile Lane<T>[] all;

    // guarded by the source's lock
    private Lane<T>[] seen;
    private long now;

    @SuppressWarnings("unchecked")
    Lanes() {
        all = (Lane<T>[]) new Lane<?>[0];
        seen = all;
    }

    /** One more, whose publishers count by these epochs. Any thread. */
    synchronized void add(Lane<T> lane) {
        Lane<T>[] more = Arrays.copyOf(all, all.length + 1);
        more[all.length] = lane;
        all = more;
    }

    Epochs epochs() {
        return epochs;
    }

    Lane<T>[] all() {
        return all;
    }

    int number() {
        return all.length;
    }

    // ---- news: any thread

    /** Whether something was published that has no place in the order yet. */
    boolean haveNews() {
        for (Lane<T> lane : all) {
            if (lane.published() != lane.taken.acquire()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a publisher has told of a train that has no place in the order yet. */
    boolean haveTrain() {
        for (Lane<T> lane : all) {
            if (lane.departed() > lane.taken.acquire()) {
                return true;
            }
        }
        return false;
    }

    /** How many events have been published. */
    long published() {
        long sum = 0;
        for (Lane<T> lane : all) {
            sum += lane.published();
        }
        return sum;
    }

    // ---- taking news: whoever holds the source's lock

    /**
     * Looks at the only lane with news, and returns it, if there is one, and its publisher knew of
     * no event that is not taken: there was none elsewhere when its news had been seen.
     */
    @Nullable Lane<T> lookAtOne() {
        Lane<T> one = one();
        if (one == null) {
            return null;
        }
        one.look().goesTo(news(one));
        for (Lane<T> lane : all) { // those that there are by now
            if (lane != one && lane.published() != lane.look().at()) {
                return null;
            }
        }
        return one;
    }

    /** One with a train, or the only one with news; a moment ago. */
    private @Nullable Lane<T> one() {
        Lane<T> one = null;
        boolean isOnly = true;
        for (Lane<T> lane : all) {
            if (lane.departed() > lane.look().at()) {
                return lane;
            }
            if (lane.published() != lane.look().at()) {
                isOnly = one == null;
                one = lane;
            }
        }
        return isOnly ? one : null;
    }

    /** Whole trains; where there are none, all: nothing is left for the sake of a whole train. */
    private static long news(Lane<?> lane) {
        long departed = lane.departed();
        return departed > lane.look().at() ? departed : lane.published();
    }

    /** Begins an epoch, and looks at all lanes. */
    void lookAtAll() {
        now = epochs.beginToTake();
        seen = all; // those that there are by now
        for (Lane<T> lane : seen) {
            lane.look().goesTo(lane.published());
        }
    }

    /**
     * The lane whose next event is the first one, of what was published before the epoch of that
     * look; null if all is taken.
     */
    @Nullable Lane<T> first() {
        Lane<T> first = null;
        long before = now;
        for (Lane<T> lane : seen) {
            if (lane.look().hasMoreBefore(before)) {
                first = lane;
                before = lane.look().epoch();
            }
        }
        return first;
    }

    /**
     * Visits what is not taken, in its order, and leaves all as it is. Once all has ended.
     *
     * @param first the place in the order of the first one
     */
    void forEachLeft(long first, Source.Visitor<T> visitor) {
        List<Left<T>> left = new ArrayList<>();
        for (Lane<T> lane : all) {
            left.add(new Left<>(lane, lane.anotherLook()));
        }
        long at = first;
        left.removeIf(Left::isEmpty);
        while (!left.isEmpty()) {
            Left<T> next =
                    Collections.min(left, Comparator.comparingLong(each -> each.look.epoch()));
            long position = next.look.at();
            for (long to = next.look.goOn(); position < to; position++) {
                visitor.visit(next.lane, position, at++);
            }
            left.removeIf(Left::isEmpty);
        }
    }

    /** What is left of a lane. */
    private record Left<T>(Lane<T> lane, Dated.Look look) {
        Left {
            look.goesTo(lane.published());
        }

        boolean isEmpty() {
            return !look.hasMoreBefore(Long.MAX_VALUE);
        }
    }

    /** What was taken has its place, and all can see that. */
    void tellTaken() {
        for (Lane<T> lane : all) {
            lane.tellTaken();
        }
    }

    /** Nothing that is published from now on counts. */
    void seal() {
        for (Lane<T> lane : all) {
            lane.seal();
        }
    }
}
