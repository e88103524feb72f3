package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.CallsSession;
import io.roundhouse.lab.system.CallsSpec;
import io.roundhouse.lab.system.CallsSystem;
import io.roundhouse.lab.system.Players.Alice;
import io.roundhouse.lab.system.Players.Ball;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Typed actors for Alice and Bob: a call is a message that its caller makes, with the answer's
 * address in it.
 */
@SystemInfo(
        name = "pekko-typed",
        artifact = "pekko-actor-typed_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class TypedCalls implements CallsSystem {

    @Override
    public List<Variant> variants(CallsSpec spec) {
        return Tuning.typed();
    }

    @Override
    public CallsSession open(CallsSpec spec, Variant variant, Alice alice) {
        int threads = Runtime.getRuntime().availableProcessors();
        ActorSystem<Guardian.Order> system = Guardian.start(Tuning.config(variant, threads));
        return switch (spec.argument()) {
            case PRIMITIVE -> new Primitive(system, threads, alice);
            case FRESH -> new Fresh(system, threads, alice);
        };
    }

    private abstract static class Session implements CallsSession {

        final ActorSystem<Guardian.Order> system;
        private final int threads;

        Session(ActorSystem<Guardian.Order> system, int threads) {
            this.system = system;
            this.threads = threads;
        }

        @Override
        public final String config() {
            return Tuning.words(threads);
        }

        @Override
        public final void close() {
            Closing.close(system);
        }
    }

    private static final class Primitive extends Session {

        private record Ping(ActorRef<Pong> playerA, long ball) {}

        private record Pong(long ball) {}

        private final ActorRef<Pong> a;
        private final ActorRef<Ping> b;

        Primitive(ActorSystem<Guardian.Order> system, int threads, Alice alice) {
            super(system, threads);
            a = Guardian.spawn(system, alice(alice));
            b = Guardian.spawn(system, bob());
        }

        private static Behavior<Pong> alice(Alice alice) {
            return Behaviors.receiveMessage(pong -> {
                alice.pong(pong.ball);
                return Behaviors.same();
            });
        }

        private static Behavior<Ping> bob() {
            return Behaviors.receiveMessage(ping -> {
                ping.playerA.tell(new Pong(ping.ball));
                return Behaviors.same();
            });
        }

        @Override
        public void ping(long first, long count) {
            for (long ball = first; ball < first + count; ball++) {
                b.tell(new Ping(a, ball));
            }
        }
    }

    private static final class Fresh extends Session {

        private record Ping(ActorRef<Pong> playerA, Ball ball) {}

        private record Pong(Ball ball) {}

        private final ActorRef<Pong> a;
        private final ActorRef<Ping> b;

        Fresh(ActorSystem<Guardian.Order> system, int threads, Alice alice) {
            super(system, threads);
            a = Guardian.spawn(system, alice(alice));
            b = Guardian.spawn(system, bob());
        }

        private static Behavior<Pong> alice(Alice alice) {
            return Behaviors.receiveMessage(pong -> {
                alice.pong(pong.ball);
                return Behaviors.same();
            });
        }

        private static Behavior<Ping> bob() {
            return Behaviors.receiveMessage(ping -> {
                ping.playerA.tell(new Pong(new Ball(ping.ball.number())));
                return Behaviors.same();
            });
        }

        @Override
        public void ping(long first, long count) {
            for (long ball = first; ball < first + count; ball++) {
                b.tell(new Ping(a, new Ball(ball)));
            }
        }
    }
}
