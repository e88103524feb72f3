package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.SystemInfo;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.SynchronousQueue;

/** {@link SynchronousQueue}, a rendezvous: as it comes, which is not fair between its senders. */
@SystemInfo(
        name = "synchronous-queue",
        guarantees = "fifo a sender, exactly once",
        about = "as a channel")
public final class SynchronousQueueChannel extends JdkChannel {

    @Override
    public Optional<String> refuses(ChannelSpec spec) {
        return spec.capacity() != 0 ? Optional.of("it is a rendezvous") : Optional.empty();
    }

    @Override
    BlockingQueue<Long> queue(int capacity) {
        return new SynchronousQueue<>();
    }
}
