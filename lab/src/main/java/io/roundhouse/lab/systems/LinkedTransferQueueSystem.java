package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;

/** {@link LinkedTransferQueue}: lock-free, without a bound, so that producers never wait. */
@SystemInfo(name = "linked-transfer-queue", guarantees = "fifo, exactly once")
public final class LinkedTransferQueueSystem extends BlockingQueueSystem {

    @Override
    public List<Variant> variants(TransferSpec spec) {
        return List.of(Variant.of("bound", Integer.MAX_VALUE));
    }

    @Override
    protected <T> BlockingQueue<T> queue(int bound) {
        return new LinkedTransferQueue<>();
    }
}
