package io.roundhouse.lab.peers.disruptor;

import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** The Disruptor's claims of several events, each of the one good that is due. */
@SystemInfo(name = "disruptor-batch", artifact = "disruptor", guarantees = "fifo, exactly once")
public final class DisruptorBatchLine implements LatencySystem {

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return Waits.variants(spec.crowded());
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        return new Line(spec.producers(), variant.word("wait"));
    }

    private static final class Line extends RingLine<LongEvent> {

        Line(int producers, String wait) {
            super(producers, LongEvent::new, wait);
        }

        @Override
        void send(long good) {
            long sequence = ring.next(1);
            ring.get(sequence).value = good;
            ring.publish(sequence, sequence);
        }

        @Override
        long goodOf(LongEvent event) {
            return event.value;
        }

        @Override
        public String config() {
            return super.config() + " batch=1";
        }
    }
}
