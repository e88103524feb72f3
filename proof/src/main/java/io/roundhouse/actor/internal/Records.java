package io.roundhouse.actor.internal;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.HandedCalls;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A mailbox without an actor: checks that what each producer has put in, the numbers from 1 on,
 * comes out once and in order, with its reference.
 */
class Records extends Mailbox {
    private static final int PRODUCERS = 2;

    private final int bound;
    private final Caller runner;
    private final long[] last = new long[PRODUCERS];
    private final AtomicLong taken = new AtomicLong();
    private String seen = "in order";

    Records(int bound) {
        this(bound, Caller.current());
    }

    /** For a runner that is no thread. */
    Records(int bound, Caller runner) {
        this.bound = bound;
        this.runner = runner;
    }

    /** Puts a number in; returns whether it could. */
    boolean offer(int producer, long number) {
        long[] longs = {1 + producer, number};
        @Nullable Object[] references = {number};
        return offer(bound, longs, references, 0);
    }

    /** Handles what is there. */
    void drain() {
        drain(Integer.MAX_VALUE);
    }

    /** Handles so many of them at most; returns what {@code drain} does. */
    int drain(int atMost) {
        return drain(runner, atMost, Long.MAX_VALUE);
    }

    /** What was wrong; "in order" if nothing. */
    String seen() {
        return seen;
    }

    /** The newest number of a producer that has come out. */
    long last(int producer) {
        return last[producer];
    }

    @Override
    void shrank() {}

    @Override
    boolean isUnbounded() {
        return false;
    }

    @Override
    void handle(
            Caller me,
            int header,
            long[] longs,
            @Nullable Object[] references,
            int first,
            int firstReference) {
        int producer = header - 1;
        long number = longs[first + 1];
        Object reference = references[firstReference];
        if (number != last[producer] + 1) {
            seen = number + " after " + last[producer];
        } else if (!Long.valueOf(number).equals(reference)) {
            seen = "with the reference of " + reference;
        }
        references[firstReference] = null;
        last[producer] = number;
    }

    @Override
    int bound() {
        return bound;
    }

    @Override
    int longsEach() {
        return 2;
    }

    @Override
    int referencesEach() {
        return 1;
    }

    @Override
    boolean publishesEachHead() {
        return bound < 128;
    }

    @Override
    void grew(int records, boolean beyond) {}

    @Override
    boolean takes(long bytes, boolean inAnyCase) {
        taken.addAndGet(bytes);
        return true;
    }

    @Override
    void settled() {}

    @Override
    void gives(long bytes) {
        if (taken.addAndGet(-bytes) < 0) {
            seen = "gives memory back that it has not taken";
        }
    }

    @Override
    void madeRoom(boolean quickly) {}

    @Override
    protected boolean hasMail() {
        return isMailed();
    }

    @Override
    public int turn(Caller me) {
        throw new AssertionError("nobody schedules it");
    }

    @Override
    protected int turn(Caller me, HandedCalls calls) {
        throw new AssertionError("nobody schedules it");
    }

    @Override
    protected int turnWith(Caller me, int first, int count) {
        throw new AssertionError("nobody schedules it");
    }

    @Override
    protected void append(Caller me, long[] longs, @Nullable Object[] references, int first) {
        throw new AssertionError("nobody hands it over");
    }
}
