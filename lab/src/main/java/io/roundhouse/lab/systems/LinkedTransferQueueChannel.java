package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.SystemInfo;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;

/** {@link LinkedTransferQueue}, whose producers wait for their consumers. */
@SystemInfo(
        name = "linked-transfer-queue",
        guarantees = "fifo, exactly once",
        about = "as a channel")
public final class LinkedTransferQueueChannel extends JdkChannel {

    @Override
    public Optional<String> refuses(ChannelSpec spec) {
        return spec.capacity() != 0 ? Optional.of("it has no bound") : Optional.empty();
    }

    @Override
    BlockingQueue<Long> queue(int capacity) {
        return new LinkedTransferQueue<>();
    }

    @Override
    void send(BlockingQueue<Long> queue, Long element) throws InterruptedException {
        ((LinkedTransferQueue<Long>) queue).transfer(element);
    }
}
