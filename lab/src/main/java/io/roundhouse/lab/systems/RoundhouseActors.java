package io.roundhouse.lab.systems;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.ActorContext;
import io.roundhouse.actor.ActorOptions;
import io.roundhouse.lab.system.ActorBinder;
import io.roundhouse.lab.system.AskParts.Counter;
import io.roundhouse.lab.system.AskParts.PlainCounter;
import io.roundhouse.lab.system.AskSpec;
import io.roundhouse.lab.system.AskSystem;
import io.roundhouse.lab.system.CallsSession;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.CrowdSpec;
import io.roundhouse.lab.system.CrowdSystem;
import io.roundhouse.lab.system.FloodParts.Sink;
import io.roundhouse.lab.system.FloodSpec;
import io.roundhouse.lab.system.FloodSystem;
import io.roundhouse.lab.system.LatencySpec;
import io.roundhouse.lab.system.LatencySystem;
import io.roundhouse.lab.system.OneWayLine;
import io.roundhouse.lab.system.PingPongSession;
import io.roundhouse.lab.system.PingPongSpec;
import io.roundhouse.lab.system.PingPongSystem;
import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.RingSession;
import io.roundhouse.lab.system.RingSpec;
import io.roundhouse.lab.system.RingSystem;
import io.roundhouse.lab.system.SpawnChainParts.Node;
import io.roundhouse.lab.system.SpawnChainParts.PlainNode;
import io.roundhouse.lab.system.SpawnChainSession;
import io.roundhouse.lab.system.SpawnChainSpec;
import io.roundhouse.lab.system.SpawnChainSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.function.Consumer;

/** This project's typed actors: on workers, the default, or each on a thread of its own. */
@SystemInfo(name = "roundhouse", guarantees = "fifo, exactly once, bounded", showDefault = true)
public final class RoundhouseActors
        implements CallsSystem,
                RingSystem,
                SpawnChainSystem,
                PingPongSystem,
                AskSystem,
                FloodSystem,
                CrowdSystem,
                LatencySystem {

    private static final Variant WORKERS = Variant.of("dispatcher", "workers");

    /** Each actor on a thread of its own. */
    static final Variant PINNED = Variant.of("dispatcher", "pinned");

    private static final List<Variant> EITHER = List.of(WORKERS, PINNED);

    @Override
    public List<Variant> variants() {
        return List.of(WORKERS);
    }

    @Override
    public List<Variant> variants(CallsSpec spec) {
        return EITHER;
    }

    @Override
    public List<Variant> variants(PingPongSpec spec) {
        return EITHER;
    }

    @Override
    public List<Variant> variants(FloodSpec spec) {
        return EITHER;
    }

    @Override
    public CallsSession open(CallsSpec spec, Variant variant, Alice alice) {
        Roundhouse house = Roundhouse.open();
        Binder binder = new Binder(house, variant);
        CallsSession.Binder calls =
                new CallsSession.Binder() {
                    @Override
                    public <T> T bind(Class<T> type, T target) {
                        return binder.bind(type, target);
                    }
                };
        return CallsSession.over(calls, spec, alice, house::close);
    }

    @Override
    public RingSession open(RingSpec spec, Variant variant) {
        Roundhouse house = Roundhouse.open(with -> with.workers(spec.threads()));
        return RingSession.over(new Binder(house, variant), spec, house::close);
    }

    @Override
    public SpawnChainSession open(SpawnChainSpec spec, Variant variant) {
        Roundhouse house = Roundhouse.open(with -> with.workers(spec.cores()));
        Binder binder = new Binder(house, variant);
        boolean byMessage = spec.stop() == SpawnChainSpec.Stop.MESSAGE;
        return SpawnChainSession.over(
                byMessage ? new EndingBinder(binder) : binder, spec, house::close);
    }

    @Override
    public PingPongSession open(PingPongSpec spec, Variant variant) {
        Roundhouse house = Roundhouse.open(with -> with.workers(spec.cores()));
        return PingPongSession.over(new Binder(house, variant), house::close);
    }

    @Override
    public Asked open(AskSpec spec, Variant variant) {
        Roundhouse house = Roundhouse.open(with -> with.workers(spec.cores()));
        Counter counter = new Binder(house, variant).bind(Counter.class, new PlainCounter());
        return new Asked(counter, "", house::close);
    }

    @Override
    public Flooded open(FloodSpec spec, Variant variant, Sink target) {
        Roundhouse house = Roundhouse.open(with -> with.workers(spec.cores()));
        Sink sink = new Binder(house, variant).bind(Sink.class, target);
        return new Flooded(sink, "", house::close);
    }

    @Override
    public Crowded open(CrowdSpec spec, Variant variant) {
        Roundhouse house = Roundhouse.open(with -> with.workers(spec.cores()));
        return new Crowded(Actors.over(new Binder(house, variant)), "", house::close);
    }

    @Override
    public List<Variant> variants(LatencySpec spec) {
        return EITHER;
    }

    @Override
    public OneWayLine open(LatencySpec spec, Variant variant) {
        Roundhouse house = Roundhouse.open(with -> with.workers(spec.cores()));
        Receptions receptions = new Receptions();
        Target target = new Binder(house, variant).bind(Target.class, new Receiving(receptions));
        return new OneWayLine() {
            @Override
            public Sender sender(int index) {
                return target::take;
            }

            @Override
            public Receiver receiver() {
                return receptions;
            }

            @Override
            public String config() {
                return "one actor";
            }

            @Override
            public void close() {
                house.close();
            }
        };
    }

    /** What is sent to. */
    interface Target {
        void take(long good);
    }

    private record Receiving(Receptions receptions) implements Target {
        @Override
        public void take(long good) {
            try {
                receptions.arrived(good);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // its house is being closed
            }
        }
    }

    private record Binder(Roundhouse house, Variant variant) implements ActorBinder {
        private static final Consumer<ActorOptions> PINNED_ACTOR = ActorOptions::pinned;

        @Override
        public <T> T bind(Class<T> type, T target) {
            return variant.equals(PINNED)
                    ? house.actor(type, () -> target, PINNED_ACTOR)
                    : house.actor(type, () -> target);
        }

        @Override
        public void stop(Object handle) {
            house.stop(handle);
        }
    }

    /** Actors that can be sent their end, by an interface that they have besides. */
    private record EndingBinder(Binder binder) implements ActorBinder {

        /** A message like any other. */
        interface Ends {
            void end();
        }

        @Override
        public <T> T bind(Class<T> type, T target) {
            return target instanceof PlainNode node
                    ? type.cast(bindNode(node))
                    : binder.bind(type, target);
        }

        private Node bindNode(PlainNode node) {
            return binder.house.actor(
                    Node.class, () -> new EndingNode(node), with -> with.also(Ends.class));
        }

        @Override
        public void stop(Object handle) {
            binder.stop(handle);
        }

        @Override
        public void stopByMessage(Object handle) {
            binder.house.as(handle, Ends.class).end();
        }
    }

    private record EndingNode(PlainNode node) implements Node, EndingBinder.Ends {
        @Override
        public void start() {
            node.start();
        }

        @Override
        public void ok() {
            node.ok();
        }

        @Override
        public void end() {
            ActorContext.current().stop();
        }
    }
}
