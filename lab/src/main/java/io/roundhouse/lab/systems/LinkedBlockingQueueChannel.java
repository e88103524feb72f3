package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.SystemInfo;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** {@link LinkedBlockingQueue}, a lock at each end. */
@SystemInfo(
        name = "linked-blocking-queue",
        guarantees = "fifo, exactly once",
        about = "as a channel")
public final class LinkedBlockingQueueChannel extends JdkChannel {

    @Override
    public Optional<String> refuses(ChannelSpec spec) {
        return refusesRendezvous(spec);
    }

    @Override
    BlockingQueue<Long> queue(int capacity) {
        return new LinkedBlockingQueue<>(capacity);
    }
}
