package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.dsl.ProducerType;
import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.PipelineSpec;
import io.roundhouse.lab.system.PipelineSpec.Shape;
import io.roundhouse.lab.system.PipelineSystem;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;

/** The Disruptor with one batch event processor a stage, run on the lab's threads. */
@SystemInfo(
        name = "disruptor",
        artifact = "disruptor",
        guarantees = "one order for all publishers, exactly once")
public final class DisruptorPipeline implements PipelineSystem {

    @Override
    public List<Variant> variants(PipelineSpec spec) {
        return Waits.ringVariants(spec.crowded());
    }

    @Override
    public TransferSession open(PipelineSpec spec, Variant variant) {
        return new Stages(spec, variant.number("slots"), variant.word("wait"));
    }

    private static final class Stages implements TransferSession {
        private final RingBuffer<LongEvent> ring;
        private final List<Stage> stages = new ArrayList<>();

        Stages(PipelineSpec spec, int slots, String wait) {
            ProducerType type = spec.publishers() == 1 ? ProducerType.SINGLE : ProducerType.MULTI;
            ring = RingBuffer.create(type, LongEvent::new, slots, Waits.strategy(wait));
            for (int s = 0; s < spec.stages(); s++) {
                stages.add(
                        spec.shape() == Shape.CHAIN && s > 0
                                ? new Stage(ring, sequences(List.of(stages.getLast())))
                                : new Stage(ring));
            }
            if (spec.shape() == Shape.DIAMOND) {
                stages.add(new Stage(ring, sequences(stages)));
            }
            ring.addGatingSequences(
                    sequences(
                            spec.shape() == Shape.MULTICAST ? stages : List.of(stages.getLast())));
        }

        private static Sequence[] sequences(List<Stage> stages) {
            return stages.stream()
                    .map(each -> each.processor.getSequence())
                    .toArray(Sequence[]::new);
        }

        @Override
        public Producer producer(int index) {
            RingBuffer<LongEvent> ring = this.ring; // a field would be read again for each event
            return (first, count) -> {
                for (long number = first; number < first + count; number++) {
                    long sequence = ring.next();
                    ring.get(sequence).value = number;
                    ring.publish(sequence);
                }
            };
        }

        @Override
        public Consumer consumer(int index) {
            return stages.get(index);
        }
    }

    private static final class Stage implements Consumer {
        private final DisruptorTransfer.LongSumming summing = new DisruptorTransfer.LongSumming();
        private final BatchEventProcessor<LongEvent> processor;

        Stage(RingBuffer<LongEvent> ring, Sequence... before) {
            processor =
                    new BatchEventProcessorBuilder().build(ring, ring.newBarrier(before), summing);
        }

        @Override
        public Tally consume(long count) {
            summing.sum = 0;
            summing.stopAfter(processor.getSequence().get() + count, processor::halt);
            processor.run();
            return new Tally(count, summing.sum);
        }
    }
}
