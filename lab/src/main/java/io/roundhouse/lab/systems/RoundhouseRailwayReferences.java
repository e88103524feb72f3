package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Goods;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.railway.Loader;
import io.roundhouse.railway.Railway;
import io.roundhouse.railway.Train;
import io.roundhouse.railway.Unloader;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * This project's railway carrying what queues carry: references to the same preallocated {@code
 * Long}s. To be held against queues like for like, where {@link RoundhouseRailway} moves the
 * numbers themselves.
 */
@SystemInfo(
        name = "roundhouse-railway-references",
        guarantees = "fifo, exactly once",
        showDefault = true,
        about = "references to preallocated Longs, as in the queues: like for like with them")
public final class RoundhouseRailwayReferences implements TransferSystem {

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        if (spec.mode() == Mode.MIXED) {
            return Optional.of("the mixed ring carries numbers");
        }
        if (spec.mode() == Mode.SHARE && spec.consumers() > 1) {
            return Optional.of("stations that share are shown with numbers");
        }
        return new RoundhouseRailway().refuses(spec);
    }

    @Override
    public boolean hasTrains() {
        return true;
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return new RoundhouseRailway().variants(spec);
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        Railway<Long> railway =
                Railway.<Long>stations(spec.threads())
                        .trains(spec.trains())
                        .capacity(spec.capacity())
                        .waiting(RoundhouseWaits.strategy(variant.word("wait")))
                        .loading(IntStream.range(0, spec.producers()).toArray())
                        .build();
        return new Session(spec, railway, spec.capacity() / spec.producers() == 1);
    }

    private record Session(TransferSpec spec, Railway<Long> railway, boolean oneByOne)
            implements TransferSession {

        @Override
        public Producer producer(int index) {
            Loader<Long> out = railway.loader(index);
            Long[] pool = Goods.pool();
            return (first, count) -> {
                out.handOver();
                if (oneByOne) {
                    loadOneByOne(out, pool, first, count);
                    return;
                }
                Filling filling = new Filling(pool, first, first + count);
                while (filling.next < filling.end) {
                    out.load(filling);
                }
            };
        }

        @Override
        public Consumer consumer(int index) {
            Unloader<Long> in = railway.unloader(spec.producers() + index);
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

        private static void loadOneByOne(Loader<Long> out, Long[] pool, long first, long count) {
            for (long good = first; good < first + count; good++) {
                out.load(pool[(int) good & (Goods.POOL - 1)]);
            }
        }

        private static long unloadOneByOne(Unloader<Long> in, long count) {
            long sum = 0;
            for (long i = 0; i < count; i++) {
                sum += in.unload();
            }
            return sum;
        }

        @Override
        public long sumOf(long first, long count) {
            return Goods.pooledSum(first, count);
        }

        @Override
        public String config() {
            return "references to preallocated Longs, %s trains=%d capacity=%d"
                    .formatted(oneByOne ? "one by one" : "bulk", spec.trains(), spec.capacity());
        }

        @Override
        public void close() {
            railway.close();
        }
    }

    private static final class Filling implements Loader.Visit<Long> {
        private final Long[] pool;
        final long end;
        long next;

        Filling(Long[] pool, long first, long end) {
            this.pool = pool;
            this.next = first;
            this.end = end;
        }

        @Override
        public int load(Train<Long> train, int room) {
            int count = (int) Math.min(room, end - next);
            for (int i = 0; i < count; i++) {
                train.set(i, pool[(int) (next + i) & (Goods.POOL - 1)]);
            }
            next += count;
            return count;
        }
    }

    private static final class Adding implements Unloader.Visit<Long> {
        long sum;

        @Override
        public void unload(Train<Long> train, int size) {
            long added = 0;
            for (int i = 0; i < size; i++) {
                added += train.get(i);
            }
            sum += added;
        }
    }
}
