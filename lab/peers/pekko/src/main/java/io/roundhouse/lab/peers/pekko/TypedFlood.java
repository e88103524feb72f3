package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.FloodParts.Sink;
import io.roundhouse.lab.system.FloodSpec;
import io.roundhouse.lab.system.FloodSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** One typed actor; every number is an object made for it. */
@SystemInfo(
        name = "pekko-typed",
        artifact = "pekko-actor-typed_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class TypedFlood implements FloodSystem {

    @Override
    public List<Variant> variants(FloodSpec spec) {
        return Tuning.typed();
    }

    @Override
    public Flooded open(FloodSpec spec, Variant variant, Sink target) {
        ActorSystem<Guardian.Order> system = Guardian.start(Tuning.config(variant, spec.cores()));
        ActorRef<Long> actor = Guardian.spawn(system, taking(target));
        return new Flooded(actor::tell, Tuning.words(spec.cores()), () -> Closing.close(system));
    }

    private static Behavior<Long> taking(Sink sink) {
        return Behaviors.receiveMessage(good -> {
            sink.take(good);
            return Behaviors.same();
        });
    }
}
