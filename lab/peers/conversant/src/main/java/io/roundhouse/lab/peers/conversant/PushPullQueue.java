package io.roundhouse.lab.peers.conversant;

import com.conversantmedia.util.concurrent.PushPullBlockingQueue;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.TransferSpec.Mode;
import io.roundhouse.lab.systems.BlockingQueueSystem;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;

/**
 * Conversant's blocking queue for one thread at each end, as its authors make it where nothing is
 * said.
 */
@SystemInfo(
        name = "conversant-push-pull",
        artifact = "disruptor",
        guarantees = "fifo, exactly once, one producer and one consumer")
public final class PushPullQueue extends BlockingQueueSystem {
    private static final String REFUSES = "its queue is for one thread at each end";

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        boolean shared = spec.mode() == Mode.SHARE && spec.consumers() > 1;
        return spec.producers() > 1 || shared ? Optional.of(REFUSES) : Optional.empty();
    }

    @Override
    public Optional<String> refuses(LatencySpec spec) {
        return spec.producers() > 1 ? Optional.of(REFUSES) : Optional.empty();
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    protected <T> BlockingQueue<T> queue(int bound) {
        return new PushPullBlockingQueue<>(bound);
    }
}
