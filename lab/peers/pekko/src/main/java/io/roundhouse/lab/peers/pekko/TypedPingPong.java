package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.ActorBinder;
import io.roundhouse.lab.system.PingPongParts.Player;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Two typed actors; every number is an object made for it. */
@SystemInfo(
        name = "pekko-typed",
        artifact = "pekko-actor-typed_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class TypedPingPong implements PingPongSystem {

    @Override
    public List<Variant> variants(PingPongSpec spec) {
        return Tuning.typed();
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        ActorSystem<Guardian.Order> system = Guardian.start(Tuning.config(variant, spec.cores()));
        return PingPongSession.over(new Binder(system), () -> Closing.close(system));
    }

    private record Binder(ActorSystem<Guardian.Order> system) implements ActorBinder {

        @Override
        public <T> T bind(Class<T> type, T target) {
            return type.cast(new Handle(Guardian.spawn(system, playing((Player) target))));
        }

        private static Behavior<Ball> playing(Player player) {
            return Behaviors.receiveMessage(ball -> {
                player.ball(ball.left);
                return Behaviors.same();
            });
        }

        @Override
        public void stop(Object handle) {
            system.tell(context -> context.stop(((Handle) handle).actor));
        }
    }

    private record Ball(long left) {}

    private record Handle(ActorRef<Ball> actor) implements Player {

        @Override
        public void ball(long left) {
            actor.tell(new Ball(left));
        }
    }
}
