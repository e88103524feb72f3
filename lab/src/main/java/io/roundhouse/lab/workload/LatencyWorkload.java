package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.OneWayLine.Receiver;
import io.roundhouse.lab.system.OneWayLine.Sender;
import io.roundhouse.lab.system.Variant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * Single goods at a fixed rate; of each the time from when it <em>should</em> have been sent to
 * when it is there. A good that has to wait because the one before it was late counts as late too,
 * so that no delay hides another (coordinated omission).
 *
 * <p>Less what the clock takes of it: a sender sees that a good is due up to two readings of the
 * clock late, and the receiver reads it once more, together some 50 to 100 ns, which stand in every
 * system's figure alike and make all of them look alike. So each sample first does the same on one
 * thread with nothing between, and what that takes in the median is taken off every delay. What is
 * left is the way over. Held against the limit, which is one line that goes over
 * (docs/design/0008b-what-a-one-way-delay-is.md).
 */
public final class LatencyWorkload extends AdaptedWorkload<LatencySystem, LatencySpec> {

    private static final String DELAY = "one-way delay";

    /** Goods that show what the clock takes, and in how many nanoseconds each is due. */
    private static final int GOODS_ALONE = 2_001;

    private static final double PERIOD_ALONE = 1_000;

    public LatencyWorkload() {
        super(
                LatencySystem.class,
                LatencyWorkload::spec,
                LatencySystem::refuses,
                LatencySystem::variants);
    }

    @Override
    public String name() {
        return "latency";
    }

    @Override
    public String summary() {
        return "single goods at a fixed rate; the time of each from its intended sending to its arrival,"
                + " less the clock's own";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.longNumber("rate", 100_000, 1, "goods a second, all producers together"),
                Parameter.number("producers", 1, 1, "threads that send"));
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.nanos(DELAY));
    }

    @Override
    public int shortestSampleMillis() {
        return 50;
    }

    @Override
    Bench open(LatencySystem system, LatencySpec spec, Variant variant, Setting words)
            throws Exception {
        return new Delays(spec, system.open(spec, variant));
    }

    private static LatencySpec spec(Setting setting) {
        int producers = setting.number("producers");
        return new LatencySpec(
                producers,
                setting.longNumber("rate"),
                producers + 1,
                Runtime.getRuntime().availableProcessors());
    }

    private static final class Delays extends SessionBench<OneWayLine> {

        private final LatencySpec spec;
        private final Sender[] senders;
        private final Receiver receiver;
        private final Histogram histogram = new Histogram(3_600_000_000_000L, 3);
        private final Histogram alone = new Histogram(3_600_000_000_000L, 3);

        Delays(LatencySpec spec, OneWayLine line) {
            super(line);
            this.spec = spec;
            this.senders = new Sender[spec.producers()];
            Arrays.setAll(senders, line::sender);
            this.receiver = line.receiver();
        }

        @Override
        public OptionalLong itemsFor(long nanos) {
            return OptionalLong.of(
                    Math.max(spec.producers(), (long) (spec.rate() * (nanos / 1e9))));
        }

        @Override
        public Sample sample(long items) throws Exception {
            long each = Math.ceilDiv(items, senders.length);
            double period = 1e9 * senders.length / spec.rate();
            histogram.reset();
            long clock = clockShare();
            Crew crew = new Crew(0);
            long[] sent = new long[senders.length];
            for (int p = 0; p < senders.length; p++) {
                int index = p;
                double offset = period * p / senders.length;
                crew.add(
                        "sender-" + p,
                        () -> sent[index] = send(senders[index], each, period, offset));
            }
            Arrival arrival = new Arrival(histogram, clock);
            crew.addTimed("receiver", () -> receiver.receive(each * senders.length, arrival));
            Crew.Run run = crew.run();
            long total = each * senders.length;
            WrongResult.unless(
                    "receiver", arrival.count, total, arrival.sum, Arrays.stream(sent).sum());
            double median = histogram.getValueAtPercentile(50);
            return new Sample(
                    total,
                    run.nanos(),
                    Map.of(DELAY, median),
                    Map.of(DELAY, histogram),
                    run.cost());
        }

        /**
         * What a good takes that goes nowhere, in the median: nanoseconds. Each is due anew, so
         * that a thread that is off its processor for a while makes one of them late and not all.
         */
        private long clockShare() throws Exception {
            alone.reset();
            Arrival arrival = new Arrival(alone, 0);
            for (int i = 0; i < GOODS_ALONE; i++) {
                send(arrival::arrived, 1, 0, PERIOD_ALONE);
            }
            return alone.getValueAtPercentile(50);
        }

        /** Sends the time at which each good is due, as soon as it is due. */
        private long send(Sender sender, long count, double period, double offset)
                throws Exception {
            boolean crowded = spec.crowded();
            double start = System.nanoTime() + offset;
            long sum = 0;
            sender.begins();
            for (long i = 0; i < count; i++) {
                long due = (long) (start + i * period);
                while (System.nanoTime() < due) {
                    if (crowded) {
                        Thread.yield();
                    } else {
                        Thread.onSpinWait();
                    }
                }
                sender.send(due);
                sum += due;
            }
            return sum;
        }
    }

    /** Notes the delay of each good. */
    private static final class Arrival implements OneWayLine.Arrival {

        private final Histogram histogram;
        private final long clock;
        private long count;
        private long sum;

        /**
         * @param clock nanoseconds of each delay that are the clock's
         */
        Arrival(Histogram histogram, long clock) {
            this.histogram = histogram;
            this.clock = clock;
        }

        @Override
        public void arrived(long due) {
            histogram.recordValue(Math.max(0, System.nanoTime() - due - clock));
            count++;
            sum += due;
        }
    }
}
