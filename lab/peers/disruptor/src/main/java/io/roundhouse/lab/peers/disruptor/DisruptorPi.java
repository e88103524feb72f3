package io.roundhouse.lab.peers.disruptor;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiParts.GivingOut;
import io.roundhouse.lab.system.PiParts.PlainTotal;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A handler a partition, each of which sees all jobs and skips those of the others, then one that
 * adds up, as published. Between runs the processors are halted, so that no wait strategy burns
 * what others need; they come up before a run's time begins, and halt when it is over.
 */
@SystemInfo(name = "disruptor-optimized", artifact = "disruptor", guarantees = "fifo, exactly once")
public final class DisruptorPi implements PiSystem {

    private static final int SLOTS = 16_384; // as published

    @Override
    public List<Variant> variants(PiSpec spec) {
        return GivingOut.bothWays(Variant.each("wait", "sleeping", "yielding", "blocking"));
    }

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        return new Partitions(spec, variant.word("wait"), GivingOut.of(variant));
    }

    private static final class JobEvent {
        int job;
        double result;
    }

    private static final class Partitions implements PiSession {

        private final PlainTotal total = new PlainTotal();
        private final List<BatchEventProcessor<JobEvent>> processors = new ArrayList<>();
        private final RingBuffer<JobEvent> ring;
        private final ExecutorService threads;
        private final GivingOut way;
        private CountDownLatch halted = new CountDownLatch(0);

        Partitions(PiSpec spec, String wait, GivingOut way) {
            this.way = way;
            ring = RingBuffer.createSingleProducer(JobEvent::new, SLOTS, Waits.strategy(wait));
            List<Sequence> computed = new ArrayList<>();
            for (int partition = 0; partition < spec.workers(); partition++) {
                computed.add(add(computing(partition, spec.workers(), spec.steps())));
            }
            ring.addGatingSequences(
                    add(
                            (event, sequence, endOfBatch) -> total.add(event.result),
                            computed.toArray(Sequence[]::new)));
            threads =
                    Executors.newFixedThreadPool(
                            processors.size(),
                            Thread.ofPlatform().daemon().name("pi-", 0).factory());
        }

        private Sequence add(EventHandler<JobEvent> handler, Sequence... before) {
            BatchEventProcessor<JobEvent> processor =
                    new BatchEventProcessorBuilder().build(ring, ring.newBarrier(before), handler);
            processors.add(processor);
            return processor.getSequence();
        }

        private static EventHandler<JobEvent> computing(int own, int partitions, int steps) {
            return (event, sequence, endOfBatch) -> {
                if (event.job % partitions == own) {
                    event.result = PiParts.job(event.job, steps);
                }
            };
        }

        @Override
        public void ready() throws InterruptedException {
            CountDownLatch up = new CountDownLatch(processors.size());
            CountDownLatch down = new CountDownLatch(processors.size());
            for (BatchEventProcessor<JobEvent> processor : processors) {
                threads.execute(() -> {
                    up.countDown();
                    processor.run();
                    down.countDown();
                });
            }
            halted = down;
            up.await();
        }

        @Override
        public PiOutcome compute(int jobs) throws InterruptedException {
            total.expect(jobs);
            switch (way) {
                case EACH -> total.giveOut(jobs, this::publish);
                case BATCHES -> total.giveOutBatches(jobs, this::publish);
            }
            return total.await();
        }

        @Override
        public void rest() throws InterruptedException {
            processors.forEach(BatchEventProcessor::halt); // all have seen the last job
            halted.await();
        }

        private void publish(int job) {
            long sequence = ring.next();
            ring.get(sequence).job = job;
            ring.publish(sequence);
        }

        private int publish(int from, int to) {
            long last = ring.next(to - from);
            long first = last - (to - from) + 1;
            for (long sequence = first; sequence <= last; sequence++) {
                ring.get(sequence).job = from + (int) (sequence - first);
            }
            ring.publish(first, last);
            return to - from;
        }

        @Override
        public String config() {
            return "slots=" + SLOTS;
        }

        @Override
        public void close() {
            threads.shutdownNow();
        }
    }
}
