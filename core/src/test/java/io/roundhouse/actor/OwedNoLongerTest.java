package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An answer that its asker, or a time, has ended is owed no longer, though it never comes. */
@Timeout(60)
final class OwedNoLongerTest {
    interface Owing {
        /** It comes of a stage. */
        CompletableFuture<String> stage();

        /** It is given by hand. */
        CompletableFuture<String> answer();

        CompletableFuture<String> answerBehind(Gate gate);

        CompletableFuture<String> stageBehind(Gate gate);
    }

    private static final class Never implements Owing {
        @Override
        public CompletableFuture<String> stage() {
            return new CompletableFuture<>();
        }

        @Override
        public CompletableFuture<String> answer() {
            return ActorContext.current().answer();
        }

        @Override
        public CompletableFuture<String> answerBehind(Gate gate) {
            gate.pass();
            return answer();
        }

        @Override
        public CompletableFuture<String> stageBehind(Gate gate) {
            gate.pass();
            return stage();
        }
    }

    private static final List<Consumer<CompletableFuture<String>>> ENDS =
            List.of(
                    answer -> answer.cancel(true),
                    answer -> answer.complete("by hand"),
                    answer -> answer.completeExceptionally(new IllegalStateException("by hand")),
                    answer -> answer.completeAsync(() -> "by another thread"),
                    answer -> answer.completeAsync(() -> "by an executor", Runnable::run),
                    answer ->
                            answer.completeAsync(() -> {
                                throw new IllegalStateException("by another thread");
                            }),
                    answer -> answer.obtrudeValue("by force"),
                    answer -> answer.obtrudeException(new IllegalStateException("by force")),
                    answer -> answer.orTimeout(1, TimeUnit.MILLISECONDS),
                    answer -> answer.completeOnTimeout("late", 1, TimeUnit.MILLISECONDS));

    @ParameterizedTest
    @EnumSource(Dispatcher.class)
    void whatAThreadHasAskedFor(Dispatcher on) {
        try (var house = on.open()) {
            Owing owing = on.actor(house, Owing.class, Never::new);
            for (Consumer<CompletableFuture<String>> ends : ENDS) {
                List<CompletableFuture<String>> answers = List.of(owing.stage(), owing.answer());
                house.awaitQuiescence();
                assertThat(Inspect.owed(owing)).isEqualTo(2);
                answers.forEach(ends);
                Until.isTrue(() -> Inspect.owed(owing) == 0, house::awaitQuiescence);
            }
        }
    }

    interface Asker {
        void ask();

        void end(Consumer<CompletableFuture<String>> ends);
    }

    private record Asking(Owing owing, List<CompletableFuture<String>> answers) implements Asker {
        @Override
        public void ask() {
            answers.add(owing.stage());
            answers.add(owing.answer());
        }

        @Override
        public void end(Consumer<CompletableFuture<String>> ends) {
            answers.forEach(ends);
            answers.clear();
        }
    }

    @ParameterizedTest
    @EnumSource(Dispatcher.class)
    void whatAnActorHasAskedFor(Dispatcher on) {
        try (var house = on.open()) {
            Owing owing = on.actor(house, Owing.class, Never::new);
            Asker asker = on.actor(house, Asker.class, () -> new Asking(owing, new ArrayList<>()));
            for (Consumer<CompletableFuture<String>> ends : ENDS) {
                asker.ask();
                house.awaitQuiescence();
                assertThat(Inspect.owed(owing)).isEqualTo(2);
                asker.end(ends);
                Until.isTrue(() -> Inspect.owed(owing) == 0, house::awaitQuiescence);
            }
        }
    }

    /** It is promised when it has ended already. */
    @ParameterizedTest
    @EnumSource(Dispatcher.class)
    void whatIsEndedWhileItsCallIsHandled(Dispatcher on) {
        try (var house = on.open()) {
            Owing owing = on.actor(house, Owing.class, Never::new);
            for (BiFunction<Owing, Gate, CompletableFuture<String>> call :
                    List.<BiFunction<Owing, Gate, CompletableFuture<String>>>of(
                            Owing::stageBehind, Owing::answerBehind)) {
                Gate gate = new Gate();
                CompletableFuture<String> answer = call.apply(owing, gate);
                Thread steps = on.goesOn(house);
                gate.awaitReached();
                answer.cancel(true);
                gate.open();
                Threads.join(steps);
                house.awaitQuiescence();
                assertThat(Inspect.owed(owing)).isZero();
            }
        }
    }

    /** What comes of those that are left is given to who waits for it. */
    @Test
    void othersAreOwedAsBefore() throws Exception {
        try (var house = Dispatcher.ONE_WORKER.open()) {
            CompletableFuture<String> given = new CompletableFuture<>();
            Giving owing = house.actor(Giving.class, () -> () -> given);
            CompletableFuture<String> ended = owing.call();
            CompletableFuture<String> waited = owing.call();
            house.awaitQuiescence();
            ended.cancel(true);
            assertThat(Inspect.owed(owing)).isOne();
            given.complete("given");
            assertThat(waited.get(30, TimeUnit.SECONDS)).isEqualTo("given");
            assertThat(ended).isCancelled();
            assertThat(Inspect.owed(owing)).isZero();
        }
    }

    interface Giving {
        CompletableFuture<String> call();
    }

    @Test
    void anActorThatOwesNothingElseIsGarbageOnceNobodyCanCallIt() {
        try (var house = Dispatcher.ONE_WORKER.open()) {
            List<WeakReference<Object>> made = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                Owing owing = house.actor(Owing.class, Never::new);
                made.add(new WeakReference<>(Inspect.itself(owing)));
                CompletableFuture<String> answer = owing.answer();
                house.awaitQuiescence();
                assertThat(Inspect.owed(owing)).isOne();
                answer.cancel(true);
            }
            Until.isTrue(() -> areGarbage(made, 1)); // a thread may know the last one
        }
    }

    private static boolean areGarbage(List<WeakReference<Object>> all, int but) {
        System.gc();
        return all.stream().filter(each -> each.get() != null).count() <= but;
    }
}
