package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.Blocks;
import io.roundhouse.lab.system.Consumer;
import io.roundhouse.lab.system.Producer;
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
import java.util.stream.Stream;

/**
 * The machine's own bound: whole blocks of {@code long}s, handed over by two counters, between as
 * many threads.
 *
 * <p>Small and large blocks are tried: on some machines the fastest way between two cores is
 * through memory that both share and neither has in its own cache. Beside the result stands the
 * speed of a memory copy.
 */
@SystemInfo(name = "limit", version = "1", guarantees = "fifo, exactly once, whole blocks only")
public final class LimitTransfer implements TransferSystem {

    private static final int BLOCKS = 8;

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return spec.mode() == Mode.MIXED ? Optional.of("blocks go one way") : Optional.empty();
    }

    /**
     * From 128 KB to 8 MB in all; with one reader also writing to each line that was read, so that
     * it is not shared.
     */
    @Override
    public List<Variant> variants(TransferSpec spec) {
        List<String> lines =
                spec.consumers() == 1 ? List.of("left", "given-back") : List.of("left");
        return Stream.of(2048, 8192, 32768, 131072)
                .flatMap(longs ->
                        lines.stream().map(how -> Variant.of("block", longs).with("lines", how)))
                .toList();
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        boolean share = spec.mode() == Mode.SHARE;
        int size = variant.number("block");
        boolean giveBack = variant.word("lines").equals("given-back");
        Lane[][] lanes = new Lane[spec.producers()][share ? spec.consumers() : 1];
        int readers = share ? 1 : spec.consumers();
        for (Lane[] own : lanes) Arrays.setAll(own, c -> new Lane(size, readers));
        return new Session(lanes, size, share, giveBack, spec.crowded());
    }

    /** Blocks from one producer to some readers, each of which sees all of them. */
    private record Lane(long[][] blocks, PaddedCounter written, PaddedCounter[] read) {
        Lane(int size, int readers) {
            this(new long[BLOCKS][size], new PaddedCounter(), PaddedCounter.many(readers));
        }
    }

    /** Lanes by producer, and where goods are shared by consumer. */
    private record Session(
            Lane[][] lanes, int size, boolean share, boolean giveBack, boolean crowded)
            implements TransferSession {

        @Override
        public Producer producer(int index) {
            return (first, goods) -> {
                for (long sent = 0, turn = 0; sent < goods; sent += size, turn++) {
                    Lane lane = lanes[index][(int) (turn % lanes[index].length)];
                    long block = lane.written.getPlain();
                    for (PaddedCounter read : lane.read) {
                        while (block - read.getAcquire() >= BLOCKS) LimitCheck.pause(crowded);
                    }
                    Blocks.fill(lane.blocks[(int) (block % BLOCKS)], 0, size, first + sent);
                    lane.written.setRelease(block + 1);
                }
            };
        }

        @Override
        public Consumer consumer(int index) {
            return count -> {
                long sum = 0;
                for (long got = 0, turn = 0; got < count; turn++) {
                    Lane lane = lanes[(int) (turn % lanes.length)][share ? index : 0];
                    PaddedCounter read = lane.read[share ? 0 : index];
                    long block = read.getPlain();
                    if (block == lane.written.getAcquire()) {
                        LimitCheck.pause(crowded);
                        continue;
                    }
                    long[] goods = lane.blocks[(int) (block % BLOCKS)];
                    sum += Blocks.sum(goods, 0, size);
                    for (int i = 0; giveBack && i < size; i += Blocks.LINE) goods[i] = 0;
                    read.setRelease(block + 1);
                    got += size;
                }
                return new Tally(count, sum);
            };
        }

        @Override
        public long grain() {
            return size;
        }

        @Override
        public String config() {
            return LimitCheck.copyWords(BLOCKS, size);
        }
    }
}
