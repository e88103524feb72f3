package io.roundhouse.lab.badsystems;

import io.roundhouse.lab.system.MonteCarlo;
import io.roundhouse.lab.system.RandomTrapSession;
import io.roundhouse.lab.system.RandomTrapSpec;
import io.roundhouse.lab.system.RandomTrapSystem;
import io.roundhouse.lab.system.RingOutcome;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.OptionalLong;

/** Says the right sums and does half of the work. */
@SystemInfo(name = "shirking", version = "0", guarantees = "none")
public final class Shirking implements RingSystem, RandomTrapSystem {

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        return new RingSession() {
            private long rounds;

            @Override
            public OptionalLong construct(long roundsToRun) {
                rounds = roundsToRun;
                return OptionalLong.empty();
            }

            @Override
            public OptionalLong run() {
                return OptionalLong.of(1);
            }

            @Override
            public RingOutcome outcome() {
                long messages = spec.messages(rounds);
                long sum = messages * (rounds - 1) / 2;
                return new RingOutcome(messages, sum, MonteCarlo.hits(messages * spec.work() / 2));
            }
        };
    }

    @Override
    public RandomTrapSession open(RandomTrapSpec spec) {
        return points -> MonteCarlo.hits(points / 2);
    }
}
