package io.roundhouse.lab.peers.kontraktor;

import io.roundhouse.lab.system.ActorBinder;
import io.roundhouse.lab.system.PingPongParts.Player;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.RingParts.Node;
import io.roundhouse.lab.system.RingParts.Timer;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;

/** Rings and ping-pong of Kontraktor's actors. */
@SystemInfo(
        name = "kontraktor",
        artifact = "kontraktor",
        guarantees = "fifo, exactly once, unbounded")
public final class KontraktorActors implements RingSystem, PingPongSystem {

    @Override
    public List<Variant> variants(RingSpec spec) {
        return Schedulers.variants(spec.threads());
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        Schedulers schedulers = Schedulers.start(variant);
        return RingSession.over(new Binder(schedulers, spec.nodes()), spec, schedulers::close);
    }

    @Override
    public List<Variant> variants(PingPongSpec spec) {
        return Schedulers.variants(2);
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        Schedulers schedulers = Schedulers.start(variant);
        return PingPongSession.over(new Binder(schedulers, 2), schedulers::close);
    }

    /** Makes actors in the order in which they are neighbours. */
    private static final class Binder implements ActorBinder {

        private final Schedulers schedulers;
        private final int actors;
        private int next;

        Binder(Schedulers schedulers, int actors) {
            this.schedulers = schedulers;
            this.actors = actors;
        }

        @Override
        public <T> T bind(Class<T> type, T target) {
            return type.cast(
                    switch (target) {
                        case Timer timer -> {
                            TimerActor actor = schedulers.actor(TimerActor.class, 0, actors);
                            Schedulers.behind(TimerActor.class, actor).timer = timer;
                            yield new TimerActor.Handle(actor);
                        }
                        case Node node -> {
                            NodeActor actor = schedulers.actor(NodeActor.class, place(), actors);
                            Schedulers.behind(NodeActor.class, actor).node = node;
                            yield new NodeActor.Handle(actor);
                        }
                        case Player player -> {
                            PlayerActor actor =
                                    schedulers.actor(PlayerActor.class, place(), actors);
                            Schedulers.behind(PlayerActor.class, actor).player = player;
                            yield new PlayerActor.Handle(actor);
                        }
                        default -> throw new IllegalArgumentException("no actor for " + type);
                    });
        }

        private int place() {
            int place = next;
            next = place + 1 == actors ? 0 : place + 1;
            return place;
        }

        @Override
        public void stop(Object handle) {
            switch (handle) {
                case TimerActor.Handle timer -> timer.actor().stop();
                case NodeActor.Handle node -> node.actor().stop();
                case PlayerActor.Handle player -> player.actor().stop();
                default -> throw new IllegalArgumentException("no actor: " + handle);
            }
        }
    }
}
