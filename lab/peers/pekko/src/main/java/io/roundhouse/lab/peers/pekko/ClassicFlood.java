package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.FloodParts.Sink;
import io.roundhouse.lab.system.FloodSpec;
import io.roundhouse.lab.system.FloodSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** One classic actor; every number is an object made for it. */
@SystemInfo(
        name = "pekko-classic",
        artifact = "pekko-actor_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class ClassicFlood implements FloodSystem {

    @Override
    public List<Variant> variants(FloodSpec spec) {
        return Tuning.classic();
    }

    @Override
    public Flooded open(FloodSpec spec, Variant variant, Sink target) {
        ActorSystem system = ActorSystem.create("lab", Tuning.config(variant, spec.cores()));
        ActorRef actor = system.actorOf(Props.create(SinkActor.class, () -> new SinkActor(target)));
        return new Flooded(
                good -> actor.tell(good, ActorRef.noSender()),
                Tuning.words(spec.cores()),
                () -> Closing.close(system));
    }

    private static final class SinkActor extends UntypedAbstractActor {

        private final Sink sink;

        SinkActor(Sink sink) {
            this.sink = sink;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Long good) {
                sink.take(good);
            } else {
                unhandled(message);
            }
        }
    }
}
