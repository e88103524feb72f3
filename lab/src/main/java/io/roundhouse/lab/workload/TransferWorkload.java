package io.roundhouse.lab.workload;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.LabSystem;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.Relay;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Goods from producers to consumers, as fast as they go. */
public final class TransferWorkload extends AdaptedWorkload<TransferSystem, TransferSpec> {

    private static final String GOODS = "goods";
    private static final String TRAINS = "trains";
    private static final String CAPACITY = "capacity";

    /**
     * Trains and their capacity where each system takes those that suit it best: those with which
     * the article was fastest, and from what fits into a second cache to what fits into none, in
     * small trains and in large ones.
     */
    private static final int[][] SIZES = {
        {2, 2048}, {64, 2048}, {256, 2048}, {64, 8192}, {16, 32768}, {8, 131072}
    };

    public TransferWorkload() {
        super(
                TransferSystem.class,
                TransferWorkload::spec,
                TransferSystem::refuses,
                TransferSystem::variants);
    }

    @Override
    public String name() {
        return "transfer";
    }

    @Override
    public String summary() {
        return "threads hand over numbered goods as fast as they can; every consumer counts and adds up what it gets";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                Parameter.number("producers", 1, 1, "threads that load goods"),
                Parameter.number("consumers", 1, 1, "threads that unload them"),
                Parameter.number(TRAINS, 16, 1, "trains on the ring, or blocks in flight"),
                Parameter.number(CAPACITY, 32768, 1, "goods a train can carry"),
                Parameter.number(
                        "batch", 1, 1, "goods handed over together where there are no trains"),
                Parameter.word(
                        "mode",
                        List.of("each", "share", "mixed"),
                        "each: every consumer sees every good; share: each good goes to one; mixed: a ring of threads,"
                                + " all but the first take goods off and put results on"),
                Parameter.word(
                        "threads",
                        List.of("platform", "virtual"),
                        "what the producers and consumers are; virtual: at most a carrier a core runs at a time"),
                Parameter.word(
                        "scenario",
                        List.of("alone", "oversubscribed"),
                        "oversubscribed: other threads keep the processors busy, twice as many busy threads as cores"),
                Parameter.word(
                        "sizes",
                        List.of("given", "best"),
                        "given: these trains of this capacity; best: whatever each system is fastest with, of several"));
    }

    @Override
    public int ampleWarmUpMillis() {
        return 300; // of eight threads some have hardly begun after a tenth of a second
    }

    @Override
    public List<Metric> metrics() {
        return List.of(Metric.rate(GOODS));
    }

    @Override
    public Optional<String> rejects(Setting setting) {
        if (setting.longNumber(TRAINS) * setting.longNumber(CAPACITY) > 1L << 30) {
            return Optional.of("trains x capacity: must be at most 2^30 goods");
        }
        if (setting.word("mode").equals("mixed") && setting.number("producers") != 1) {
            return Optional.of("producers: must be 1 where mode=mixed");
        }
        return Optional.empty();
    }

    /**
     * Where each takes its best sizes, every configuration in each of them; all sizes with the
     * first one come first, as there is seldom time for all.
     */
    @Override
    public List<Variant> variants(LabSystem system, Setting setting) {
        TransferSystem carrier = adapter().cast(system);
        if (setting.word("sizes").equals("given") || !carrier.hasTrains()) {
            return super.variants(system, setting);
        }
        List<List<Variant>> bySize = new ArrayList<>();
        for (int[] size : SIZES) {
            TransferSpec sized = spec(setting).withTrains(size[0], size[1]);
            if (carrier.refuses(sized).isEmpty()) {
                bySize.add(
                        carrier.variants(sized).stream()
                                .map(one -> one.with(TRAINS, size[0]).with(CAPACITY, size[1]))
                                .toList());
            }
        }
        List<Variant> all = inTurns(bySize);
        return all.isEmpty() ? super.variants(system, setting) : all;
    }

    /** The first of each list, then the second of each, and so on. */
    private static List<Variant> inTurns(List<List<Variant>> lists) {
        List<Variant> all = new ArrayList<>();
        int longest = lists.stream().mapToInt(List::size).max().orElse(0);
        for (int i = 0; i < longest; i++) {
            for (List<Variant> each : lists) {
                if (i < each.size()) {
                    all.add(each.get(i));
                }
            }
        }
        return all;
    }

    @Override
    Bench open(TransferSystem system, TransferSpec given, Variant variant, Setting words)
            throws Exception {
        TransferSpec spec =
                variant.choices().containsKey(TRAINS)
                        ? given.withTrains(variant.number(TRAINS), variant.number(CAPACITY))
                        : given;
        TransferSession session = system.open(spec, variant);
        int burners = spec.busyThreads() - spec.threads();
        boolean virtual = words.word("threads").equals("virtual");
        return spec.mode() == Mode.MIXED
                ? new Mixed(spec, session, burners, virtual)
                : new OneWay(spec, session, burners, virtual);
    }

    private static TransferSpec spec(Setting setting) {
        int cores = Runtime.getRuntime().availableProcessors();
        int threads = setting.number("producers") + setting.number("consumers");
        int busy =
                setting.word("scenario").equals("alone") ? threads : Math.max(threads, 2 * cores);
        return new TransferSpec(
                setting.number("producers"),
                setting.number("consumers"),
                setting.number(TRAINS),
                setting.number(CAPACITY),
                setting.number("batch"),
                Mode.valueOf(setting.word("mode").toUpperCase(Locale.ROOT)),
                busy,
                cores);
    }

    private static Sample sample(long items, Crew.Run run) {
        double rate = Sample.rate(items, run.nanos());
        return new Sample(items, run.nanos(), Map.of(GOODS, rate), Map.of(), run.cost());
    }

    private static long roundUp(long number, long grain) {
        return Math.max(1, Math.ceilDiv(number, grain)) * grain;
    }

    /** Producers on one side, consumers on the other. */
    private static final class OneWay extends SessionBench<TransferSession> {

        private final int burners;
        private final boolean virtual;
        private final boolean share;
        private final Producer[] producers;
        private final Consumer[] consumers;
        private final long[] next;

        OneWay(TransferSpec spec, TransferSession session, int burners, boolean virtual) {
            super(session);
            this.burners = burners;
            this.virtual = virtual;
            this.share = spec.mode() == Mode.SHARE;
            this.producers = new Producer[spec.producers()];
            this.consumers = new Consumer[spec.consumers()];
            this.next = new long[spec.producers()];
            for (int p = 0; p < producers.length; p++) {
                producers[p] = session.producer(p);
                next[p] = (p + 1L) << 44; // goods of different producers never look alike
            }
            for (int c = 0; c < consumers.length; c++) {
                consumers[c] = session.consumer(c);
            }
        }

        @Override
        public Sample sample(long items) throws Exception {
            long grain = session.grain() * (share ? consumers.length : 1);
            long each = roundUp(Math.ceilDiv(items, producers.length), grain);
            long total = each * producers.length;
            long quota = share ? total / consumers.length : total;
            Crew crew = new Crew(burners, virtual);
            long sum = 0;
            for (int p = 0; p < producers.length; p++) {
                Producer producer = producers[p];
                long first = next[p];
                next[p] += each;
                sum += session.sumOf(first, each);
                crew.add("producer-" + p, () -> producer.produce(first, each));
            }
            Tally[] tallies = new Tally[consumers.length];
            for (int c = 0; c < consumers.length; c++) {
                int index = c;
                crew.addTimed(
                        "consumer-" + c, () -> tallies[index] = consumers[index].consume(quota));
            }
            Crew.Run run = crew.run();
            check(tallies, total, sum);
            return TransferWorkload.sample(total, run);
        }

        private void check(Tally[] tallies, long total, long sum) throws WrongResult {
            long allCount = 0;
            long allSum = 0;
            for (int c = 0; c < tallies.length; c++) {
                allCount += tallies[c].count();
                allSum += tallies[c].sum();
                if (!share) {
                    WrongResult.unless(
                            "consumer " + c, tallies[c].count(), total, tallies[c].sum(), sum);
                }
            }
            if (share) {
                WrongResult.unless("all consumers together", allCount, total, allSum, sum);
            }
        }
    }

    /** A ring of threads that all unload and load. */
    private static final class Mixed extends SessionBench<TransferSession> {

        private final int burners;
        private final boolean virtual;
        private final Relay[] relays;
        private long next = 1L << 44;

        Mixed(TransferSpec spec, TransferSession session, int burners, boolean virtual) {
            super(session);
            this.burners = burners;
            this.virtual = virtual;
            this.relays = new Relay[spec.threads()];
            for (int r = 0; r < relays.length; r++) {
                relays[r] = session.relay(r);
            }
        }

        @Override
        public Sample sample(long items) throws Exception {
            long count = roundUp(items, session.grain());
            long first = next;
            next += count + relays.length; // results never look like goods of the next sample
            Crew crew = new Crew(burners, virtual);
            Tally[] tallies = new Tally[relays.length];
            for (int r = 0; r < relays.length; r++) {
                int index = r;
                crew.addTimed(
                        "relay-" + r, () -> tallies[index] = relays[index].relay(first, count));
            }
            Crew.Run run = crew.run();
            for (int r = 0; r < relays.length; r++) {
                // thread 0 sees what all the others added to
                int added = (r == 0 ? relays.length : r) - 1;
                long sum = session.sumOf(first + added, count);
                WrongResult.unless("relay " + r, tallies[r].count(), count, tallies[r].sum(), sum);
            }
            return TransferWorkload.sample(count, run);
        }
    }
}
