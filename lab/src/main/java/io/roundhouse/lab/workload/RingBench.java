package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.MonteCarlo;
import io.roundhouse.lab.system.RingOutcome;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.Variant;

/** Rings, one after the other, each checked. */
abstract class RingBench extends SessionBench<RingSession> {

    final RingSpec spec;

    RingBench(RingSystem system, RingSpec spec, Variant variant) throws Exception {
        super(system.open(spec, variant));
        this.spec = spec;
    }

    /** Compares what the nodes saw with what they must have seen. */
    final RingOutcome check(long rounds) throws Exception {
        RingOutcome seen = session.outcome();
        long messages = spec.messages(rounds);
        long sum = spec.messages(1) * Goods.sum(0, rounds);
        WrongResult.unless("the ring", seen.messages(), messages, seen.sum(), sum);
        if (!MonteCarlo.plausible(seen.hits(), messages * spec.work())) {
            throw new WrongResult(
                    "wrong result: %d hits in the work of %d messages with %d points each"
                            .formatted(seen.hits(), messages, spec.work()));
        }
        return seen;
    }
}
