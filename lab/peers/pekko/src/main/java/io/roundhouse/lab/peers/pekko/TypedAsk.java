package io.roundhouse.lab.peers.pekko;

import io.roundhouse.lab.system.AskParts.Counter;
import io.roundhouse.lab.system.AskParts.PlainCounter;
import io.roundhouse.lab.system.AskSpec;
import io.roundhouse.lab.system.AskSystem;
import io.roundhouse.lab.system.SystemInfo;
import io.roundhouse.lab.system.Variant;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
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

    private static final Duration LONG_ENOUGH = Duration.ofSeconds(10);

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

    private record Handle(ActorSystem<Guardian.Order> system, ActorRef<Question> actor)
            implements Counter {

        @Override
        public long add(long value) {
            return ask(replyTo -> new Add(value, replyTo));
        }

        @Override
        public long count() {
            return ask(Count::new);
        }

        private long ask(Function<ActorRef<Long>, Question> question) {
            return AskPattern.<Question, Long>ask(
                            actor, question::apply, LONG_ENOUGH, system.scheduler())
                    .toCompletableFuture()
                    .join();
        }
    }
}
