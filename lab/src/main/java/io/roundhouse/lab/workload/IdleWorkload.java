package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.OneWayLine.Sender;
import io.roundhouse.lab.system.Variant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait for something that does not come: what they burn once they have waited for a
 * second, and then, when something comes after all, now and then, how long it takes until they have
 * it, and what all threads burn meanwhile, who wakes them included.
 */
public final class IdleWorkload extends AdaptedWorkload<IdleSystem, IdleSpec> {

    private static final String CPU = "CPU";
    private static final String CPU_AWAKE = "CPU while woken";
    private static final String WAKE_UP = "wake-up delay";
    private static final String SHARED = "many";

    public IdleWorkload() {
        super(IdleSystem.class, IdleWorkload::spec, IdleSystem::refuses, IdleSystem::variants);
    }

    @Override
    public String name() {
        return "idle";
    }

    @Override
    public String summary() {
        return "threads that have waited for a second for goods that do not come: CPU they use, and time to wake up";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("waiters", 1, 1, "threads that wait"),
                Parameter.word(
                        "ends",
                        List.of("one", SHARED),
                        "threads that may send on a line and wait at it: of each one, or many, though only one does"),
                Parameter.number("pause", 4, 1, "milliseconds before each wake-up"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.percent(CPU), Metric.percent(CPU_AWAKE), Metric.nanos(WAKE_UP));
    }

    @Override
    public boolean triesVariants() {
        return false;
    }

    @Override
    public boolean warmsUp() {
        return false;
    }

    @Override
    public int fewestSamples() {
        return 2; // half a second each
    }

    @Override
    public int shortestSampleMillis() {
        return 500;
    }

    @Override
    Bench open(IdleSystem system, IdleSpec spec, Variant variant, Setting words) throws Exception {
        List<OneWayLine> lines = new ArrayList<>();
        for (int i = 0; i < spec.waiters(); i++) {
            lines.add(system.open(spec, variant));
        }
        return new Waiting(lines, words.number("pause"));
    }

    private static IdleSpec spec(Setting setting) {
        return new IdleSpec(setting.number("waiters"), setting.word("ends").equals(SHARED));
    }

    /**
     * One sample: wait until the waiters have been idle for a second, measure their CPU for a part
     * of the time, and wake them with pauses for the other part. Waiters that use next to nothing
     * stay where they are between samples, so that the second is often over when the next sample
     * begins; others are let go, so that they disturb nobody.
     *
     * <p>Before the first sample they are woken with short pauses until HotSpot has compiled what
     * they run: what is measured is how a program wakes up that has run for a while, not how an
     * interpreter does, code that still counts its calls, or one that shares its processor with a
     * compiler. That is more than 5,000 calls for what each wake-up runs, 200 for what is seldom
     * run, such as once in 64 wake-ups, and then as many more as it takes until nothing is
     * compiled.
     */
    private static final class Waiting implements Bench {

        private static final long SETTLED_NANOS = 1_000_000_000;
        private static final int LEAST_WAKE_UPS = 5;

        /** A sample shorter than that, as at the scale smoke, shows only that all wake up. */
        private static final long BRIEF_NANOS = 50_000_000;

        private static final long BRIEFLY_SETTLED_NANOS = 20_000_000;
        private static final int LEAST_WARM_UPS = 14_000;
        private static final int MOST_WARM_UPS = 40_000;
        private static final int QUIET_WARM_UPS = 2_000; // without a compilation
        private static final long WARM_UP_PAUSE_NANOS = 100_000;
        private static final double HARMLESS_PERCENT = 2;

        private final List<Waiter> waiters;
        private final long pauseMillis;
        private boolean warm;

        Waiting(List<OneWayLine> lines, long pauseMillis) {
            this.pauseMillis = pauseMillis;
            waiters = lines.stream().map(Waiter::new).toList();
        }

        /** Wake-ups of each waiter in half of the time. */
        @Override
        public OptionalLong itemsFor(long nanos) {
            long fitting = Math.max(LEAST_WAKE_UPS, nanos / 2 / (pauseMillis * 1_000_000));
            return OptionalLong.of(nanos < BRIEF_NANOS ? 1 : fitting);
        }

        @Override
        public Sample sample(long items) throws Exception {
            for (Waiter waiter : waiters) {
                waiter.start();
            }
            boolean brief = items < LEAST_WAKE_UPS;
            if (!warm && !brief) {
                warmUp();
            }
            long idleSince =
                    waiters.stream().mapToLong(waiter -> waiter.lastArrival).max().orElse(0);
            long settled = brief ? BRIEFLY_SETTLED_NANOS : SETTLED_NANOS;
            TimeUnit.NANOSECONDS.sleep(settled - (System.nanoTime() - idleSince));
            long start = System.nanoTime();
            long cpuBefore = JavaCpu.nanos();
            TimeUnit.MILLISECONDS.sleep(items * pauseMillis);
            double percent = percent(cpuBefore, start);
            for (Waiter waiter : waiters) {
                waiter.beginSample();
            }
            boolean stay = percent < HARMLESS_PERCENT;
            long startAwake = System.nanoTime();
            long cpuBeforeAwake = JavaCpu.nanos();
            wake(items, TimeUnit.MILLISECONDS.toNanos(pauseMillis));
            double percentAwake = percent(cpuBeforeAwake, startAwake);
            Histogram delays = new Histogram(3_600_000_000_000L, 3);
            for (Waiter waiter : waiters) {
                waiter.check(items);
                delays.add(waiter.delays);
                if (!stay) {
                    waiter.letGo();
                }
            }
            return new Sample(
                    items * waiters.size(),
                    System.nanoTime() - start,
                    Map.of(
                            CPU,
                            percent,
                            CPU_AWAKE,
                            percentAwake,
                            WAKE_UP,
                            (double) delays.getValueAtPercentile(50)),
                    Map.of(WAKE_UP, delays),
                    null);
        }

        private void warmUp() throws Exception {
            long compiledBefore = -1;
            long wakeUps = 0;
            while (wakeUps < MOST_WARM_UPS) {
                wake(Math.max(1, QUIET_WARM_UPS / waiters.size()), WARM_UP_PAUSE_NANOS);
                wakeUps += QUIET_WARM_UPS;
                long compiled = Compilers.millis();
                if (wakeUps >= LEAST_WARM_UPS && compiled == compiledBefore) {
                    break;
                }
                compiledBefore = compiled;
            }
            warm = true;
        }

        private void wake(long times, long pauseNanos) throws Exception {
            for (long i = 0; i < times; i++) {
                for (Waiter waiter : waiters) {
                    TimeUnit.NANOSECONDS.sleep(pauseNanos);
                    waiter.wake();
                }
            }
        }

        private static double percent(long cpuBefore, long start) {
            long cpu = JavaCpu.nanos() - cpuBefore;
            return 100.0 * cpu / (System.nanoTime() - start);
        }

        @Override
        public String config() {
            return waiters.getFirst().line.config();
        }

        @Override
        public void close() {
            for (Waiter waiter : waiters) {
                waiter.line.close();
            }
        }
    }

    /** A line with somebody waiting at its end, and this side's view of it. */
    private static final class Waiter implements OneWayLine.Arrival {

        private static final long LONGEST_WAKE_UP_SECONDS = 5;

        /** A good that ends its receiver; no moment of the clock. */
        private static final long LAST = Long.MAX_VALUE;

        private final OneWayLine line;
        private final Sender sender;
        private final Semaphore arrivals = new Semaphore(0);
        private final Histogram delays = new Histogram(3_600_000_000_000L, 3);
        private boolean lastOne; // the waiting thread only
        private volatile long lastArrival;
        private volatile @Nullable Throwable failure;
        private @Nullable Thread thread;
        private long sentSum;
        private long count;
        private long sum;

        Waiter(OneWayLine line) {
            this.line = line;
            this.sender = line.sender(0);
        }

        /** Sets a thread to wait, where none does. */
        void start() {
            if (thread == null || !thread.isAlive()) {
                lastArrival = System.nanoTime();
                thread = Thread.ofPlatform().daemon().name("waiter").start(this::waitForGoods);
            }
        }

        private void waitForGoods() {
            lastOne = false;
            try {
                while (!lastOne) {
                    line.receiver().receive(1, this);
                }
            } catch (Throwable e) {
                failure = e;
                arrivals.release();
            }
        }

        @Override
        public void arrived(long sent) {
            if (sent == LAST) {
                lastOne = true;
                return;
            }
            long now = System.nanoTime();
            delays.recordValue(Math.max(0, now - sent));
            count++;
            sum += sent;
            lastArrival = now;
            arrivals.release();
        }

        void beginSample() {
            delays.reset();
            count = 0;
            sum = 0;
            sentSum = 0;
        }

        void wake() throws Exception {
            long now = System.nanoTime();
            sentSum += now;
            sender.send(now);
            if (!arrivals.tryAcquire(LONGEST_WAKE_UP_SECONDS, TimeUnit.SECONDS)) {
                throw new WrongResult("wrong result: a waiter was not woken");
            }
            Throwable failed = failure;
            if (failed != null) {
                throw new Exception(failed.toString(), failed);
            }
        }

        /** One wake-up more, that its thread does not survive. */
        void letGo() throws Exception {
            sender.send(LAST);
            if (thread != null && !thread.join(Duration.ofSeconds(LONGEST_WAKE_UP_SECONDS))) {
                throw new WrongResult("wrong result: a waiter was not woken");
            }
        }

        void check(long items) throws WrongResult {
            WrongResult.unless("a waiter", count, items, sum, sentSum);
        }
    }
}
