package io.roundhouse.lab.peers.agrona;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.systems.PolledQueueSystem;
import java.util.Queue;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * Agrona's array queue for the number of producers and consumers. Of its last version that needs no
 * option of the JVM: later ones want {@code --add-opens}.
 */
@SystemInfo(name = "agrona", artifact = "agrona", guarantees = "fifo, exactly once")
public final class AgronaQueue extends PolledQueueSystem {

    @Override
    protected Queue<Long> queue(TransferSpec spec, int slots) {
        if (spec.consumers() > 1) {
            return new ManyToManyConcurrentArrayQueue<>(slots);
        }
        return spec.producers() > 1
                ? new ManyToOneConcurrentArrayQueue<>(slots)
                : new OneToOneConcurrentArrayQueue<>(slots);
    }
}
