package io.roundhouse.lab.peers.disruptor;

import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** The Disruptor for single goods; for long waits with its blocking strategy. */
@SystemInfo(
        name = "disruptor",
        artifact = "disruptor",
        guarantees = "one order for all publishers, exactly once")
public final class DisruptorLine implements LatencySystem, IdleSystem {

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return Waits.variants(spec.crowded());
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(spec.producers(), variant.word("wait"));
    }

    @Override
    public List<Variant> variants(IdleSpec spec) {
        return List.of(Variant.of("wait", "blocking"));
    }

    @Override
    public OneWayLine open(IdleSpec spec, Variant variant) {
        return new Line(1, variant.word("wait"));
    }

    private static final class Line extends RingLine<LongEvent> {

        Line(int producers, String wait) {
            super(producers, LongEvent::new, wait);
        }

        @Override
        void send(long good) {
            long sequence = ring.next();
            ring.get(sequence).value = good;
            ring.publish(sequence);
        }

        @Override
        long goodOf(LongEvent event) {
            return event.value;
        }
    }
}
