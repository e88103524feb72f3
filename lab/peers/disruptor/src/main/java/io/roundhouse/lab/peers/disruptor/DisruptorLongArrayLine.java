package io.roundhouse.lab.peers.disruptor;

import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/**
 * The Disruptor with arrays for events: of one good, which in a longer one would wait for others.
 */
@SystemInfo(
        name = "disruptor-long-array",
        artifact = "disruptor",
        guarantees = "fifo, exactly once, whole arrays only")
public final class DisruptorLongArrayLine implements LatencySystem {

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return Waits.variants(spec.crowded());
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(spec.producers(), variant.word("wait"));
    }

    private static final class Line extends RingLine<long[]> {

        Line(int producers, String wait) {
            super(producers, () -> new long[1], wait);
        }

        @Override
        void send(long good) {
            long sequence = ring.next();
            ring.get(sequence)[0] = good;
            ring.publish(sequence);
        }

        @Override
        long goodOf(long[] event) {
            return event[0];
        }

        @Override
        public String config() {
            return super.config() + " longs=1";
        }
    }
}
