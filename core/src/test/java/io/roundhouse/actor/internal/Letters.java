package io.roundhouse.actor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.HandedCalls;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mailbox without an actor, of one number a call. */
class Letters extends Mailbox {
    static final int BOUND = 16;

    /** 1 + 2 + 4 … + 64: what comes next is far beyond the bound. */
    static final int FULL = 127;

    final List<Long> handled = new ArrayList<>();

    /** What happens while a sender asks for more memory, which it is refused, the first time. */
    @Nullable Runnable meanwhile;

    void fill() {
        for (long n = 0; n < FULL; n++) {
            assertThat(offer(n)).isTrue();
        }
    }

    boolean offer(long number) {
        return offer(NO_BOUND, new long[] {1, number}, new Object[0], 0);
    }

    void drain() {
        drain(Caller.current(), Integer.MAX_VALUE, Long.MAX_VALUE);
    }

    @Override
    boolean takes(long bytes, boolean inAnyCase) {
        Runnable now = meanwhile;
        if (now == null) {
            return true;
        }
        meanwhile = null;
        now.run();
        return false;
    }

    @Override
    void settled() {}

    @Override
    void gives(long bytes) {}

    @Override
    void handle(
            Caller me,
            int header,
            long[] longs,
            @Nullable Object[] references,
            int first,
            int firstReference) {
        handled.add(longs[first + 1]);
    }

    @Override
    int bound() {
        return BOUND;
    }

    @Override
    boolean isUnbounded() {
        return false;
    }

    @Override
    int longsEach() {
        return 2;
    }

    @Override
    int referencesEach() {
        return 0;
    }

    @Override
    boolean publishesEachHead() {
        return true;
    }

    @Override
    void grew(int records, boolean beyond) {}

    @Override
    void shrank() {}

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
