package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.roundhouse.proof.Unwatched;
import io.roundhouse.waiting.internal.Stores;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What a line accepts while it is closed, or fails, is delivered, has failed at its stage, or is
 * left undelivered, each once; what it refuses is none of these: under Lincheck's schedules of
 * every memory access of the line itself. Nobody waits: who finds no room or no events goes on. A
 * schedule of a whole line takes tens of milliseconds, so this is for the stress profile only.
 */
@EnabledIfSystemProperty(named = "stress.mode", matches = "long")
final class LineEndingModel {
    private static final int SLOTS = 2;

    /** Every second event of a publisher cannot be handled. */
    private static final int FAILING = 2;

    private static final int SCENARIOS = 4;
    private static final int SCHEDULES = 100;

    /** In these schedules a store is visible at once. */
    private static final ManagedStrategyGuarantee VISIBLE =
            forClasses(Stores.class.getName()).allMethods().ignore();

    /** Nobody else knows the line while it is built. */
    private static final ManagedStrategyGuarantee BUILT_ALONE =
            forClasses(StillLine.class.getName()).methods("skipping").ignore();

    /** Two publishers, a stage, and whoever ends the line. */
    public abstract static class Ending {
        private final StillLine still = StillLine.skipping(SLOTS, this::handle, this::skipped);
        private final AtomicInteger accepted = new AtomicInteger();
        private int delivered;
        private int failed;

        private void handle(StillLine.Event event) {
            if (event.number % FAILING == 0) {
                throw new IllegalArgumentException("one that cannot be handled");
            }
            delivered++;
        }

        private void skipped(FailedEvent<StillLine.Event> event) {
            failed++;
        }

        @Operation(nonParallelGroup = "publisher")
        public void publish() {
            publish(1);
            publish(2);
        }

        @Operation(nonParallelGroup = "another publisher")
        public void publishToo() {
            publish(1);
        }

        private void publish(long number) {
            try {
                if (still.publish(number)) {
                    accepted.incrementAndGet();
                }
            } catch (PipelineClosedException refused) {
                if (String.valueOf(refused.getMessage()).contains("while the event was filled")) {
                    wasTakenBack(accepted);
                }
            }
        }

        /** A publisher has been told that its event, which it has published, does not count. */
        void wasTakenBack(AtomicInteger events) {
            // nobody's
        }

        @Operation(nonParallelGroup = "stage")
        public void work() {
            still.workOnce(0);
        }

        @Operation(runOnce = true, nonParallelGroup = "who ends it")
        public void end() {
            end(still.line);
            still.line.settle(Long.MAX_VALUE);
        }

        abstract void end(Line<StillLine.Event> line);

        /** Asked when all is done. */
        @Validate
        public void nothingIsLostOrDoubled() {
            still.line.close();
            still.line.settle(Long.MAX_VALUE);
            if (!still.line.isStopping()) {
                still.work(0);
            }
            int left = still.line.outcome().left().size();
            if (accepted.get() != delivered + failed + left) {
                throw new IllegalStateException(
                        accepted
                                + " were accepted, "
                                + delivered
                                + " delivered, "
                                + failed
                                + " failed, "
                                + left
                                + " left");
            }
            LineCounters counted = still.line.counters();
            if (counted.published() != accepted.get()
                    || counted.delivered() != delivered
                    || counted.failed() != failed) {
                throw new IllegalStateException(counted + ", not " + delivered + ", " + failed);
            }
        }
    }

    /** A line that is closed. */
    public static class Closing extends Ending {
        @Override
        void end(Line<StillLine.Event> line) {
            line.close();
        }
    }

    /** A line that fails. */
    public static class Failing extends Ending {
        @Override
        void end(Line<StillLine.Event> line) {
            line.fail("somebody", new IllegalStateException("as asked"));
        }
    }

    /** Publishers that do not heed that an event was taken back. */
    public static class Heedless extends Closing {
        @Override
        void wasTakenBack(AtomicInteger events) {
            events.incrementAndGet();
        }
    }

    private static ModelCheckingOptions modelChecking(int scenarios, int schedules) {
        return new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0)
                .iterations(scenarios)
                .invocationsPerIteration(schedules)
                .addGuarantee(VISIBLE)
                .addGuarantee(BUILT_ALONE)
                .addGuarantee(Unwatched.STACK_ROOM);
    }

    @Test
    void aLineThatIsClosedLosesNothing() {
        modelChecking(SCENARIOS, SCHEDULES).check(Closing.class);
    }

    @Test
    void aLineThatFailsLosesNothing() {
        modelChecking(SCENARIOS, SCHEDULES).check(Failing.class);
    }

    @Test
    void whoDoesNotHeedThatAnEventWasTakenBackIsCaught() {
        assertThatThrownBy(() ->
                        modelChecking(3, 60).minimizeFailedScenario(false).check(Heedless.class))
                .isInstanceOf(LincheckAssertionError.class);
    }
}
