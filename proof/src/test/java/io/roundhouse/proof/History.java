package io.roundhouse.proof;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What was done to a queue or a channel, and whether it could have been done one after the other. A
 * call is a series of steps: what others do may come between those of a batch. So a specification
 * cannot tell what a batch returns, and Lincheck's own verifier, which asks one, cannot be used.
 */
public final class History {
    /** The bound of what has none. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    /**
     * What may be done to a list with a bound. Who can tell that it is closed: SHUT, ENDED; not:
     * NOTHING_YET.
     */
    public enum Kind {
        PUT,
        REFUSED,
        TAKEN,
        SEEN,
        NOTHING,
        REMOVED,
        NOT_THERE,
        CLOSED,
        SHUT,
        NOTHING_YET,
        ENDED
    }

    /**
     * @param element 0 where there is none
     */
    public record Step(Kind kind, int element) {
        @Override
        public String toString() {
            return kind + (element == 0 ? "" : " " + element);
        }
    }

    /** Began and ended at those moments. */
    private record Call(int from, int to, List<Step> steps) {
        @Override
        public String toString() {
            return "\n  " + from + " to " + to + ": " + steps;
        }
    }

    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger clock = new AtomicInteger();
    private final Collection<Call> calls = new ConcurrentLinkedQueue<>();

    /** A number that no other element has: 1, 2, 3 ... */
    public int number() {
        return numbers.incrementAndGet();
    }

    /** A call begins; the moment. */
    public int begins() {
        return clock.incrementAndGet();
    }

    /** The call that has begun then ends. */
    public void ends(int from, List<Step> steps) {
        calls.add(new Call(from, clock.incrementAndGet(), steps));
    }

    public static Step step(Kind kind) {
        return new Step(kind, 0);
    }

    /** One step for each element. */
    public static List<Step> steps(Kind kind, Collection<Integer> elements) {
        List<Step> steps = new ArrayList<>();
        for (int each : elements) {
            steps.add(new Step(kind, each));
        }
        return steps;
    }

    /** Fails unless there is an order in which a list of at most so many does all that. */
    public void check(int bound) {
        if (!new Search(List.copyOf(calls), bound).succeeds()) {
            throw new IllegalStateException("in no order: " + calls);
        }
    }

    /** Looks for an order. */
    private static final class Search {
        private final List<Call> calls;
        private final int bound;
        private final Set<Moment> inVain = new HashSet<>();

        Search(List<Call> calls, int bound) {
            this.calls = calls;
            this.bound = bound;
        }

        /**
         * @param done how many steps of each call
         */
        private record Moment(List<Integer> done, List<Integer> content, boolean closed) {}

        boolean succeeds() {
            return goesOn(new Moment(calls.stream().map(_ -> 0).toList(), List.of(), false));
        }

        private boolean goesOn(Moment now) {
            if (!inVain.add(now)) {
                return false;
            }
            boolean over = true;
            for (int i = 0; i < calls.size(); i++) {
                if (isUnderway(i, now)) {
                    over = false;
                    Moment next = mayStep(i, now) ? after(i, now) : null;
                    if (next != null && goesOn(next)) {
                        return true;
                    }
                }
            }
            return over;
        }

        private boolean isUnderway(int call, Moment now) {
            return now.done.get(call) < calls.get(call).steps.size();
        }

        /** Whether all that ended before it began is done. */
        private boolean mayStep(int call, Moment now) {
            for (int i = 0; i < calls.size(); i++) {
                if (isUnderway(i, now) && calls.get(i).to < calls.get(call).from) {
                    return false;
                }
            }
            return true;
        }

        /** After the next step of that call; null if that is not what the list would do. */
        private @Nullable Moment after(int call, Moment now) {
            Step step = calls.get(call).steps.get(now.done.get(call));
            List<Integer> content = new ArrayList<>(now.content);
            boolean does =
                    switch (step.kind) {
                        case PUT ->
                                !now.closed && content.size() < bound && content.add(step.element);
                        case REFUSED -> now.closed || content.size() == bound;
                        case TAKEN ->
                                !content.isEmpty() && content.removeFirst().equals(step.element);
                        case SEEN -> !content.isEmpty() && content.getFirst().equals(step.element);
                        case NOTHING -> content.isEmpty();
                        case REMOVED -> content.remove((Object) step.element);
                        case NOT_THERE -> !content.contains(step.element);
                        case CLOSED -> true;
                        case SHUT -> now.closed;
                        case NOTHING_YET -> !now.closed && content.isEmpty();
                        case ENDED -> now.closed && content.isEmpty();
                    };
            if (!does) {
                return null;
            }
            List<Integer> done = new ArrayList<>(now.done);
            done.set(call, done.get(call) + 1);
            return new Moment(done, content, now.closed || step.kind == Kind.CLOSED);
        }
    }
}
