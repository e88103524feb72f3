package io.roundhouse.channel;

import io.roundhouse.waiting.Sleep;
import org.jspecify.annotations.Nullable;

/** Something to be done when a time is over, unless it is stopped before. See {@link Deadlines}. */
final class TimeLimit implements Comparable<TimeLimit> {
    private final long deadline;
    private final Runnable whenOver;

    /** Tells those of one moment apart. Given by {@link Deadlines}, under its lock. */
    private long number;

    /** Another one that is to be tried again. By {@link Deadlines}. */
    private @Nullable TimeLimit next;

    /**
     * @param nanos until then; no more than {@link Deadlines#LONGEST_NANOS}
     * @param whenOver short, waits for nobody
     */
    TimeLimit(long nanos, Runnable whenOver) {
        this.deadline = Sleep.deadline(nanos);
        this.whenOver = whenOver;
    }

    long deadline() {
        return deadline;
    }

    void numbered(long given) {
        number = given;
    }

    void goesBefore(@Nullable TimeLimit other) {
        next = other;
    }

    /** The one it goes before, no longer. */
    @Nullable TimeLimit takeNext() {
        TimeLimit taken = next;
        next = null;
        return taken;
    }

    void isOver() {
        whenOver.run();
    }

    /** By time; the clock may overflow. */
    @Override
    public int compareTo(TimeLimit other) {
        int byTime = Long.signum(deadline - other.deadline);
        return byTime != 0 ? byTime : Long.compare(number, other.number);
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
