package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Function;

/**
 * A consumer that takes, and a producer that sleeps for room again and again, after the same
 * algorithm as {@code SpscQueue}: the consumer looks at no bell, but at a flag, behind each number;
 * the producer sets the flag when it has announced itself at the bell, and the consumer that finds
 * the bell quiet clears the flag, and looks at the bell once more. There is always something to
 * take, and room for one more when something was taken.
 */
public final class Watching {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** The consumer that has cleared the flag does not look at the bell again. */
        CLEARS_WITHOUT_A_LOOK
    }

    private final Flaw flaw;
    private final Memory memory;
    private final Waiter waiter;
    private final Cell bell;
    private final Cell watched;
    private final Cell taken;
    private long put;

    /**
     * @param waiters makes the one with which the producer waits
     */
    public Watching(Memory memory, Flaw flaw, Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.memory = memory;
        this.waiter = waiters.apply(memory);
        bell = memory.cell(0);
        watched = memory.cell(1); // as after an earlier wait
        taken = memory.cell(0);
    }

    /** Takes so many, one by one. The consumer. */
    public void take(int count) {
        for (long next = 1; next <= count; next++) {
            taken.write(next);
            if (watched.read() != 0) {
                takenWatched();
            }
        }
    }

    private void takenWatched() {
        if (bell.read() != 0) {
            waiter.wake();
        }
        if (bell.read() == 0) {
            watched.write(0);
            memory.fence();
            if (flaw != Flaw.CLEARS_WITHOUT_A_LOOK && bell.read() != 0) {
                watch();
            }
        }
    }

    private void watch() {
        watched.write(1);
        memory.fence();
    }

    /** Waits for room so many times, and uses it. The producer. */
    public void awaitRoom(int count) {
        while (put < count) {
            if (taken.read() <= put) {
                waiter.await(new ForRoom());
            }
            put++;
        }
    }

    private final class ForRoom implements Wait {
        @Override
        public boolean met() {
            return taken.read() > put;
        }

        @Override
        public void beforePark() {
            bell.add(1);
            watch();
        }

        @Override
        public void afterPark() {
            bell.add(-1);
        }

        @Override
        public String toString() {
            return "the producer waits for room";
        }
    }
}
