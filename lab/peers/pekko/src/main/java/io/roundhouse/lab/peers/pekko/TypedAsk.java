package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.AskParts.PlainCounter;
import io.roundhouse.lab.system.AskSpec;
import io.roundhouse.lab.system.AskSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** One typed actor, asked by the pattern that is made for it. */
@SystemInfo(
        name = "pekko-typed",
        artifact = "pekko-actor-typed_2.13",
        guarantees = "fifo, at most once, unbounded, supervised")
public final class TypedAsk implements AskSystem {

    @Override
    public List<Variant> variants(AskSpec spec) {
        return Tuning.typed();
    }

    @Override
    public Asked open(AskSpec spec, Variant variant) {
        ActorSystem<Guardian.Order> system = Guardian.start(Tuning.config(variant, spec.cores()));
        ActorRef<Question> actor = Guardian.spawn(system, counting(new PlainCounter()));
        return new Asked(
                new Handle(system, actor), Tuning.words(spec.cores()), () -> Closing.close(system));
    }

    private sealed interface Question {}

    private record Add(long value, ActorRef<Long> replyTo) implements Question {}

    private record Count(ActorRef<Long> replyTo) implements Question {}

    private static Behavior<Question> counting(PlainCounter counter) {
        return Behaviors.receiveMessage(question -> {
            switch (question) {
                case Add add -> add.replyTo.tell(counter.add(add.value));
                case Count count -> count.replyTo.tell(counter.count());
            }
            return Behaviors.same();
        });
    }

    private static final class Handle extends AskedCounter {

        private final ActorSystem<Guardian.Order> system;
        private final ActorRef<Question> actor;

        Handle(ActorSystem<Guardian.Order> system, ActorRef<Question> actor) {
            this.system = system;
            this.actor = actor;
        }

        @Override
        CompletionStage<?> askToAdd(long value) {
            return AskPattern.<Question, Long>ask(
                    actor, replyTo -> new Add(value, replyTo), LONG_ENOUGH, system.scheduler());
        }

        @Override
        CompletionStage<?> askToCount() {
            return AskPattern.<Question, Long>ask(
                    actor, Count::new, LONG_ENOUGH, system.scheduler());
        }
    }
}
