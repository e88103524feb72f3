package io.roundhouse.lab.peers.conversant;

import com.conversantmedia.util.concurrent.DisruptorBlockingQueue;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.systems.BlockingQueueSystem;
import java.util.concurrent.BlockingQueue;

/** Conversant's blocking queue for many threads, as its authors make it where nothing is said. */
@SystemInfo(name = "conversant", artifact = "disruptor", guarantees = "fifo, exactly once")
public final class ConversantQueue extends BlockingQueueSystem {

    @Override
    protected <T> BlockingQueue<T> queue(int bound) {
        return new DisruptorBlockingQueue<>(bound);
    }
}
