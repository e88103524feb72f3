package io.roundhouse.lab.peers.disruptor;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;

/**
 * The Disruptor with arrays for events, in the sizes of its own long-array throughput test: 2,048
 * longs, 1,024 slots.
 */
@SystemInfo(
        name = "disruptor-long-array",
        artifact = "disruptor",
        guarantees = "fifo, exactly once, whole arrays only")
public final class DisruptorLongArrayTransfer implements TransferSystem {

    private static final int LONGS = 2048;
    private static final int SLOTS = 1024;

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return spec.mode() == Mode.MIXED
                ? Optional.of("a mixed ring passes goods on one by one; see disruptor")
                : DisruptorTransfer.refusesSharing(spec);
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return Waits.variants(spec.crowded());
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        return new ArrayRing(spec, LONGS, SLOTS, variant.word("wait"));
    }
}
