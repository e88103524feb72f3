package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.proof.twin.Memory.Mark;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Numbers from a few producers to one consumer that sleeps again and again, after the same
 * algorithm as {@code LoneStay} and {@code Bell}: it stays at the bell when it wakes up, and while
 * it does, whoever rings has a fence, so that it need not nap. A stay lasts for two rings here.
 */
public final class Staying {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who rings while the consumer stays goes without the fence. */
        RINGS_WITHOUT_A_FENCE,

        /** The consumer trusts in a stay that has only just begun. */
        TRUSTS_A_FRESH_STAY,

        /** The consumer looks a last time, and only then asks how long it has stayed. */
        ASKS_BEHIND_THE_LOOK,

        /** The consumer takes a stay that has begun anew for the one before. */
        TRUSTS_A_SECOND_STAY
    }

    private static final long ONE_RING = 1L << 32;
    private static final long STAY = 2;

    private final Flaw flaw;
    private final Memory memory;
    private final Waiter waiter;
    private final Cell bell;
    private final Cell[] put;
    private final long[] taken;
    private @Nullable Mark since;

    /**
     * @param waiters makes the one with which the consumer waits
     */
    public Staying(int producers, Memory memory, Flaw flaw, Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.memory = memory;
        this.waiter = waiters.apply(memory);
        bell = memory.cell(0);
        put = new Cell[producers];
        for (int i = 0; i < producers; i++) {
            put[i] = memory.cell(0);
        }
        taken = new long[producers];
    }

    /** Puts so many, one by one. The producer of that number. */
    public void put(int producer, int count) {
        for (long next = 1; next <= count; next++) {
            put[producer].write(next);
            long seen = bell.read();
            if (seen != 0) {
                ring(seen);
            }
        }
    }

    private void ring(long bellSeen) {
        long seen = bellSeen;
        if (seen >= ONE_RING && flaw != Flaw.RINGS_WITHOUT_A_FENCE) {
            while (seen >= ONE_RING && !bell.replace(seen, seen - ONE_RING)) {
                seen = bell.read();
            }
            memory.fence();
        }
        waiter.wake();
    }

    /** Takes so many, and waits for each that is not there. The consumer. */
    public void take(int count) {
        for (int i = 0; i < count; i++) {
            int producer = next();
            if (producer < 0) {
                waiter.await(new ForMore());
                producer = next();
            }
            taken[producer]++;
        }
    }

    private int next() {
        for (int i = 0; i < put.length; i++) {
            if (put[i].read() > taken[i]) {
                return i;
            }
        }
        return -1;
    }

    private final class ForMore implements Wait {
        @Override
        public boolean met() {
            return next() >= 0;
        }

        @Override
        public void beforePark() {
            bell.add(1);
        }

        @Override
        public void afterPark() {
            long before;
            do {
                before = bell.read();
            } while (!bell.replace(before, before % ONE_RING - 1 + STAY * ONE_RING));
            if (before < ONE_RING && (since == null || flaw != Flaw.TRUSTS_A_SECOND_STAY)) {
                since = memory.written();
            }
        }

        @Override
        public boolean wakersFence(Clock clock) {
            return bell.read() >= ONE_RING
                    && since != null
                    && (flaw == Flaw.TRUSTS_A_FRESH_STAY || since.isVisible());
        }

        @Override
        public String toString() {
            return "the consumer waits for more";
        }
    }
}
