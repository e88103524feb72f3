package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.PhasedBackoffWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.systems.LinkedHandOver;
import io.roundhouse.lab.systems.ProxyFramework;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The third version of the framework of 2013: a Disruptor as the inbound queue, lock-free queues to
 * the targets. The dispatcher never waits for a target, so a full ring always empties.
 */
@SystemInfo(name = "framework-v3", artifact = "disruptor", guarantees = "fifo, exactly once")
public final class FrameworkV3 extends ProxyFramework {

    private static final int SLOTS = 65536;
    private static final long SPIN_MICROS = 10;
    private static final long YIELD_MICROS = 200;

    /** Strategies that burn nothing in the end: between samples nobody calls. */
    @Override
    public List<Variant> variants(CallsSpec spec) {
        List<Variant> variants = new ArrayList<>();
        for (Variant patience : LinkedHandOver.PATIENCE) {
            variants.add(patience.with("wait", "blocking"));
            variants.add(patience.with("wait", "phased"));
        }
        return variants;
    }

    @Override
    protected InboundQueue inbound(Variant variant) {
        return new Inbound(
                variant.word("wait").equals("phased")
                        ? PhasedBackoffWaitStrategy.withLock(
                                SPIN_MICROS, YIELD_MICROS, TimeUnit.MICROSECONDS)
                        : new BlockingWaitStrategy());
    }

    @Override
    protected OwnQueue own(Variant variant) {
        return LinkedHandOver.of(variant);
    }

    private static final class Slot {
        private @Nullable Call call;
    }

    private static final class Inbound implements InboundQueue {

        private final RingBuffer<Slot> ring;
        private final BatchEventProcessor<Slot> dispatcher;

        Inbound(WaitStrategy wait) {
            ring = RingBuffer.createMultiProducer(Slot::new, SLOTS, wait);
            dispatcher =
                    new BatchEventProcessorBuilder()
                            .build(
                                    ring,
                                    ring.newBarrier(),
                                    (slot, sequence, endOfBatch) -> {
                                        Objects.requireNonNull(slot.call).passOn();
                                        slot.call = null;
                                    });
            ring.addGatingSequences(dispatcher.getSequence());
        }

        @Override
        public void put(Call call) {
            long sequence = ring.next();
            ring.get(sequence).call = call;
            ring.publish(sequence);
        }

        @Override
        public void passOn() {
            dispatcher.run();
        }

        @Override
        public void close() {
            dispatcher.halt();
        }
    }
}
