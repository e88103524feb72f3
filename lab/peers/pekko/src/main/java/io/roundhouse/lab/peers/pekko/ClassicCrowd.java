package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.CrowdParts.Common;
import io.roundhouse.lab.system.CrowdSpec;
import io.roundhouse.lab.system.CrowdSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Classic actors at the top level of a system, one {@code Props} for all. */
@SystemInfo(
        name = "pekko-classic",
        artifact = "pekko-actor_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class ClassicCrowd implements CrowdSystem {

    @Override
    public List<Variant> variants(CrowdSpec spec) {
        return Tuning.classic();
    }

    @Override
    public Crowded open(CrowdSpec spec, Variant variant) {
        ActorSystem system = ActorSystem.create("lab", Tuning.config(variant, spec.cores()));
        return new Crowded(
                new Classic(system), Tuning.words(spec.cores()), () -> Closing.close(system));
    }

    private static final class Classic implements Actors {

        private final ActorSystem system;
        private Common known = new Common(1);
        private Props props = Props.empty();

        Classic(ActorSystem system) {
            this.system = system;
        }

        @Override
        public Object make(Common common) {
            if (common != known) {
                known = common;
                props = Props.create(MemberActor.class, () -> new MemberActor(common));
            }
            return system.actorOf(props);
        }

        @Override
        public void tell(Object actor, long good) {
            ((ActorRef) actor).tell(good, ActorRef.noSender());
        }

        @Override
        public void stop(Object actor) {
            system.stop((ActorRef) actor);
        }
    }

    private static final class MemberActor extends UntypedAbstractActor {

        private final Common common;
        private long sum;

        MemberActor(Common common) {
            this.common = common;
            common.made(this);
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Long good) {
                sum += good;
                common.handled(good);
            } else {
                unhandled(message);
            }
        }

        @Override
        public String toString() {
            return "member with " + sum;
        }
    }
}
