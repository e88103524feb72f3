package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Producer;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Tally;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The machine's own bound: whole blocks of {@code long}s handed over by two counters, between as many threads. */
@SystemInfo(name = "limit", version = "1", guarantees = "fifo, exactly once, whole blocks only")
public final class LimitTransfer implements TransferSystem {

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return spec.mode() == Mode.MIXED ? Optional.of("blocks go one way") : Optional.empty();
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        List<Variant> variants = new ArrayList<>();
        for (int longs : new int[] {1024, 4096, 8192, 16384, 32768}) {
            for (int blocks : new int[] {4, 8}) {
                variants.add(Variant.of("block", longs).with("blocks", blocks));
            }
        }
        return variants;
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        return new Session(spec, variant.number("block"), variant.number("blocks"));
    }

    /** Blocks from one producer to some readers, each of which sees all of them. */
    private static final class Lane {
        final long[][] blocks;
        final PaddedCounter written = new PaddedCounter();
        final PaddedCounter[] read;

        Lane(int size, int count, int readers) {
            blocks = new long[count][size];
            read = new PaddedCounter[readers];
            Arrays.setAll(read, r -> new PaddedCounter());
        }
    }

    /** {@code lanes[p][c]}: to each consumer one where goods are shared, the same for all where each sees every good. */
    private static final class Session implements TransferSession {
        private final int size;
        private final int count;
        private final boolean crowded;
        private final boolean share;
        private final Lane[][] lanes;

        Session(TransferSpec spec, int size, int count) {
            this.size = size;
            this.count = count;
            crowded = spec.crowded();
            share = spec.mode() == Mode.SHARE;
            lanes = new Lane[spec.producers()][share ? spec.consumers() : 1];
            for (Lane[] own : lanes) {
                Arrays.setAll(own, c -> new Lane(size, count, share ? 1 : spec.consumers()));
            }
        }

        @Override
        public Producer producer(int index) {
            return (first, goods) -> {
                for (long sent = 0, turn = 0; sent < goods; sent += size, turn++) {
                    Lane lane = lanes[index][(int) (turn % lanes[index].length)];
                    long block = lane.written.getPlain();
                    for (PaddedCounter read : lane.read) {
                        while (block - read.getAcquire() >= count) pause();
                    }
                    fill(lane.blocks[(int) (block % count)], first + sent);
                    lane.written.setRelease(block + 1);
                }
            };
        }

        @Override
        public Consumer consumer(int index) {
            return goods -> {
                long sum = 0;
                for (long got = 0, turn = 0; got < goods; turn++) {
                    Lane lane = lanes[(int) (turn % lanes.length)][share ? index : 0];
                    PaddedCounter read = lane.read[share ? 0 : index];
                    long block = read.getPlain();
                    if (lane.written.getAcquire() == block) {
                        pause();
                    } else {
                        sum += sum(lane.blocks[(int) (block % count)]);
                        read.setRelease(block + 1);
                        got += size;
                    }
                }
                return new Tally(goods, sum);
            };
        }

        private void pause() {
            if (crowded) Thread.yield();
            else Thread.onSpinWait();
        }

        private static void fill(long[] block, long first) {
            for (int i = 0; i < block.length; i++) block[i] = first + i;
        }

        private static long sum(long[] block) {
            long sum = 0;
            for (int i = 0; i < block.length; i++) sum += block[i];
            return sum;
        }

        @Override
        public long grain() {
            return size;
        }

        /** The check on the limit itself: one thread copying as many blocks of the same size. */
        @Override
        public String config() {
            long[][] from = new long[count][size];
            long[][] to = new long[count][size];
            double best = 0;
            for (int run = 0; run < 20; run++) {
                int copies = Math.max(count, (4 << 20) / size);
                long start = System.nanoTime();
                for (int i = 0; i < copies; i++) {
                    System.arraycopy(from[i % count], 0, to[i % count], 0, size);
                }
                best = Math.max(best, copies * (double) size / (System.nanoTime() - start));
            }
            return "memory-copy=%.0fM/s".formatted(best * 1000);
        }
    }
}
