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

/**
 * The machine's own bound: whole blocks of {@code long}s, handed over by two counters, between as
 * many threads.
 *
 * <p>Small and large blocks are tried, and in each round the best of them counts: on some machines
 * the fastest way between two cores is through memory that both share and neither has in its own
 * cache, and on a virtual machine that may change from one second to the next. Who waits yields:
 * two that spin may find themselves on one processor, and stay there for seconds. Beside the result
 * stands the speed of a memory copy.
 */
@SystemInfo(
        name = "limit",
        version = "3",
        guarantees = "fifo, exactly once, whole blocks only",
        bound = true)
public final class LimitTransfer implements TransferSystem {

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return spec.mode() == Mode.MIXED ? Optional.of("blocks go one way") : Optional.empty();
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return LimitCheck.worthTrying(spec);
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        int ways = spec.mode() == Mode.SHARE ? spec.consumers() : 1;
        int size = variant.number("block");
        BlockLane[][] lanes = new BlockLane[spec.producers()][ways];
        int readers = spec.consumers() / ways;
        int blocks = variant.number("blocks");
        for (BlockLane[] own : lanes) Arrays.setAll(own, c -> new BlockLane(size, blocks, readers));
        return new Session(lanes, variant, size);
    }

    /** Lanes by producer: one, or one a consumer where each good goes to one of them. */
    private record Session(BlockLane[][] lanes, Variant with, int size) implements TransferSession {

        @Override
        public Producer producer(int index) {
            int refill = with.number("refill");
            return (first, count) -> {
                long[] free = new long[lanes[index].length]; // below it, blocks may be written
                for (long sent = 0, turn = 0; sent < count; sent += size, turn++) {
                    int way = (int) (turn % free.length);
                    BlockLane lane = lanes[index][way];
                    long block = lane.written().getPlain();
                    if (block >= free[way]) free[way] = lane.awaitRoom(block, refill);
                    Blocks.fill(lane.block(block), 0, size, first + sent);
                    lane.written().setRelease(block + 1);
                }
            };
        }

        @Override
        public Consumer consumer(int index) {
            boolean giveBack = with.word("lines").equals("given-back");
            return count -> {
                long sum = 0;
                for (long got = 0, turn = 0; got < count; turn++) {
                    BlockLane lane = lanes[(int) (turn % lanes.length)][index % lanes[0].length];
                    PaddedCounter read = lane.read()[index % lane.read().length];
                    long block = read.getPlain();
                    if (block < lane.written().getAcquire()) {
                        long[] goods = lane.block(block);
                        sum += Blocks.sum(goods, 0, size);
                        for (int i = 0; giveBack && i < size; i += Blocks.LINE) goods[i] = 0;
                        read.setRelease(block + 1);
                        got += size;
                    } else Thread.yield();
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
            return LimitCheck.copyWords(lanes[0][0].blocks().length, size);
        }
    }
}
