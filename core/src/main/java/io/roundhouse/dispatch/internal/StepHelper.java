package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A thread that runs turns while frames lie on the driver's stack. */
final class StepHelper extends Carrier {
    private final Stepper stepper;
    private final Waiter here = WaitStrategy.parking().newWaiter();
    private final Waiter driver = WaitStrategy.parking().newWaiter();

    /** Whether it runs; the driver and the helper hand this to each other. */
    private volatile boolean runs;

    private volatile boolean ends;

    private @Nullable Task task;

    /** What the call that it runs waits for. */
    private volatile @Nullable Wait wait;

    /** Until when; set before that. */
    private volatile long until = Stepper.FOR_EVER;

    StepHelper(Stepper stepper, String name) {
        super(name);
        this.stepper = stepper;
    }

    boolean isOf(Stepper asked) {
        return stepper == asked;
    }

    // ---- the driver

    boolean isIdle() {
        return !runs && wait == null;
    }

    /** Whether it is in a call whose wait is over, or has something to do there. */
    boolean canGoOn() {
        Wait waits = wait;
        return !runs && waits != null && (stepper.ending || stepper.mayBeOver(waits, until));
    }

    /** What the call in it waits for; null if none does. */
    @Nullable Wait waitsFor() {
        return wait;
    }

    /** For ever if it does not, or for no time. */
    long waitsUntil() {
        return runs || wait == null ? Stepper.FOR_EVER : until;
    }

    /** Has it run this, or go on with what it runs; returns when it has ended or waits. */
    void goOn(@Nullable Task next) {
        task = next;
        runs = true;
        here.wake();
        awaitDeaf(driver, new Until("a step to end", () -> !runs));
    }

    /** An interrupt must not make two threads run: it is kept for later. */
    private static void awaitDeaf(Waiter waiter, Wait wait) {
        boolean interrupted = false;
        while (!wait.met()) {
            try {
                waiter.await(wait);
            } catch (WaitInterruptedException e) {
                interrupted |= Thread.interrupted();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void end() {
        ends = true;
        here.wake();
    }

    // ---- the helper

    @Override
    public void run() {
        while (true) {
            awaitDeaf(here, new Until("the next step", () -> runs || ends));
            Task mine = task;
            if (!runs || mine == null) {
                return;
            }
            try {
                stepper.turn(mine, caller);
            } catch (Throwable e) {
                survive(e);
            } finally { // the driver waits, whatever has come of it
                Thread.interrupted(); // nobody's business but the call's that has ended
                gives();
            }
        }
    }

    private void gives() {
        runs = false;
        driver.wake();
    }

    /** In a call: gives control back until this wait is over, or it is so late. */
    void waits(Wait awaited, long latest) {
        while (!stepper.isOver(awaited, latest)) {
            until = latest; // each time: what the wait does may wait, too
            wait = awaited;
            gives();
            awaitDeaf(here, new Until("its turn", () -> runs));
            wait = null;
            if (stepper.ending && !stepper.isOver(awaited, latest)) {
                throw new IllegalStateException(awaited + ", and the house is closed");
            }
        }
    }

    private record Until(String what, BooleanSupplier holds, Thread who) implements Wait {
        Until(String what, BooleanSupplier holds) {
            this(what, holds, Thread.currentThread());
        }

        @Override
        public boolean met() {
            return holds.getAsBoolean();
        }

        @Override
        public String toString() {
            return "thread \"" + who.getName() + "\" waits for " + what;
        }
    }
}
