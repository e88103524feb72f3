package io.roundhouse.dispatch.internal;

import io.roundhouse.waiting.Wait;
import java.util.ArrayList;
import java.util.List;

/**
 * The helper threads of a {@link Stepper}: as many as ever were in turns at once beside the one on
 * the driver's stack. Guarded by the stepper.
 */
final class StepHelpers {
    private final Stepper stepper;
    private final String name;
    private final List<StepHelper> helpers = new ArrayList<>();

    /** None yet; the name is followed by a number. */
    StepHelpers(Stepper stepper, String name) {
        this.stepper = stepper;
        this.name = name;
    }

    /** Those in a call whose wait is over, or that have something to do there. */
    List<StepHelper> ready() {
        List<StepHelper> ready = new ArrayList<>();
        for (StepHelper each : helpers) {
            if (each.canGoOn()) {
                ready.add(each);
            }
        }
        return ready;
    }

    /** One that is in no call; a new one if there is none. */
    StepHelper idle() {
        for (StepHelper each : helpers) {
            if (each.isIdle()) {
                return each;
            }
        }
        StepHelper helper = new StepHelper(stepper, name + helpers.size());
        helper.start();
        helpers.add(helper);
        return helper;
    }

    boolean areIdle() {
        for (StepHelper each : helpers) {
            if (!each.isIdle()) {
                return false;
            }
        }
        return true;
    }

    /** The first time that one of them waits for; for ever if there is none. */
    long next() {
        long next = Stepper.FOR_EVER;
        for (StepHelper each : helpers) {
            next = Math.min(next, each.waitsUntil());
        }
        return next;
    }

    /** What the calls in them wait for, each behind a semicolon. */
    String whatIsWaitedFor() {
        StringBuilder words = new StringBuilder();
        for (StepHelper each : helpers) {
            Wait wait = each.waitsFor();
            if (wait != null) {
                words.append("; ").append(wait);
            }
        }
        return words.toString();
    }

    List<StepHelper> all() {
        return List.copyOf(helpers);
    }
}
