package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.Relay;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The Disruptor with one {@code long} an event, published one by one, as in its own throughput
 * tests. A mixed ring is a chain of handlers that change the event in place, and a poller at its
 * end.
 */
@SystemInfo(
        name = "disruptor",
        artifact = "disruptor",
        guarantees = "one order for all publishers, exactly once")
public final class DisruptorTransfer implements TransferSystem {

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return refusesSharing(spec);
    }

    static Optional<String> refusesSharing(TransferSpec spec) {
        return spec.mode() == Mode.SHARE && spec.consumers() > 1
                ? Optional.of("work sharing was removed in version 4")
                : Optional.empty();
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return Waits.ringVariants(spec.crowded());
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        return spec.mode() == Mode.MIXED
                ? new Chain(spec, variant.number("slots"), variant.word("wait"))
                : new OneByOne(spec, variant.number("slots"), variant.word("wait"));
    }

    /** Reads one good an event. */
    static final class LongSumming extends RingSession.Summing<LongEvent> {
        @Override
        public void onEvent(LongEvent event, long sequence, boolean endOfBatch) {
            sum += event.value;
            doneWith(sequence);
        }
    }

    private static final class OneByOne extends RingSession<LongEvent> {

        OneByOne(TransferSpec spec, int slots, String wait) {
            super(spec, LongEvent::new, slots, wait);
        }

        @Override
        Producer producing() {
            RingBuffer<LongEvent> ring = this.ring; // a field would be read again for each event
            return (first, count) -> {
                for (long good = first; good < first + count; good++) {
                    long sequence = ring.next();
                    ring.get(sequence).value = good;
                    ring.publish(sequence);
                }
            };
        }

        @Override
        Summing<LongEvent> summing() {
            return new LongSumming();
        }

        @Override
        int goodsAnEvent() {
            return 1;
        }
    }

    /** Thread 0 publishes and polls; every other is a handler behind the one before it. */
    private static final class Chain implements TransferSession {

        private final RingBuffer<LongEvent> ring;
        private final List<Passing> passings = new ArrayList<>();
        private final EventPoller<LongEvent> poller;

        Chain(TransferSpec spec, int slots, String wait) {
            ring = RingBuffer.createSingleProducer(LongEvent::new, slots, Waits.strategy(wait));
            Sequence[] before = {};
            for (int r = 1; r < spec.threads(); r++) {
                Passing passing = new Passing(ring, ring.newBarrier(before));
                passings.add(passing);
                before = new Sequence[] {passing.processor.getSequence()};
            }
            poller = ring.newPoller(before);
            ring.addGatingSequences(poller.getSequence());
        }

        @Override
        public Producer producer(int index) {
            throw new UnsupportedOperationException("a mixed ring has relays");
        }

        @Override
        public Consumer consumer(int index) {
            throw new UnsupportedOperationException("a mixed ring has relays");
        }

        @Override
        public Relay relay(int index) {
            return index == 0
                    ? this::publishAndPoll
                    : (first, count) -> passings.get(index - 1).pass(count);
        }

        private Tally publishAndPoll(long first, long count) throws Exception {
            RingBuffer<LongEvent> ring = this.ring;
            Results results = new Results();
            long good = first;
            while (results.count < count) {
                if (good < first + count && ring.hasAvailableCapacity(1)) {
                    long sequence = ring.next();
                    ring.get(sequence).value = good++;
                    ring.publish(sequence);
                } else if (poller.poll(results) != EventPoller.PollState.PROCESSING) {
                    Thread.yield();
                }
            }
            return new Tally(results.count, results.sum);
        }
    }

    private static final class Results implements EventPoller.Handler<LongEvent> {
        private long count;
        private long sum;

        @Override
        public boolean onEvent(LongEvent event, long sequence, boolean endOfBatch) {
            sum += event.value;
            count++;
            return true;
        }
    }

    private static final class Passing extends RingSession.Summing<LongEvent> {
        private final BatchEventProcessor<LongEvent> processor;

        Passing(RingBuffer<LongEvent> ring, SequenceBarrier barrier) {
            processor = new BatchEventProcessorBuilder().build(ring, barrier, this);
        }

        @Override
        public void onEvent(LongEvent event, long sequence, boolean endOfBatch) {
            sum += event.value++;
            doneWith(sequence);
        }

        Tally pass(long count) {
            sum = 0;
            stopAfter(processor.getSequence().get() + count, processor::halt);
            processor.run();
            return new Tally(count, sum);
        }
    }
}
