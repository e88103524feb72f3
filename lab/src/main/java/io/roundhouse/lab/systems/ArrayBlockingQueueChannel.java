package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.ChannelSpec;
import io.roundhouse.lab.system.SystemInfo;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** {@link ArrayBlockingQueue}, one lock. */
@SystemInfo(
        name = "array-blocking-queue",
        guarantees = "fifo, exactly once",
        about = "as a channel")
public final class ArrayBlockingQueueChannel extends JdkChannel {

    @Override
    public Optional<String> refuses(ChannelSpec spec) {
        return refusesRendezvous(spec);
    }

    @Override
    BlockingQueue<Long> queue(int capacity) {
        return new ArrayBlockingQueue<>(capacity);
    }
}
