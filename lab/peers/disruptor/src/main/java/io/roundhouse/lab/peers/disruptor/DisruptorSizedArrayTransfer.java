package io.roundhouse.lab.peers.disruptor;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSession;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSystem;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;

/**
 * The Disruptor with arrays for events, in the sizes of the setting: {@code capacity} longs, {@code
 * trains} slots. With {@code sizes=best} among them are the 2,048 longs as shipped, in fewer slots.
 */
@SystemInfo(
        name = "disruptor-long-array-sized",
        artifact = "disruptor",
        guarantees = "fifo, exactly once, whole arrays only")
public final class DisruptorSizedArrayTransfer implements TransferSystem {

    private final DisruptorLongArrayTransfer asShipped = new DisruptorLongArrayTransfer();

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return asShipped.refuses(spec);
    }

    @Override
    public boolean hasTrains() {
        return true;
    }

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return asShipped.variants(spec);
    }

    @Override
    public TransferSession open(TransferSpec spec, Variant variant) {
        int slots = spec.trains() == 1 ? 1 : Integer.highestOneBit(spec.trains() - 1) << 1;
        return new ArrayRing(spec, spec.capacity(), slots, variant.word("wait"));
    }
}
