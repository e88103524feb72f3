package io.roundhouse.dispatch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.waiting.Choices;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class StepperTest {
    private final Stepper stepper = new Stepper("steps-", Choices.seeded(1), () -> {});
    private final AtomicBoolean there = new AtomicBoolean();

    /**
     * As when there is no memory for what a turn needs, while a call waits on the driver's stack.
     */
    @Test
    void theDriverGoesOnBehindATurnOfAHelperThatThrows() {
        Failing failing = new Failing();
        stepper.mailed(new Waiting(failing), Caller.current());
        assertThat(stepper.step()).isTrue();
        assertThat(failing.turns).hasValue(2);
        assertThat(stepper.isQuiet()).isTrue();
        stepper.end();
    }

    /** It is given the next turn, too, and ends with the house. */
    @Test
    void soDoesTheHelper() throws InterruptedException {
        Failing failing = new Failing();
        stepper.mailed(new Waiting(failing), Caller.current());
        assertThat(stepper.step()).isTrue();
        assertThat(failing.turns).hasValue(2);
        assertThat(stepper.threads()).hasSize(1);
        Thread helper = stepper.threads().getFirst();
        assertThat(helper.isAlive()).isTrue();
        stepper.end();
        helper.join();
    }

    /** What a turn that runs out of stack has left is not swept upon the frames of that one. */
    @Test
    void whatIsLeftAtTheEndIsNoDeeperEachTime() {
        OutOfStack task = new OutOfStack();
        stepper.end();
        while (task.hasMail()) {
            try {
                stepper.mailed(task, Caller.current());
                stepper.sweep();
            } catch (StackOverflowError e) {
                // comes again
            }
        }
        assertThat(task.depths).hasSize(OutOfStack.TIMES);
        assertThat(Set.copyOf(task.depths)).hasSizeLessThanOrEqualTo(2);
    }

    /**
     * Another thread has brought mail to one that somebody waits for, and is still to tell of it.
     */
    @Test
    void nothingIsStuckOrLaterWhileThereIsMailToBeToldOf() {
        stepper.mailed(new Resting(), Caller.current());
        assertThat(stepper.step()).isTrue();
        assertThat(stepper.isStuck()).isTrue();
        Failing untold = new Failing();
        untold.turns.set(1); // and fails no more
        stepper.isWaitedFor(untold);
        assertThat(stepper.isStuck()).isFalse();
        Runnable forget = stepper.after(2, () -> {});
        assertThat(stepper.isOnlyLater(1)).isFalse();
        forget.run();
        assertThat(stepper.step()).isTrue();
        assertThat(untold.turns).hasValue(2);
        assertThat(stepper.isStuck()).isTrue();
        stepper.end();
    }

    /**
     * The one who does may have left by the time that the other is told. (Without that read under
     * the lock three runs of four fail: once in some thousand steps it was told "null".)
     */
    @Test
    void whoMayNotStepIsToldWhoDoes() throws InterruptedException {
        Brief brief = new Brief();
        stepper.mailed(brief, Caller.current());
        Thread other = new Thread(() -> refusals(brief), "the other one");
        other.start();
        Set<String> told = refusals(brief);
        other.join();
        assertThat(told).allSatisfy(each -> assertThat(each).endsWith("does, \"the other one\""));
        stepper.end();
    }

    @Test
    void whoStepsAlreadyIsToldSo() {
        List<String> told = new ArrayList<>();
        stepper.after(
                0,
                () -> {
                    try {
                        stepper.step();
                    } catch (IllegalStateException e) {
                        told.add(e.getMessage());
                    }
                });
        assertThat(stepper.step()).isTrue();
        assertThat(told).singleElement().asString().endsWith("it does so already");
        stepper.end();
    }

    /** Steps until that one is done; returns what was told meanwhile. */
    private Set<String> refusals(Brief brief) {
        Set<String> told = new HashSet<>();
        while (brief.hasMail()) {
            try {
                stepper.step();
            } catch (IllegalStateException e) {
                told.add(e.getMessage());
            }
        }
        return told;
    }

    /** Takes many turns, of many lengths. */
    private static final class Brief extends WorkersTest.WithoutMail {
        private static final int TURNS = 10_000;
        private static final int LENGTHS = 500;

        private volatile int turns;

        @Override
        protected boolean hasMail() {
            return turns < TURNS;
        }

        @Override
        public int turn(Caller me) {
            int turn = turns;
            for (int i = 0; i < turn % LENGTHS; i++) {
                Thread.onSpinWait();
            }
            turns = turn + 1;
            return hasMail() ? MORE : DONE;
        }
    }

    /** Until there is room somewhere, which nobody makes. */
    private static final class Resting extends WorkersTest.WithoutMail {
        @Override
        protected boolean hasMail() {
            return true;
        }

        @Override
        public int turn(Caller me) {
            return AWAY;
        }

        @Override
        protected boolean goesAway() {
            return true;
        }
    }

    private static final class OutOfStack extends WorkersTest.WithoutMail {
        static final int TIMES = 20;

        final List<Long> depths = new ArrayList<>();

        @Override
        protected boolean hasMail() {
            return depths.size() < TIMES;
        }

        @Override
        public int turn(Caller me) {
            depths.add(StackWalker.getInstance().walk(Stream::count));
            throw new StackOverflowError("on purpose");
        }
    }

    /** Waits in its turn until the other one has come to its end. */
    private final class Waiting extends WorkersTest.WithoutMail {
        private final Failing other;
        private boolean isOver;

        Waiting(Failing other) {
            this.other = other;
        }

        @Override
        protected boolean hasMail() {
            return !isOver;
        }

        @Override
        public int turn(Caller me) {
            stepper.mailed(other, me);
            stepper.await(me, there::get, Long.MAX_VALUE);
            isOver = true;
            return DONE;
        }
    }

    private final class Failing extends WorkersTest.WithoutMail {
        final AtomicInteger turns = new AtomicInteger();

        @Override
        protected boolean hasMail() {
            return turns.get() < 2;
        }

        @Override
        public int turn(Caller me) {
            if (turns.incrementAndGet() == 1) {
                Thread.currentThread().setUncaughtExceptionHandler((_, _) -> {});
                throw new OutOfMemoryError("on purpose");
            }
            there.set(true);
            return DONE;
        }
    }
}
