package io.roundhouse.actor.internal;

import static io.roundhouse.proof.HowLong.TIMES;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.dispatch.internal.Caller;
import io.roundhouse.dispatch.internal.NoThread;
import io.roundhouse.proof.Unwatched;
import io.roundhouse.proof.twin.BrokenMailbox;
import java.util.LinkedList;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A mailbox is a queue with a bound: whatever senders and the runner do at once could have been
 * done one after the other. Checked by Lincheck under its own schedules of every memory access, and
 * on real threads: where it goes round its few records, where it grows from nothing, and where it
 * gives back the memory of a burst while others send.
 */
final class MailboxModel {
    /** More than the rounds of who waits for a record to be published. */
    private static final int LONGEST_LOOP = 300;

    private static final int MOST_LOOKS = 1_000;
    private static final int LOST = -1;

    /** Fewer than its records, which are a power of two. */
    private static final int SMALL = 3;

    private static final int LARGE = 16;

    /** So many calls, one behind the other, have memory that goes when it is empty. */
    private static final int BURST = 128;

    /** What senders and the runner do with a mailbox. */
    @Param(name = "call", gen = IntGen.class, conf = "1:9")
    abstract static class Calls {
        private final Numbers mailbox;
        private final long bound;

        Calls(int records, long bound, int before) {
            mailbox = new Numbers(records);
            this.bound = bound;
            for (int i = 1; i <= before; i++) {
                offer(i);
            }
            for (int i = 2; i < before; i++) {
                take();
            }
        }

        @Operation
        public boolean offer(@Param(name = "call") int call) {
            return mailbox.offer(bound, new long[] {1, call}, new Object[] {call}, 0);
        }

        /** The oldest, 0 if there is none. */
        @Operation(nonParallelGroup = "runner")
        public int take() {
            return mailbox.take();
        }
    }

    /** Round and round a few records. */
    @Param(name = "call", gen = IntGen.class, conf = "1:9")
    public static class Small extends Calls {
        public Small() {
            super(SMALL, SMALL, 0);
        }
    }

    /** From nothing to 1, 2 and 4 records. */
    @Param(name = "call", gen = IntGen.class, conf = "1:9")
    public static class Growing extends Calls {
        public Growing() {
            super(LARGE * LARGE, LARGE * LARGE, 0);
        }
    }

    /** Its last chunk is far beyond the bound, with two calls in it: it goes when it is empty. */
    @Param(name = "call", gen = IntGen.class, conf = "1:9")
    public static class Shrinking extends Calls {
        public Shrinking() {
            super(LARGE, Mailbox.NO_BOUND, BURST);
        }
    }

    /** A mailbox whose runner handles one call at a time. */
    private static final class Numbers extends Records {
        private int handled;

        Numbers(int bound) {
            super(bound, NoThread.caller());
        }

        int take() {
            handled = 0;
            int looks = 0;
            while (drain(1) == MORE && handled == 0) {
                if (looks++ == MOST_LOOKS) {
                    return LOST;
                } // claimed, and not published yet
            }
            return handled;
        }

        @Override
        void handle(
                Caller me,
                int header,
                long[] longs,
                @Nullable Object[] references,
                int first,
                int firstReference) {
            int call = (int) longs[first + 1];
            handled = references[firstReference] instanceof Integer it && it == call ? call : LOST;
            references[firstReference] = null;
        }
    }

    /** The twin that grows without a lock. */
    @Param(name = "call", gen = IntGen.class, conf = "1:9")
    public static class Broken {
        private final BrokenMailbox mailbox = new BrokenMailbox();

        @Operation
        public boolean offer(@Param(name = "call") int call) {
            mailbox.offer(call);
            return true;
        }

        @Operation(nonParallelGroup = "runner")
        public int take() {
            return mailbox.take();
        }
    }

    /** What they are held against. */
    abstract static class Queue {
        private final LinkedList<Integer> list = new LinkedList<>();
        private final long bound;

        Queue(long bound) {
            this.bound = bound;
        }

        public boolean offer(int call) {
            return list.size() < bound && list.add(call);
        }

        public int take() {
            return list.isEmpty() ? 0 : list.remove();
        }
    }

    /** With room for three. */
    public static class OfThree extends Queue {
        public OfThree() {
            super(SMALL);
        }
    }

    /** With room for all that is sent. */
    public static class OfMany extends Queue {
        public OfMany() {
            super(Long.MAX_VALUE);
        }
    }

    /** Likewise, with the last two of a burst in it. */
    public static class OfTheLast extends OfMany {
        public OfTheLast() {
            offer(BURST - 1);
            offer(BURST);
        }
    }

    private static ModelCheckingOptions modelChecking(Class<?> specification) {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsBefore(0)
                .actorsPerThread(3)
                .iterations(4 * TIMES)
                .invocationsPerIteration(200)
                .loopBound(LONGEST_LOOP)
                .addGuarantee(Unwatched.STACK_ROOM)
                .sequentialSpecification(specification);
    }

    private static void isLinearizable(Class<?> operations, Class<?> specification) {
        modelChecking(specification).check(operations);
        new StressOptions()
                .threads(3)
                .actorsPerThread(4)
                .iterations(3 * TIMES)
                .invocationsPerIteration(300)
                .sequentialSpecification(specification)
                .check(operations);
    }

    @Test
    void roundAFewRecordsItIsLinearizable() {
        isLinearizable(Small.class, OfThree.class);
    }

    @Test
    void whereItGrowsItIsLinearizable() {
        isLinearizable(Growing.class, OfMany.class);
    }

    @Test
    void whereItsMemoryGoesItIsLinearizable() {
        isLinearizable(Shrinking.class, OfTheLast.class);
    }

    @Test
    void aMailboxThatGrowsWithoutALockIsCaught() {
        assertThatThrownBy(() ->
                        modelChecking(OfMany.class)
                                .minimizeFailedScenario(false)
                                .check(Broken.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
