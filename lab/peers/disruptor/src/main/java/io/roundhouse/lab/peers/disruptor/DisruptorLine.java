package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.ProducerType;
import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** The Disruptor for single goods; for long waits with its blocking strategy. */
@SystemInfo(name = "disruptor", artifact = "disruptor", guarantees = "fifo, exactly once")
public final class DisruptorLine implements LatencySystem, IdleSystem {

    private static final int SLOTS = 1024;

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

    private static final class Line implements OneWayLine, EventHandler<LongEvent> {

        private final RingBuffer<LongEvent> ring;
        private final BatchEventProcessor<LongEvent> processor;
        private Arrival arrival = good -> {};
        private long last;

        Line(int producers, String wait) {
            ProducerType type = producers == 1 ? ProducerType.SINGLE : ProducerType.MULTI;
            ring = RingBuffer.create(type, LongEvent::new, SLOTS, Waits.strategy(wait));
            processor = new BatchEventProcessorBuilder().build(ring, ring.newBarrier(), this);
            ring.addGatingSequences(processor.getSequence());
        }

        @Override
        public Sender sender(int index) {
            return good -> {
                long sequence = ring.next();
                ring.get(sequence).value = good;
                ring.publish(sequence);
            };
        }

        @Override
        public Receiver receiver() {
            return (count, to) -> {
                arrival = to;
                last = processor.getSequence().get() + count;
                processor.run();
            };
        }

        @Override
        public void onEvent(LongEvent event, long sequence, boolean endOfBatch) {
            arrival.arrived(event.value);
            if (sequence == last) {
                processor.halt();
            }
        }

        @Override
        public String config() {
            return "slots=" + SLOTS;
        }
    }
}
