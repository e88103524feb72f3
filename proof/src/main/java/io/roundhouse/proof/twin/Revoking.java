package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.proof.twin.Memory.Mark;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Numbers from one producer to one consumer that sleeps again and again, after the same algorithm
 * as {@code SpscQueue}: the producer looks at no bell, but compares with its limit, behind each
 * number; the consumer revokes the limit when it has announced itself at the bell, and the producer
 * looks at the bell whenever it has set a limit: before the first number, and behind others. A
 * limit lasts for two numbers here, a stay for two rings; there is always room.
 */
public final class Revoking {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** The producer that has set a limit does not look at the bell. */
        SETS_WITHOUT_A_LOOK,

        /** The producer that has set a limit looks at the bell without a fence between. */
        LOOKS_WITHOUT_A_FENCE,

        /** The producer looks at the bell first, and sets the limit then. */
        LOOKS_FIRST,

        /** The consumer revokes the limit, and announces itself at the bell then. */
        REVOKES_BEFORE_IT_LISTENS
    }

    private static final long REVOKED = Long.MIN_VALUE;
    private static final long STEP = 2;
    private static final long ONE_RING = 1L << 32;
    private static final long STAY = 2;

    private final Flaw flaw;
    private final Memory memory;
    private final Waiter waiter;
    private final Cell bell;
    private final Cell limit;
    private final Cell put;
    private long taken;
    private @Nullable Mark since;

    /**
     * @param waiters makes the one with which the consumer waits
     */
    public Revoking(Memory memory, Flaw flaw, Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.memory = memory;
        this.waiter = waiters.apply(memory);
        bell = memory.cell(0);
        limit = memory.cell(0);
        put = memory.cell(0);
    }

    /** Puts so many, one by one. The producer. */
    public void put(int count) {
        goOn(STEP); // before the first number, as where no room was known
        for (long next = 1; next <= count; next++) {
            put.write(next);
            if (next >= limit.read()) {
                ring();
                goOn(next + STEP);
            }
        }
    }

    private void ring() {
        long seen = bell.read();
        if (seen == 0) {
            return;
        }
        if (seen >= ONE_RING) {
            while (seen >= ONE_RING && !bell.replace(seen, seen - ONE_RING)) {
                seen = bell.read();
            }
            memory.fence();
        }
        waiter.wake();
    }

    private void goOn(long next) {
        boolean rung = flaw == Flaw.LOOKS_FIRST && bell.read() != 0;
        limit.write(next);
        if (flaw != Flaw.LOOKS_WITHOUT_A_FENCE) {
            memory.fence();
        }
        boolean looks = flaw != Flaw.SETS_WITHOUT_A_LOOK && flaw != Flaw.LOOKS_FIRST;
        if (rung || looks && bell.read() != 0) {
            revoke();
        }
    }

    private void revoke() {
        long before;
        do {
            before = limit.read();
        } while (!limit.replace(before, before | REVOKED));
    }

    /** Takes so many, and waits for each that is not there. The consumer. */
    public void take(int count) {
        while (taken < count) {
            if (put.read() <= taken) {
                waiter.await(new ForMore());
            }
            taken++;
        }
    }

    private final class ForMore implements Wait {
        @Override
        public boolean met() {
            return put.read() > taken;
        }

        @Override
        public void beforePark() {
            boolean revokesFirst = flaw == Flaw.REVOKES_BEFORE_IT_LISTENS;
            if (revokesFirst) {
                revoke();
            }
            bell.add(1);
            if (!revokesFirst) {
                revoke();
            }
        }

        @Override
        public void afterPark() {
            long before;
            do {
                before = bell.read();
            } while (!bell.replace(before, before % ONE_RING - 1 + STAY * ONE_RING));
            if (before < ONE_RING) {
                since = memory.written();
            }
        }

        @Override
        public boolean wakersFence(Clock clock) {
            return bell.read() >= ONE_RING && since != null && since.isVisible();
        }

        @Override
        public String toString() {
            return "the consumer waits for more";
        }
    }
}
