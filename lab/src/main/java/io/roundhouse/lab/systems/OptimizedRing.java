package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.RingOutcome;
import io.roundhouse.lab.system.RingParts.PlainNode;
import io.roundhouse.lab.system.RingParts.Timer;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The faster ring of 2009, written anew: one pool for all nodes; who sends puts the message into
 * the node's queue and submits the node, which takes one message when its turn comes.
 *
 * <p>Nothing keeps a node that has two messages from running on two threads at once, so its
 * messages have no order and its state needs locks or, as here, atomic counters. Other systems
 * promise more.
 */
@SystemInfo(
        name = "optimized-ring",
        guarantees = "exactly once; no order, a node may run on two threads at once")
public final class OptimizedRing implements RingSystem {

    @Override
    public List<Variant> variants(RingSpec spec) {
        return Variant.each("queue", "ConcurrentLinkedQueue", "LinkedBlockingQueue");
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        spec.threads(), Thread.ofPlatform().daemon().name("ring-", 0).factory());
        Supplier<Queue<Runnable>> queues =
                variant.word("queue").equals("LinkedBlockingQueue")
                        ? LinkedBlockingQueue::new
                        : ConcurrentLinkedQueue::new;
        MailboxBinder binder = new MailboxBinder(() -> new Submitted(queues.get(), pool));
        return RingSession.over(binder, spec, AtomicNode::new, pool::shutdownNow);
    }

    /** A queue that is submitted once a message. */
    private record Submitted(Queue<Runnable> queue, ExecutorService pool)
            implements Mailbox, Runnable {

        @Override
        public void execute(Runnable message) {
            queue.add(message);
            pool.execute(this);
        }

        @Override
        public void run() {
            queue.remove().run();
        }

        @Override
        public void end() {
            // nothing refers to it but its handle
        }
    }

    /** A node that may run on two threads at once. */
    private static final class AtomicNode extends PlainNode {

        private final AtomicLong messages = new AtomicLong();
        private final AtomicLong sum = new AtomicLong();
        private final AtomicLong hits = new AtomicLong();
        private final AtomicInteger arrived = new AtomicInteger();

        AtomicNode(int id, RingSpec spec, long rounds, Timer timer, CountDownLatch ended) {
            super(id, spec, rounds, timer, ended);
        }

        @Override
        protected void count(long value, long hitsInWork) {
            messages.incrementAndGet();
            sum.addAndGet(value);
            if (hitsInWork > 0) {
                hits.addAndGet(hitsInWork);
            }
        }

        @Override
        protected int countArrival() {
            return arrived.incrementAndGet();
        }

        @Override
        public RingOutcome seen() {
            return new RingOutcome(messages.get(), sum.get(), hits.get());
        }
    }
}
