package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Blocks;
import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.IdleSpec;
import io.roundhouse.lab.system.IdleSystem;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.Relay;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The railway as published in 2013, written anew from its description.
 *
 * <p>Stations stand in a ring, one a thread; trains are arrays of goods. Each train has a counter
 * of the stations it has left; a station waits, yielding, until the counter modulo the number of
 * stations says that the train is there, unloads or loads all of it, and counts on. Trains always
 * leave full. The counters lie side by side as the article's do.
 *
 * <p>Both ways of counting on in the article are offered: an atomic increment, and the ordered
 * store of its last variant.
 */
@SystemInfo(
        name = "published-railway",
        version = "2013",
        guarantees = "fifo, exactly once, full trains only")
public final class PublishedRailway implements TransferSystem, LatencySystem, IdleSystem {

    /** Trains of one good: with more of them a good would wait for the others of its train. */
    private static final int LINE_TRAINS = 64;

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        if (spec.mode() == Mode.SHARE && spec.consumers() > 1) {
            return Optional.of("every train passes every station");
        }
        if (spec.capacity() % spec.producers() != 0) {
            return Optional.of(
                    "each producer loads an equal share of every train: capacity must be a multiple of producers");
        }
        return Optional.empty();
    }

    @Override
    public boolean hasTrains() {
        return true;
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return Variant.each("depart", "getAndIncrement", "lazySet");
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        return new Session(spec, variant.word("depart").equals("lazySet"));
    }

    // ---- single goods

    @Override
    public Optional<String> refuses(LatencySpec spec) {
        return spec.producers() == 1
                ? Optional.empty()
                : Optional.of("a good would wait for one of every other producer");
    }

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return Variant.each("depart", "getAndIncrement", "lazySet");
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        TransferSpec single =
                new TransferSpec(
                        1, 1, LINE_TRAINS, 1, 1, Mode.EACH, spec.busyThreads(), spec.cores());
        return new Session(single, variant.word("depart").equals("lazySet")).line();
    }

    /** Its way of waiting is one for all waits: it yields. */
    @Override
    public OneWayLine open(IdleSpec spec, Variant variant) {
        TransferSpec single =
                new TransferSpec(
                        1,
                        1,
                        LINE_TRAINS,
                        1,
                        1,
                        Mode.EACH,
                        2 * spec.waiters(),
                        Runtime.getRuntime().availableProcessors());
        return new Session(single, false).line();
    }

    // ---- transfer

    private static final class Session implements TransferSession {

        private final TransferSpec spec;
        private final int stations;
        private final int share;
        private final boolean lazy;
        private final long[][] trains;
        private final AtomicLong[] departures;

        Session(TransferSpec spec, boolean lazy) {
            this.spec = spec;
            this.stations = spec.threads();
            this.share = spec.capacity() / spec.producers();
            this.lazy = lazy;
            this.trains = new long[spec.trains()][spec.capacity()];
            this.departures = new AtomicLong[spec.trains()];
            Arrays.setAll(departures, t -> new AtomicLong());
        }

        private long[] await(int train, int station) {
            AtomicLong left = departures[train];
            while (left.get() % stations != station) {
                Thread.yield();
            }
            return trains[train];
        }

        private void send(int train) {
            if (lazy) {
                departures[train].lazySet(departures[train].get() + 1);
            } else {
                departures[train].getAndIncrement();
            }
        }

        private int next(int train) {
            return train + 1 == trains.length ? 0 : train + 1;
        }

        /** A station knows which train it expects next, from sample to sample. */
        private abstract static class Station {
            final int station;
            int train;

            Station(int station) {
                this.station = station;
            }
        }

        private final class Loading extends Station implements Producer {

            Loading(int station) {
                super(station);
            }

            @Override
            public void produce(long first, long count) {
                int from = station * share;
                int to = from + share;
                int at = train;
                for (long good = first; good < first + count; at = next(at)) {
                    long[] goods = await(at, station);
                    Blocks.fill(goods, from, to, good);
                    good += share;
                    send(at);
                }
                train = at;
            }

            /** A train with one good: any number, the largest too. */
            void one(long good) {
                await(train, station)[0] = good;
                send(train);
                train = next(train);
            }
        }

        private final class Unloading extends Station implements Consumer {

            Unloading(int station) {
                super(station);
            }

            @Override
            public Tally consume(long count) {
                long sum = 0;
                int at = train;
                for (long got = 0; got < count; at = next(at)) {
                    long[] goods = await(at, station);
                    sum += Blocks.sum(goods, 0, goods.length);
                    got += goods.length;
                    send(at);
                }
                train = at;
                return new Tally(count, sum);
            }
        }

        OneWayLine line() {
            Loading loading = new Loading(0);
            Unloading unloading = new Unloading(1);
            return new OneWayLine() {
                @Override
                public Sender sender(int index) {
                    return loading::one;
                }

                @Override
                public Receiver receiver() {
                    return (count, arrival) -> {
                        for (long got = 0; got < count; got++) {
                            arrival.arrived(unloading.consume(1).sum());
                        }
                    };
                }

                @Override
                public String config() {
                    return Session.this.config();
                }
            };
        }

        /** Station 0 of a mixed ring: unloads what came round, loads new goods in its place. */
        private Tally loadAndUnload(long first, long count) {
            long sum = 0;
            long good = first;
            long visits = count / spec.capacity() + trains.length;
            for (long visit = 0; visit < visits; visit++) {
                int at = (int) (visit % trains.length);
                long[] goods = await(at, 0);
                if (visit >= trains.length) {
                    sum += Blocks.sum(goods, 0, goods.length);
                }
                if (visit < visits - trains.length) {
                    Blocks.fill(goods, 0, goods.length, good);
                    good += goods.length;
                    send(at);
                }
            }
            return new Tally(count, sum);
        }

        private Tally passOn(int station, long count) {
            long sum = 0;
            long visits = count / spec.capacity();
            for (long visit = 0; visit < visits; visit++) {
                int at = (int) (visit % trains.length);
                long[] goods = await(at, station);
                sum += Blocks.sum(goods, 0, goods.length);
                for (int i = 0; i < goods.length; i++) {
                    goods[i]++;
                }
                send(at);
            }
            return new Tally(count, sum);
        }

        @Override
        public Producer producer(int index) {
            return new Loading(index);
        }

        @Override
        public Consumer consumer(int index) {
            return new Unloading(spec.producers() + index);
        }

        @Override
        public Relay relay(int index) {
            return index == 0 ? this::loadAndUnload : (first, count) -> passOn(index, count);
        }

        @Override
        public long grain() {
            return spec.mode() == Mode.MIXED ? (long) trains.length * spec.capacity() : share;
        }

        @Override
        public String config() {
            return "wait=yield trains=%d capacity=%d".formatted(trains.length, spec.capacity());
        }
    }
}
