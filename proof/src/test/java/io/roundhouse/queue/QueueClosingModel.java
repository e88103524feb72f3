package io.roundhouse.queue;

import static io.roundhouse.proof.HowLong.TIMES;
import static io.roundhouse.queue.Consumers.MANY_CONSUMERS;
import static io.roundhouse.queue.Consumers.ONE_CONSUMER;
import static io.roundhouse.queue.Producers.MANY_PRODUCERS;
import static io.roundhouse.queue.Producers.ONE_PRODUCER;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.proof.twin.HastyQueue;
import java.util.function.BooleanSupplier;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * What is accepted while a queue is closed comes to the consumer before it leaves, and what is
 * refused does not come: under Lincheck's schedules of every memory access. A consumer leaves when
 * it has seen that the queue is closed, and found nothing afterwards.
 */
final class QueueClosingModel {
    private static final int BOUND = 2;

    /** More than the rounds of a pause after a lost race, which are no livelock. */
    private static final int LONGEST_LOOP = 300;

    /** A queue, whatever it is of. */
    private record Subject(
            BooleanSupplier offers,
            BooleanSupplier polls,
            Runnable closing,
            BooleanSupplier closed) {

        static Subject of(ClosableQueue<Integer> queue) {
            return new Subject(
                    () -> queue.offer(1),
                    () -> queue.poll() != null,
                    queue::close,
                    queue::isClosed);
        }

        static Subject of(LongQueue queue) {
            return new Subject(
                    () -> queue.offer(1), () -> queue.poll(0) != 0, queue::close, queue::isClosed);
        }

        static Subject of(HastyQueue queue) {
            return new Subject(
                    () -> queue.offer(1),
                    () -> queue.poll() != null,
                    queue::close,
                    queue::isClosed);
        }

        boolean offer() {
            return offers.getAsBoolean();
        }

        boolean poll() {
            return polls.getAsBoolean();
        }

        void close() {
            closing.run();
        }

        boolean isClosed() {
            return closed.getAsBoolean();
        }
    }

    /** One thread that puts, one that takes until it may leave, and whoever closes. */
    public abstract static class Leaving {
        private final Subject queue;
        private int accepted;
        private int taken;
        private boolean left;

        Leaving(Subject queue) {
            this.queue = queue;
        }

        @Operation(nonParallelGroup = "producer")
        public void put() {
            if (queue.offer()) {
                accepted++;
            }
        }

        @Operation(nonParallelGroup = "consumer")
        public void takeOrLeave() {
            if (left) {
                return;
            }
            boolean last = queue.isClosed();
            if (queue.poll()) {
                taken++;
            } else {
                left = last;
            }
        }

        @Operation(runOnce = true)
        public void close() {
            queue.close();
        }

        /** Asked when all is done. */
        @Validate
        public void whatWasAcceptedHasComeAndNothingElse() {
            while (!left && queue.poll()) {
                taken++;
            }
            if (accepted != taken) {
                throw new IllegalStateException(
                        accepted + " were accepted, and " + taken + " have come");
            }
        }
    }

    private static Queues.Builder of(Producers producers, Consumers consumers) {
        return Queues.of(producers, consumers).waiting(Awake.INSTANCE);
    }

    /** One producer, one consumer. */
    public static class Spsc extends Leaving {
        public Spsc() {
            super(Subject.of(of(ONE_PRODUCER, ONE_CONSUMER).bounded(BOUND).build()));
        }
    }

    /** One producer, many consumers. */
    public static class Spmc extends Leaving {
        public Spmc() {
            super(Subject.of(of(ONE_PRODUCER, MANY_CONSUMERS).bounded(BOUND).build()));
        }
    }

    /** Many producers, one consumer. */
    public static class Mpsc extends Leaving {
        public Mpsc() {
            super(Subject.of(of(MANY_PRODUCERS, ONE_CONSUMER).bounded(BOUND).build()));
        }
    }

    /** Growing, for one consumer. */
    public static class GrowingSpsc extends Leaving {
        public GrowingSpsc() {
            super(Subject.of(of(ONE_PRODUCER, ONE_CONSUMER).growing(1, BOUND).build()));
        }
    }

    /** Growing, for many consumers. */
    public static class GrowingSpmc extends Leaving {
        public GrowingSpmc() {
            super(Subject.of(of(ONE_PRODUCER, MANY_CONSUMERS).growing(1, BOUND).build()));
        }
    }

    /** Of {@code long}s, for one consumer. */
    public static class LongSpsc extends Leaving {
        public LongSpsc() {
            super(Subject.of(of(ONE_PRODUCER, ONE_CONSUMER).bounded(BOUND).buildLongs()));
        }
    }

    /** Of {@code long}s, for many consumers. */
    public static class LongSpmc extends Leaving {
        public LongSpmc() {
            super(Subject.of(of(ONE_PRODUCER, MANY_CONSUMERS).bounded(BOUND).buildLongs()));
        }
    }

    /** The twin that does not look behind its element. */
    public static class Broken extends Leaving {
        public Broken() {
            super(Subject.of(new HastyQueue(BOUND)));
        }
    }

    private static void check(Class<? extends Leaving> operations) {
        modelChecking().check(operations);
    }

    private static ModelCheckingOptions modelChecking() {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0)
                .iterations(4 * TIMES)
                .invocationsPerIteration(100)
                .loopBound(LONGEST_LOOP);
    }

    @Test
    void spscLeavesNothingBehind() {
        check(Spsc.class);
    }

    @Test
    void spmcLeavesNothingBehind() {
        check(Spmc.class);
    }

    @Test
    void mpscLeavesNothingBehind() {
        check(Mpsc.class);
    }

    @Test
    void growingLeavesNothingBehind() {
        check(GrowingSpsc.class);
        check(GrowingSpmc.class);
    }

    @Test
    void longsLeaveNothingBehind() {
        check(LongSpsc.class);
        check(LongSpmc.class);
    }

    @Test
    void aQueueThatDoesNotLookBehindItsElementIsCaught() {
        assertThatThrownBy(() -> modelChecking().minimizeFailedScenario(false).check(Broken.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
