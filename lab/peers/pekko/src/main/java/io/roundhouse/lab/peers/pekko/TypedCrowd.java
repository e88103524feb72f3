package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.CrowdParts.Common;
import io.roundhouse.lab.system.CrowdSpec;
import io.roundhouse.lab.system.CrowdSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.ExtensibleBehavior;
import org.apache.pekko.actor.typed.Signal;
import org.apache.pekko.actor.typed.TypedActorContext;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Typed actors at the top level of a system, each an object with a state of its own. */
@SystemInfo(
        name = "pekko-typed",
        artifact = "pekko-actor-typed_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class TypedCrowd implements CrowdSystem {

    @Override
    public List<Variant> variants(CrowdSpec spec) {
        return Tuning.typed();
    }

    @Override
    public Crowded open(CrowdSpec spec, Variant variant) {
        ActorSystem system = ActorSystem.create("lab", Tuning.config(variant, spec.cores()));
        return new Crowded(
                new Typed(system), Tuning.words(spec.cores()), () -> Closing.close(system));
    }

    private record Typed(ActorSystem system) implements Actors {

        @Override
        public Object make(Common common) {
            return Adapter.spawnAnonymous(system, new Member(common));
        }

        @Override
        @SuppressWarnings("unchecked")
        public void tell(Object actor, long good) {
            ((ActorRef<Long>) actor).tell(good);
        }

        @Override
        public void stop(Object actor) {
            system.stop(Adapter.toClassic((ActorRef<?>) actor));
        }
    }

    /** The smallest way to have a state: the object is the behavior. */
    private static final class Member extends ExtensibleBehavior<Long> {

        private final Common common;
        private long sum;

        Member(Common common) {
            this.common = common;
            common.made(this);
        }

        @Override
        public Behavior<Long> receive(TypedActorContext<Long> context, Long good) {
            sum += good;
            common.handled(good);
            return Behaviors.same();
        }

        @Override
        public Behavior<Long> receiveSignal(TypedActorContext<Long> context, Signal signal) {
            return Behaviors.unhandled();
        }

        @Override
        public String toString() {
            return "member with " + sum;
        }
    }
}
