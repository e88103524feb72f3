package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;

/** The plain ring of 2009, written anew: a platform thread and a queue a node. */
@SystemInfo(name = "simple-ring", guarantees = "fifo, exactly once")
public final class SimpleRing implements RingSystem {

    private static final int MOST_THREADS = 5_000;

    @Override
    public Optional<String> refuses(RingSpec spec) {
        return refusesAThreadANode(spec);
    }

    /** Why nodes cannot have a platform thread each; empty where they can. */
    static Optional<String> refusesAThreadANode(RingSpec spec) {
        return spec.nodes() > MOST_THREADS
                ? Optional.of("a platform thread a node: " + MOST_THREADS + " nodes at most")
                : Optional.empty();
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        ThreadFactory threads = Thread.ofPlatform().daemon().name("node-", 0).factory();
        MailboxBinder binder =
                new MailboxBinder(() -> ThreadMailbox.start(new LinkedBlockingQueue<>(), threads));
        return RingSession.over(binder, spec, () -> {});
    }
}
