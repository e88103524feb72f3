package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.ChannelSession;
import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.Tally;
import java.util.Map;

/** Runs producers and consumers, and checks what was received. */
final class ChannelBench extends SessionBench<ChannelSession> {

    static final String ITEMS = "items";

    /**
     * Two virtual threads are a scheduler to compile as well, and leave its compilers little of a
     * small machine.
     */
    static final int AMPLE_WARM_UP_MILLIS = 700;

    /** The threads are new, and take some milliseconds to find each other's carrier. */
    static final int SHORTEST_SAMPLE_MILLIS = 40;

    private final ChannelSpec spec;

    ChannelBench(ChannelSpec spec, ChannelSession session) {
        super(session);
        this.spec = spec;
    }

    @Override
    public Sample sample(long items) throws Exception {
        long batches = Math.ceilDiv(items, (long) spec.allProducers() * spec.batch());
        long each = Math.max(1, batches) * spec.batch();
        long all = each * spec.allProducers();
        Drive drive = Drive.of(() -> session.run(each));
        Tally seen = session.outcome();
        long sum = spec.allProducers() * Goods.pooledSum(0, each);
        WrongResult.unless("consumers together", seen.count(), all, seen.sum(), sum);
        return new Sample(
                all, drive.nanos(), Map.of(ITEMS, drive.rate(all)), Map.of(), drive.cost());
    }
}
