package io.roundhouse.lab.peers.jctools;

import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.TransferSpec;
import io.roundhouse.lab.system.Variant;
import io.roundhouse.lab.systems.Pause;
import io.roundhouse.lab.systems.PolledQueueSystem;
import java.util.List;
import java.util.Queue;
import org.jctools.queues.MpmcUnboundedXaddArrayQueue;

/** The unbounded queue that JCTools recommends for the number of producers and consumers. */
@SystemInfo(
        name = "jctools-unbounded",
        artifact = "jctools-core-jdk11",
        guarantees = "fifo, exactly once")
public final class JCToolsUnbounded extends PolledQueueSystem {

    private static final int CHUNK = 512;

    @Override
    public List<Variant> variants(TransferSpec spec) {
        List<Variant> variants = Pause.variants(spec.crowded());
        return spec.consumers() == 1 ? Access.ofEach(variants) : variants;
    }

    @Override
    protected Queue<Long> queue(TransferSpec spec, Variant variant) {
        return spec.consumers() == 1
                ? Access.of(variant).unbounded(spec.producers() == 1, CHUNK)
                : new MpmcUnboundedXaddArrayQueue<>(CHUNK); // has no twin
    }
}
