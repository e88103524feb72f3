package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.EventFactory;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.ProducerType;
import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.OwnLines;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * A ring buffer with one batch event processor a consumer, all of which see every event, run on the
 * lab's threads. How goods lie in events is up to its kinds.
 */
abstract class RingSession<E> implements TransferSession {

    final TransferSpec spec;
    final RingBuffer<E> ring;
    private final List<Handling> handlings = new ArrayList<>();

    RingSession(TransferSpec spec, EventFactory<E> events, int slots, String wait) {
        this.spec = spec;
        ProducerType type = spec.producers() == 1 ? ProducerType.SINGLE : ProducerType.MULTI;
        this.ring = RingBuffer.create(type, events, slots, Waits.strategy(wait));
        for (int c = 0; c < spec.consumers(); c++) {
            Handling handling = new Handling(summing());
            handlings.add(handling);
            ring.addGatingSequences(handling.processor.getSequence());
        }
    }

    /** How a producer's goods get into events. */
    abstract Producer producing();

    /** How goods are read out of events. */
    abstract Summing<E> summing();

    /** How many goods an event carries. */
    abstract int goodsAnEvent();

    @Override
    public Producer producer(int index) {
        return producing();
    }

    @Override
    public Consumer consumer(int index) {
        return handlings.get(index);
    }

    /** Adds up what it sees; tells its processor to stop after a given event. */
    abstract static class Summing<E> extends OwnLines implements EventHandler<E> {
        long sum;
        private long last;
        private Runnable stop = () -> {};

        final void stopAfter(long sequence, Runnable how) {
            last = sequence;
            stop = how;
        }

        final void doneWith(long sequence) {
            if (sequence == last) {
                stop.run();
            }
        }
    }

    private final class Handling implements Consumer {
        private final Summing<E> summing;
        private final BatchEventProcessor<E> processor;

        Handling(Summing<E> summing) {
            this.summing = summing;
            this.processor =
                    new BatchEventProcessorBuilder().build(ring, ring.newBarrier(), summing);
        }

        @Override
        public Tally consume(long count) {
            summing.sum = 0;
            summing.stopAfter(
                    processor.getSequence().get() + count / goodsAnEvent(), processor::halt);
            processor.run();
            return new Tally(count, summing.sum);
        }
    }
}
