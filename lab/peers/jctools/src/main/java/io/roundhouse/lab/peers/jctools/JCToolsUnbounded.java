package io.roundhouse.lab.peers.jctools;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.systems.PolledQueueSystem;
import java.util.Optional;
import java.util.Queue;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.jctools.queues.varhandle.SpscUnboundedVarHandleArrayQueue;

/** The unbounded queue that JCTools recommends for the number of producers, for one consumer. */
@SystemInfo(
        name = "jctools-unbounded",
        artifact = "jctools-core-jdk11",
        guarantees = "fifo, exactly once")
public final class JCToolsUnbounded extends PolledQueueSystem {

    private static final int CHUNK = 512;

    @Override
    public Optional<String> refuses(TransferSpec spec) {
        return spec.consumers() > 1
                ? Optional.of("of those for many consumers there is none for this JDK's VarHandles")
                : super.refuses(spec);
    }

    @Override
    protected Queue<Long> queue(TransferSpec spec, int slots) {
        return spec.producers() == 1
                ? new SpscUnboundedVarHandleArrayQueue<>(CHUNK)
                : new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    }
}
