package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.AskParts.PlainCounter;
import io.roundhouse.lab.system.AskSpec;
import io.roundhouse.lab.system.AskSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.pattern.Patterns;

/** One classic actor, asked by the pattern that is made for it. */
@SystemInfo(
        name = "pekko-classic",
        artifact = "pekko-actor_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class ClassicAsk implements AskSystem {

    @Override
    public List<Variant> variants(AskSpec spec) {
        return Tuning.classic();
    }

    @Override
    public Asked open(AskSpec spec, Variant variant) {
        ActorSystem system = ActorSystem.create("lab", Tuning.config(variant, spec.cores()));
        ActorRef actor = system.actorOf(Props.create(CounterActor.class, CounterActor::new));
        return new Asked(
                new Handle(actor), Tuning.words(spec.cores()), () -> Closing.close(system));
    }

    private record Add(long value) {}

    private record Count() {}

    private static final class Handle extends AskedCounter {

        private final ActorRef actor;

        Handle(ActorRef actor) {
            this.actor = actor;
        }

        @Override
        CompletionStage<?> askToAdd(long value) {
            return Patterns.ask(actor, new Add(value), LONG_ENOUGH);
        }

        @Override
        CompletionStage<?> askToCount() {
            return Patterns.ask(actor, new Count(), LONG_ENOUGH);
        }
    }

    private static final class CounterActor extends UntypedAbstractActor {

        private final PlainCounter counter = new PlainCounter();

        @Override
        public void onReceive(Object message) {
            switch (message) {
                case Add add -> getSender().tell(counter.add(add.value), getSelf());
                case Count _ -> getSender().tell(counter.count(), getSelf());
                default -> unhandled(message);
            }
        }
    }
}
