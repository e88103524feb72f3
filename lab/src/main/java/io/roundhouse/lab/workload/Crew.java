package io.roundhouse.lab.workload;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The measured threads of one sample: platform threads, or virtual ones, released together, timed
 * from the release to the end of the last one that matters.
 *
 * <p>Platform threads wait for the release by yielding, so that all start within a microsecond
 * where there are cores for them; and where there are, they wait until each has one. The last to
 * arrive reads the counters of CPU time and allocation and opens the gate. Whoever calls {@link
 * #run} is parked meanwhile.
 */
final class Crew {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What a measured thread does. */
    interface Task {
        void run() throws Exception;
    }

    /**
     * What it took.
     *
     * @param nanos from the release to the end of the last timed task
     * @param cost CPU time of the process without that of burning threads, and allocation
     */
    record Run(long nanos, Sample.Cost cost) {}

    private record Member(String name, Task task, boolean timed) {}

    private final List<Member> members = new ArrayList<>();
    private final int burners;
    private final boolean virtual;
    private final AtomicInteger arrived = new AtomicInteger();
    private final AtomicLong firstStart = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong lastEnd = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong burnt = new AtomicLong();
    private final CountDownLatch burnersDone;
    private final CountDownLatch gate = new CountDownLatch(1);
    private volatile boolean open;
    private volatile boolean over;
    private volatile @Nullable Throwable failure;

    /** Where each of them has a processor. */
    private @Nullable Together together;

    private long cpuBefore;
    private long bytesBefore;

    /** A crew with that many threads beside it that do nothing but keep processors busy. */
    Crew(int burners) {
        this(burners, false);
    }

    /** The same, of virtual threads; those that keep processors busy are platform threads. */
    Crew(int burners, boolean virtual) {
        this.burners = burners;
        this.virtual = virtual;
        this.burnersDone = new CountDownLatch(burners);
    }

    /** A thread whose end does not end the sample: a producer. */
    void add(String name, Task task) {
        members.add(new Member(name, task, false));
    }

    /** A thread whose end counts. */
    void addTimed(String name, Task task) {
        members.add(new Member(name, task, true));
    }

    /**
     * Runs all tasks to their ends, or throws what the first to fail threw; the others are then
     * left where they are.
     */
    Run run() throws Exception {
        CountDownLatch done = new CountDownLatch(members.size());
        int threads = members.size() + burners;
        if (!virtual && threads > 1 && threads <= Runtime.getRuntime().availableProcessors()) {
            together = new Together(threads, System::nanoTime);
        }
        for (Member member : members) {
            Thread.Builder builder = virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
            builder.name(member.name).start(() -> work(member, done));
        }
        for (int i = 0; i < burners; i++) {
            start("burner-" + i, this::burn);
        }
        done.await();
        over = true;
        burnersDone.await();
        Throwable failed = failure;
        if (failed != null) {
            throw new Exception(failed.toString(), failed);
        }
        long cpu = SYSTEM.getProcessCpuTime() - cpuBefore - burnt.get();
        long bytes = THREADS.getTotalThreadAllocatedBytes() - bytesBefore;
        return new Run(lastEnd.get() - firstStart.get(), new Sample.Cost(Math.max(0, cpu), bytes));
    }

    private void work(Member member, CountDownLatch done) {
        try {
            arrive();
            if (virtual) {
                gate.await(); // who yields on and on keeps others from their first turn
            } else {
                awaitRelease();
            }
            firstStart.accumulateAndGet(System.nanoTime(), Math::min);
            member.task.run();
            if (member.timed) {
                lastEnd.accumulateAndGet(System.nanoTime(), Math::max);
            }
            done.countDown();
        } catch (Throwable e) {
            failure = e;
            for (int i = 0; i < members.size(); i++) {
                done.countDown();
            }
        }
    }

    private void burn() {
        arrive();
        awaitRelease();
        long before = THREADS.getCurrentThreadCpuTime();
        while (!over) {
            Thread.onSpinWait();
        }
        burnt.addAndGet(THREADS.getCurrentThreadCpuTime() - before);
        burnersDone.countDown();
    }

    private void arrive() {
        if (together != null) {
            together.await();
        }
        if (arrived.incrementAndGet() == members.size() + burners) {
            bytesBefore = THREADS.getTotalThreadAllocatedBytes();
            cpuBefore = SYSTEM.getProcessCpuTime();
            open = true;
            gate.countDown();
        }
    }

    private void awaitRelease() {
        while (!open) {
            Thread.yield();
        }
    }

    private static void start(String name, Runnable body) {
        Thread.ofPlatform().name(name).daemon().start(body);
    }
}
