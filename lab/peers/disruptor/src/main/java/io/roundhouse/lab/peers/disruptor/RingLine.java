package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.ProducerType;
import io.roundhouse.lab.system.OneWayLine;

/** A ring buffer for single goods. How a good lies in an event is up to its kinds. */
abstract class RingLine<E> implements OneWayLine, EventHandler<E> {

    private static final int SLOTS = 1024;

    final RingBuffer<E> ring;
    private final BatchEventProcessor<E> processor;
    private Arrival arrival = good -> {};
    private long last;

    RingLine(int producers, EventFactory<E> events, String wait) {
        ProducerType type = producers == 1 ? ProducerType.SINGLE : ProducerType.MULTI;
        ring = RingBuffer.create(type, events, SLOTS, Waits.strategy(wait));
        processor = new BatchEventProcessorBuilder().build(ring, ring.newBarrier(), this);
        ring.addGatingSequences(processor.getSequence());
    }

    abstract void send(long good);

    abstract long goodOf(E event);

    @Override
    public final Sender sender(int index) {
        return this::send;
    }

    @Override
    public final Receiver receiver() {
        return (count, to) -> {
            arrival = to;
            last = processor.getSequence().get() + count;
            processor.run();
        };
    }

    @Override
    public final void onEvent(E event, long sequence, boolean endOfBatch) {
        arrival.arrived(goodOf(event));
        if (sequence == last) {
            processor.halt();
        }
    }

    @Override
    public String config() {
        return "slots=" + SLOTS;
    }
}
