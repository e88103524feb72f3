package io.roundhouse.lab.peers.disruptor3;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.LiteBlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.WorkHandler;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import io.roundhouse.lab.system.PiOutcome;
import io.roundhouse.lab.system.PiParts;
import io.roundhouse.lab.system.PiParts.GivingOut;
import io.roundhouse.lab.system.PiParts.PlainTotal;
import io.roundhouse.lab.system.PiSession;
import io.roundhouse.lab.system.PiSpec;
import io.roundhouse.lab.system.PiSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/**
 * A worker pool that computes, then a worker pool of one that adds up, as published: with blocking
 * waits, the only ones that leave the processors alone between samples.
 */
@SystemInfo(name = "disruptor-naive", artifact = "disruptor", guarantees = "exactly once, no order")
public final class WorkerPoolPi implements PiSystem {

    private static final int SLOTS = 16_384; // as published
    private static final String BLOCKING = "blocking";

    @Override
    public List<Variant> variants(PiSpec spec) {
        return GivingOut.bothWays(Variant.each("wait", BLOCKING, "lite-blocking"));
    }

    @Override
    public PiSession open(PiSpec spec, Variant variant) {
        WaitStrategy wait =
                variant.word("wait").equals(BLOCKING)
                        ? new BlockingWaitStrategy()
                        : new LiteBlockingWaitStrategy();
        Disruptor<JobEvent> disruptor =
                new Disruptor<>(
                        JobEvent::new,
                        SLOTS,
                        Thread.ofPlatform().daemon().name("pi-", 0).factory(),
                        ProducerType.SINGLE,
                        wait);
        PlainTotal total = new PlainTotal();
        disruptor
                .handleEventsWithWorkerPool(computing(spec))
                .thenHandleEventsWithWorkerPool(event -> total.add(event.result));
        return new Session(disruptor, disruptor.start(), total, GivingOut.of(variant));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static WorkHandler<JobEvent>[] computing(PiSpec spec) {
        int steps = spec.steps();
        WorkHandler<JobEvent>[] workers = new WorkHandler[spec.workers()];
        for (int w = 0; w < workers.length; w++) {
            workers[w] = event -> event.result = PiParts.job(event.job, steps);
        }
        return workers;
    }

    private static final class JobEvent {
        int job;
        double result;
    }

    private record Session(
            Disruptor<JobEvent> disruptor,
            RingBuffer<JobEvent> ring,
            PlainTotal total,
            GivingOut way)
            implements PiSession {

        @Override
        public PiOutcome compute(int jobs) throws InterruptedException {
            total.expect(jobs);
            switch (way) {
                case EACH -> total.giveOut(jobs, this::publish);
                case BATCHES -> total.giveOutBatches(jobs, this::publish);
            }
            return total.await();
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
            disruptor.halt();
        }
    }
}
