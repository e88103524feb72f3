package io.roundhouse.lab.systems;

import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.Optional;

/** The ring of {@link RoundhouseActors} with a thread a node: what its workers are worth. */
@SystemInfo(
        name = "roundhouse-pinned",
        guarantees = "fifo, exactly once, bounded",
        about = "the same actors, each on a platform thread of its own")
public final class RoundhousePinned implements RingSystem {

    private final RoundhouseActors actors = new RoundhouseActors();

    @Override
    public List<Variant> variants() {
        return List.of(RoundhouseActors.PINNED);
    }

    @Override
    public Optional<String> refuses(RingSpec spec) {
        return SimpleRing.refusesAThreadANode(spec);
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        return actors.open(spec, variant);
    }
}
