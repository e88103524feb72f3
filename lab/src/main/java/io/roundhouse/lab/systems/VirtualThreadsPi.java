package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A virtual thread a job, on a scheduler of as many threads as there are workers. */
@SystemInfo(name = "virtual-threads", guarantees = "exactly once, no order, submitter throttled")
public final class VirtualThreadsPi implements PiSystem {

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        return new Session(spec.steps());
    }

    private record Session(int steps) implements PiSession {

        @Override
        public PiOutcome compute(int jobs) {
            SharedTotal total = new SharedTotal();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int job = 0; job < jobs; job++) {
                    int own = job;
                    threads.execute(() -> total.add(PiParts.job(own, steps)));
                    total.throttle(job + 1);
                }
            } // closing waits for all
            return total.outcome();
        }

        @Override
        public String config() {
            return "throttle=" + SharedTotal.MOST_UNDER_WAY;
        }
    }
}
