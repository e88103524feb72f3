package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Blocks;
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
import io.roundhouse.railway.LongLoader;
import io.roundhouse.railway.LongRailway;
import io.roundhouse.railway.LongUnloader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * This project's railway, through its public API: good by good where a station's share of a train
 * is one good, else a train's share in one visit.
 */
@SystemInfo(
        name = "roundhouse-railway",
        guarantees = "fifo, exactly once",
        showDefault = true,
        about = "numbers of 8 bytes in transfer; queues carry references to preallocated Longs")
public final class RoundhouseRailway implements TransferSystem {

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        if (spec.capacity() < spec.producers()) {
            return Optional.of(
                    "each producer has a share of every train: capacity must be at least producers");
        }
        return Optional.empty();
    }

    @Override
    public boolean hasTrains() {
        return true;
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return RoundhouseWaits.variants(spec.crowded());
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        LongRailway.Builder plan =
                LongRailway.stations(spec.threads())
                        .trains(spec.trains())
                        .capacity(spec.capacity())
                        .waiting(RoundhouseWaits.strategy(variant.word("wait")));
        if (spec.mode() == Mode.MIXED) {
            for (int station = 0; station < spec.threads(); station++) {
                plan.route(station, (station + 1) % spec.threads());
            }
            return new Mixed(spec, plan.build());
        }
        if (shares(spec)) {
            plan.sharing(IntStream.range(spec.producers(), spec.threads()).toArray());
        }
        return new OneWay(
                spec, plan.loading(IntStream.range(0, spec.producers()).toArray()).build());
    }

    /** Whether several stations share what is loaded. */
    private static boolean shares(TransferSpec spec) {
        return spec.mode() == Mode.SHARE && spec.consumers() > 1;
    }

    private static final class OneWay implements TransferSession {

        private final TransferSpec spec;
        private final LongRailway railway;
        private final boolean oneByOne;
        private final AtomicLong shared = new AtomicLong();

        OneWay(TransferSpec spec, LongRailway railway) {
            this.spec = spec;
            this.railway = railway;
            this.oneByOne = spec.capacity() / spec.producers() == 1;
        }

        @Override
        public Producer producer(int index) {
            LongLoader out = railway.loader(index);
            return (first, count) -> {
                out.handOver();
                if (oneByOne) {
                    loadOneByOne(out, first, count);
                } else {
                    Filling filling = new Filling(first, first + count);
                    while (filling.next < filling.end) {
                        out.load(filling);
                    }
                }
            };
        }

        @Override
        public Consumer consumer(int index) {
            LongUnloader in = railway.unloader(spec.producers() + index);
            if (shares(spec)) {
                return new Sharing(in, oneByOne, shared, spec.consumers());
            }
            return count -> {
                in.handOver();
                if (oneByOne) {
                    return new Tally(count, unloadOneByOne(in, count));
                }
                Adding adding = new Adding();
                long got = 0;
                while (got < count) {
                    got += in.unload(adding);
                }
                return new Tally(got, adding.sum);
            };
        }

        private static void loadOneByOne(LongLoader out, long first, long count) {
            for (long good = first; good < first + count; good++) {
                out.load(good);
            }
        }

        private static long unloadOneByOne(LongUnloader in, long count) {
            long sum = 0;
            for (long i = 0; i < count; i++) {
                sum += in.unload();
            }
            return sum;
        }

        @Override
        public String config() {
            return (oneByOne ? "one by one" : "bulk")
                    + " trains=%d capacity=%d".formatted(spec.trains(), spec.capacity());
        }

        @Override
        public void close() {
            railway.close();
        }
    }

    private static final class Filling implements LongLoader.Visit {
        final long end;
        long next;

        Filling(long first, long end) {
            this.next = first;
            this.end = end;
        }

        @Override
        public int load(long[] goods, int from, int to) {
            int count = (int) Math.min(to - from, end - next);
            Blocks.fill(goods, from, from + count, next);
            next += count;
            return count;
        }
    }

    /**
     * One of those who share: none knows how many goods it will get, so each goes on until all
     * together have all.
     */
    private static final class Sharing implements Consumer {
        private static final Duration A_WHILE = Duration.ofMillis(1);

        private final LongUnloader in;
        private final boolean oneByOne;
        private final AtomicLong taken; // by all, what each tells when it finds nothing more
        private final int consumers;
        private long ofAllSamples;

        Sharing(LongUnloader in, boolean oneByOne, AtomicLong taken, int consumers) {
            this.in = in;
            this.oneByOne = oneByOne;
            this.taken = taken;
            this.consumers = consumers;
        }

        @Override
        public Tally consume(long quota) {
            in.handOver();
            ofAllSamples += quota * consumers;
            Adding adding = new Adding();
            LongConsumer addOne = good -> adding.sum += good;
            long got = 0;
            long told = 0;
            while (taken.get() < ofAllSamples) {
                long before = got;
                got += oneByOne ? 0 : in.tryUnload(adding);
                if (got == before && in.tryUnload(addOne)) {
                    got++;
                }
                if (got == before) {
                    taken.addAndGet(got - told);
                    told = got;
                    got += in.tryUnload(addOne, A_WHILE) ? 1 : 0;
                }
            }
            return new Tally(got, adding.sum);
        }
    }

    private static final class Adding implements LongUnloader.Visit {
        long sum;

        @Override
        public void unload(long[] goods, int from, int to) {
            sum += Blocks.sum(goods, from, to);
        }
    }

    /** Every station's goods go to the next station only. */
    private record Mixed(TransferSpec spec, LongRailway railway) implements TransferSession {

        @Override
        public Relay relay(int index) {
            LongLoader out = railway.loader(index);
            LongUnloader in = railway.unloader(index);
            return (first, count) -> {
                out.handOver();
                in.handOver();
                return index == 0 ? drive(out, in, first, count) : passOn(out, in, count);
            };
        }

        /**
         * Loads wherever there is room; waits for results only where some are under way and there
         * is no room, or nothing more to load. Without any under way it waits for room: the next
         * station may say what it has unloaded only after all of that has come round.
         */
        private static Tally drive(LongLoader out, LongUnloader in, long first, long count) {
            Filling filling = new Filling(first, first + count);
            Adding adding = new Adding();
            long got = 0;
            while (got < count) {
                if (filling.next < filling.end && out.tryLoad(filling) > 0) {
                    got += in.tryUnload(adding);
                } else if (filling.next - first > got) {
                    got += in.unload(adding);
                } else {
                    out.load(filling);
                }
            }
            return new Tally(got, adding.sum);
        }

        private static Tally passOn(LongLoader out, LongUnloader in, long count) {
            PassingOn passingOn = new PassingOn(out);
            long got = 0;
            while (got < count) {
                got += in.unload(passingOn);
            }
            return new Tally(got, passingOn.sum);
        }

        @Override
        public Producer producer(int index) {
            throw new UnsupportedOperationException("a mixed ring");
        }

        @Override
        public Consumer consumer(int index) {
            throw new UnsupportedOperationException("a mixed ring");
        }

        @Override
        public String config() {
            return "bulk trains=%d capacity=%d".formatted(spec.trains(), spec.capacity());
        }

        @Override
        public void close() {
            railway.close();
        }
    }

    /** Unloads part of one train straight into parts of others, each good plus 1. */
    private static final class PassingOn implements LongUnloader.Visit, LongLoader.Visit {
        private final LongLoader out;
        private long[] arrived = new long[0];
        private int next;
        private int end;
        long sum;

        PassingOn(LongLoader out) {
            this.out = out;
        }

        @Override
        public void unload(long[] goods, int from, int to) {
            sum += Blocks.sum(goods, from, to);
            arrived = goods;
            next = from;
            end = to;
            while (next < end) {
                out.load(this);
            }
        }

        @Override
        public int load(long[] goods, int from, int to) {
            int count = Math.min(to - from, end - next);
            for (int i = 0; i < count; i++) {
                goods[from + i] = arrived[next + i] + 1;
            }
            next += count;
            return count;
        }
    }
}
