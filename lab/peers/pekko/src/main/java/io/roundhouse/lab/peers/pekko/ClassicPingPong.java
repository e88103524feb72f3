package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.ActorBinder;
import io.roundhouse.lab.system.PingPongParts.Player;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** Two classic actors; every number is an object made for it. */
@SystemInfo(
        name = "pekko-classic",
        artifact = "pekko-actor_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class ClassicPingPong implements PingPongSystem {

    @Override
    public List<Variant> variants(PingPongSpec spec) {
        return Tuning.classic();
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        ActorSystem system = ActorSystem.create("lab", Tuning.config(variant, spec.cores()));
        return PingPongSession.over(new Binder(system), () -> Closing.close(system));
    }

    private record Binder(ActorSystem system) implements ActorBinder {

        @Override
        public <T> T bind(Class<T> type, T target) {
            Player player = (Player) target;
            return type.cast(
                    new Handle(
                            system.actorOf(
                                    Props.create(
                                            PlayerActor.class, () -> new PlayerActor(player)))));
        }

        @Override
        public void stop(Object handle) {
            system.stop(((Handle) handle).actor);
        }
    }

    private record Ball(long left) {}

    private record Handle(ActorRef actor) implements Player {

        @Override
        public void ball(long left) {
            actor.tell(new Ball(left), ActorRef.noSender());
        }
    }

    private static final class PlayerActor extends UntypedAbstractActor {

        private final Player player;

        PlayerActor(Player player) {
            this.player = player;
        }

        @Override
        public void onReceive(Object message) {
            if (message instanceof Ball ball) {
                player.ball(ball.left);
            } else {
                unhandled(message);
            }
        }
    }
}
