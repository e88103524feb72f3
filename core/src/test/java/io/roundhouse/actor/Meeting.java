package io.roundhouse.actor;

import io.roundhouse.Roundhouse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** What tests of actors whose callers wait until they take a call are made of. */
final class Meeting {
    private Meeting() {}

    interface Node {
        void take(long number);
    }

    interface Link extends Node {
        void next(Node next);
    }

    interface Asked extends Node {
        int ask(int number);

        CompletionStage<Integer> later(int number);
    }

    /** Answers as it is told; what it takes is of no use. */
    static class Answering implements Asked {
        private final Function<Integer, Integer> answer;

        Answering(Function<Integer, Integer> answer) {
            this.answer = answer;
        }

        @Override
        public void take(long number) {}

        @Override
        public int ask(int number) {
            return answer.apply(number);
        }

        @Override
        public CompletionStage<Integer> later(int number) {
            return CompletableFuture.completedFuture(answer.apply(number));
        }
    }

    static <T> T process(
            Dispatcher on, Roundhouse house, Class<T> type, Supplier<? extends T> factory) {
        return process(on, house, type, factory, _ -> {});
    }

    static <T> T process(
            Dispatcher on,
            Roundhouse house,
            Class<T> type,
            Supplier<? extends T> factory,
            Consumer<ActorOptions> with) {
        return on.actor(
                house,
                type,
                factory,
                options -> {
                    with.accept(options.rendezvous());
                    if (on.isWorkers()) {
                        options.onWorkers();
                    }
                });
    }
}
