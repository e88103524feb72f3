package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What an object does with its own handle while it is made: nobody handles its calls yet. */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class WhileMadeTest {
    @Parameter Dispatcher on;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    interface Self {
        int ask();

        CompletableFuture<Integer> askLater();

        void tell(int number);
    }

    private final class Made implements Self, Lifecycle {
        Made(Consumer<Self> first) {
            first.accept(ActorContext.current().self(Self.class));
        }

        @Override
        public void started() {
            log.add("started");
        }

        @Override
        public int ask() {
            log.add("asked");
            return 1;
        }

        @Override
        public CompletableFuture<Integer> askLater() {
            log.add("asked later");
            return CompletableFuture.completedFuture(1);
        }

        @Override
        public void tell(int number) {
            log.add("told " + number);
        }

        @Override
        public void stopped() {
            log.add("stopped");
        }
    }

    private void make(Consumer<Self> first, Consumer<ActorOptions> with) {
        try (var house = on.open()) {
            on.actor(house, Self.class, () -> new Made(first), with::accept);
            house.awaitQuiescence();
        }
    }

    @Test
    void askingItselfIsRefused() {
        assertThatThrownBy(() -> make(Self::ask, _ -> {}))
                .hasCauseInstanceOf(AskCycleException.class)
                .hasMessageContaining("while its object is made");
    }

    /** It is not handled later either: nobody waits for it. */
    @Test
    void whatWasRefusedIsNotHandledWhenItIsMade() {
        make(
                self -> {
                    assertThatThrownBy(self::ask).isInstanceOf(AskCycleException.class);
                    CompletableFuture<Integer> later = self.askLater();
                    assertThatThrownBy(later::join).isInstanceOf(AskCycleException.class);
                },
                _ -> {});
        assertThat(log).containsExactly("started", "stopped");
    }

    @Test
    void waitingForItsOwnAnswerIsRefused() {
        assertThatThrownBy(() -> make(self -> self.askLater().join(), _ -> {}))
                .hasCauseInstanceOf(AskCycleException.class)
                .hasMessageContaining("while its object is made");
    }

    /** Made by another one, in the middle of a call. */
    @Test
    void askingItselfIsRefusedWithinAnActor() {
        try (var house = on.open()) {
            Self outer = on.actor(house, Self.class, () -> new Made(_ -> {}));
            assertThat(outer.ask()).isEqualTo(1);
            Runnable makes = () -> on.actor(house, Self.class, () -> new Made(Self::ask));
            Making making = on.actor(house, Making.class, () -> makes::run);
            assertThatThrownBy(making::make).hasCauseInstanceOf(AskCycleException.class);
        }
    }

    interface Making {
        void make() throws Exception; // waited for
    }

    @Test
    void whatItSendsToItselfIsAcceptedBeyondTheBound() {
        int calls = 1_000;
        make(self -> IntStream.range(0, calls).forEach(self::tell), with -> with.bounded(4));
        assertThat(log).hasSize(calls + 2).startsWith("started", "told 0", "told 1");
        assertThat(log.getLast()).isEqualTo("stopped");
    }

    @Test
    void itIsStartedBeforeItIsStopped() {
        make(_ -> ActorContext.current().stop(), _ -> {});
        assertThat(log).containsExactly("started", "stopped");
    }

    // ---- answers that others end before the call is handled

    interface Held {
        void hold();

        CompletableFuture<Integer> count();
    }

    private static final class Counting implements Held {
        private final Gate gate;
        private final AtomicInteger counted;

        Counting(Gate gate, AtomicInteger counted) {
            this.gate = gate;
            this.counted = counted;
        }

        @Override
        public void hold() {
            gate.pass();
        }

        @Override
        public CompletableFuture<Integer> count() {
            return CompletableFuture.completedFuture(counted.incrementAndGet());
        }
    }

    private int countedAfter(Consumer<CompletableFuture<Integer>> end) {
        Gate gate = new Gate();
        AtomicInteger counted = new AtomicInteger();
        try (var house = Roundhouse.open()) {
            Held held = house.actor(Held.class, () -> new Counting(gate, counted));
            held.hold();
            gate.awaitReached();
            end.accept(held.count());
            gate.open();
        }
        return counted.get();
    }

    @Test
    void aCallWhoseAnswerOthersHaveGivenIsHandled() {
        assertThat(countedAfter(answer -> answer.complete(7))).isEqualTo(1);
        assertThat(countedAfter(answer -> answer.completeExceptionally(new Exception())))
                .isEqualTo(1);
    }

    @Test
    void aCallWhoseAnswerIsCancelledIsTakenBack() {
        assertThat(countedAfter(answer -> answer.cancel(false))).isZero();
    }

    interface Answering {
        CompletableFuture<Integer> later();
    }

    interface Parent {
        void make();
    }

    /** The factory waits for an answer, and runs what is attached to others of the parent. */
    @Test
    void whatIsAttachedRunsInItsActorThoughThatMakesAnother() {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        try (var house = on.open()) {
            Answering other =
                    on.actor(
                            house,
                            Answering.class,
                            () -> () -> CompletableFuture.completedFuture(1));
            Parent parent =
                    on.actor(
                            house,
                            Parent.class,
                            () ->
                                    () -> {
                                        other.later()
                                                .thenAccept(_ ->
                                                        ran.add(ActorContext.current().name()));
                                        ActorContext.current()
                                                .actor(
                                                        Parent.class,
                                                        () -> {
                                                            other.later()
                                                                    .thenApply(each -> each)
                                                                    .join();
                                                            return () -> {};
                                                        },
                                                        with -> with.named("child"));
                                    },
                            with -> with.named("parent"));
            parent.make();
            house.awaitQuiescence();
        }
        assertThat(ran).containsExactly("parent");
    }
}
