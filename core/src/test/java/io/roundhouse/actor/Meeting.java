package io.roundhouse.actor;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

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
}
