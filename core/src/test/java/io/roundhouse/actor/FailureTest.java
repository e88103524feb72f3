package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static io.roundhouse.actor.Threads.awaitWaiting;
import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of calls that fail, and of calls to actors that have been stopped. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class FailureTest {
    @Parameter Dispatcher on;

    interface Work {
        void work(String what, int n, double weight, Object thing);

        void rest();
    }

    private static final class Worker implements Work {
        final List<String> done = new ArrayList<>();

        @Override
        public void work(String what, int n, double weight, Object thing) {
            if (what.equals("exception")) {
                throw new IllegalStateException("failed " + n);
            }
            if (what.equals("error")) {
                throw new StackOverflowError("broken");
            }
            done.add(what);
        }

        @Override
        public void rest() {
            done.add("rest");
        }
    }

    private final List<Invocation> failed = new ArrayList<>();
    private final List<Throwable> thrown = new ArrayList<>();
    private final List<Invocation> dead = Collections.synchronizedList(new ArrayList<>());
    private final Worker worker = new Worker();

    private Roundhouse open() {
        return on.open(with ->
                with.onFailure(
                                (call, e) -> {
                                    failed.add(call);
                                    thrown.add(e);
                                })
                        .onDeadLetter(dead::add));
    }

    @Test
    void afterAnExceptionTheActorGoesOn() {
        try (var house = open()) {
            Work actor = on.actor(house, Work.class, () -> worker);
            actor.work("first", 1, 1, this);
            actor.work("exception", 7, 2.5, null);
            actor.rest();
        }
        assertThat(worker.done).containsExactly("first", "rest");
        assertThat(thrown)
                .singleElement()
                .isInstanceOf(IllegalStateException.class)
                .extracting(Throwable::getMessage)
                .isEqualTo("failed 7");
        Invocation call = failed.getFirst();
        assertThat(call.actor()).isEqualTo("Worker-1");
        assertThat(call.method().getName()).isEqualTo("work");
        assertThat(call.arguments()).containsExactly("exception", 7, 2.5, null);
        assertThat(call).hasToString("Worker-1.work(exception, 7, 2.5, null)");
        assertThat(dead).isEmpty();
    }

    @Test
    void anErrorStopsTheActorAndWhatIsLeftIsDead() {
        CountDownLatch go = new CountDownLatch(1);
        try (var house = open()) {
            Work actor =
                    on.actor(
                            house,
                            Work.class,
                            () ->
                                    new Work() {
                                        @Override
                                        public void work(
                                                String what, int n, double weight, Object thing) {
                                            await(go);
                                            worker.work(what, n, weight, thing);
                                        }

                                        @Override
                                        public void rest() {
                                            worker.rest();
                                        }
                                    },
                            with -> with.named("worker"));
            actor.work("error", 1, 0, null);
            actor.work("pending", 2, 0.25, "x");
            actor.rest();
            go.countDown();
            house.awaitQuiescence();
            assertThat(house.deadLetters()).isEqualTo(2);
            actor.work("late", 3, 0, null);
            actor.rest();
            house.awaitQuiescence();
            assertThat(house.deadLetters()).isEqualTo(4);
        }
        assertThat(worker.done).isEmpty();
        assertThat(thrown).singleElement().isInstanceOf(StackOverflowError.class);
        assertThat(dead)
                .extracting(Invocation::toString)
                .containsExactly(
                        "worker.work(pending, 2, 0.25, x)",
                        "worker.rest()",
                        "worker.work(late, 3, 0.0, null)",
                        "worker.rest()");
    }

    @Test
    void aStoppedActorHandlesNothingMore() {
        Gate gate = new Gate();
        List<Long> handled = new ArrayList<>();
        try (var house = open()) {
            ActorTest.Pong actor =
                    on.actor(
                            house,
                            ActorTest.Pong.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled.add(n);
                                    });
            for (long n = 1; n <= 1_000; n++) {
                actor.pong(n);
            }
            Thread steps = on.goesOn(house);
            gate.awaitReached();
            house.stop(actor);
            house.stop(actor);
            gate.open();
            Threads.join(steps);
            house.awaitQuiescence();
            actor.pong(1_001);
        }
        assertThat(handled).containsExactly(1L);
        assertThat(dead).hasSize(1_000);
        assertThat(dead.getLast().arguments()).containsExactly(1_001L);
    }

    @Test
    void anActorMayStopItself() {
        List<Long> handled = new ArrayList<>();
        try (var house = open()) {
            ActorTest.Pong[] self = new ActorTest.Pong[1];
            self[0] =
                    on.actor(
                            house,
                            ActorTest.Pong.class,
                            () ->
                                    n -> {
                                        handled.add(n);
                                        house.stop(self[0]);
                                        self[0].pong(2);
                                    });
            self[0].pong(1);
            house.awaitQuiescence();
        }
        assertThat(handled).containsExactly(1L);
        assertThat(dead).singleElement().extracting(Invocation::arguments).isEqualTo(List.of(2L));
    }

    @Test
    void aSenderThatWaitsForRoomIsReleasedWhenTheActorIsStopped() {
        Gate gate = new Gate();
        List<Long> handled = new ArrayList<>();
        try (var house = open()) {
            ActorTest.Pong actor =
                    on.actor(
                            house,
                            ActorTest.Pong.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled.add(n);
                                    },
                            with -> with.bounded(1));
            actor.pong(1);
            on.goesOn(house);
            gate.awaitReached();
            Thread sender = Thread.ofPlatform().start(() -> actor.pong(2));
            awaitWaiting(sender);
            house.stop(actor);
            Threads.join(sender);
            gate.open();
        }
        assertThat(handled.size() + dead.size()).isEqualTo(2);
        assertThat(dead).last().extracting(Invocation::arguments).isEqualTo(List.of(2L));
    }

    interface Later {
        CompletableFuture<Integer> later();
    }

    @Test
    void whoIsToldThatItsActorIsGoneFindsItsCallCounted() {
        Gate gate = new Gate();
        try (var house = open()) {
            Later slow =
                    on.actor(
                            house,
                            Later.class,
                            () ->
                                    () -> {
                                        gate.pass();
                                        return CompletableFuture.completedFuture(1);
                                    });
            CompletableFuture<Integer> first = slow.later();
            on.goesOn(house);
            gate.awaitReached();
            CompletableFuture<Long> counted =
                    slow.later().handle((_, _) -> house.deadLetters()); // at once, where it is told
            house.stop(slow);
            gate.open();
            assertThat(counted.join()).isEqualTo(1);
            assertThat(first.join()).isEqualTo(1);
        }
    }

    @Test
    void stoppingWhileOthersSendLosesNothing() {
        for (int round = 0; round < 50; round++) {
            long[] handled = new long[1];
            int senders = 3;
            int calls = 300;
            long deadLetters;
            try (var house = on.open(with -> with.onDeadLetter(_ -> {}))) {
                ActorTest.Numbered actor =
                        on.actor(
                                house,
                                ActorTest.Numbered.class,
                                () -> (_, _) -> handled[0]++,
                                with -> with.bounded(16));
                inThreads(
                        senders,
                        sender -> {
                            for (int n = 0; n < calls; n++) {
                                if (sender == 0 && n == calls / 2) {
                                    house.stop(actor);
                                }
                                actor.number(sender, n);
                            }
                        });
                house.awaitQuiescence();
                deadLetters = house.deadLetters();
            }
            assertThat(handled[0] + deadLetters).isEqualTo(senders * calls);
        }
    }

    /** The call that fails was handed over by an actor, and the calls after it are, too. */
    @Test
    void whatFailsIsReportedAsItWasSentByAnActorToo() {
        try (var house = open()) {
            Work actor = on.actor(house, Work.class, () -> worker, with -> with.named("worker"));
            ActorTest.Pong sender =
                    on.actor(
                            house,
                            ActorTest.Pong.class,
                            () ->
                                    n -> {
                                        actor.work(n == 3 ? "exception" : "" + n, (int) n, n, this);
                                        actor.rest();
                                    });
            for (int n = 1; n <= 5; n++) {
                sender.pong(n);
                if (n % 2 == 0) {
                    house.awaitQuiescence();
                }
            }
            house.awaitQuiescence();
            house.stop(actor);
            sender.pong(6);
        }
        assertThat(worker.done)
                .containsExactly("1", "rest", "2", "rest", "rest", "4", "rest", "5", "rest");
        assertThat(failed)
                .singleElement()
                .extracting(Invocation::arguments)
                .isEqualTo(List.of("exception", 3, 3.0, this));
        assertThat(dead).hasSize(2);
        assertThat(dead.getFirst().arguments()).containsExactly("6", 6, 6.0, this);
        assertThat(dead.getLast()).hasToString("worker.rest()");
    }

    /** The flag is the failed call's own, and must not disturb who is run next. */
    @Test
    void aHandlerThatLeavesItsThreadInterruptedHarmsNobody() {
        List<Long> got = new ArrayList<>();
        try (var house = open()) {
            ActorTest.Pong receiver = on.actor(house, ActorTest.Pong.class, () -> got::add);
            ActorTest.Pong sender =
                    on.actor(
                            house,
                            ActorTest.Pong.class,
                            () ->
                                    n -> {
                                        Thread.currentThread().interrupt();
                                        receiver.pong(n);
                                    });
            for (long n = 0; n < 500; n++) {
                sender.pong(n);
                if (n % 7 == 0) {
                    house.awaitQuiescence();
                }
            }
        }
        assertThat(got).hasSize(500).isSorted();
        assertThat(failed).isEmpty();
    }

    @Test
    void handlersThatFailHarmNobody() {
        Logged.during(() -> {
            try (var house =
                    on.open(with ->
                            with.onFailure(
                                            (_, _) -> {
                                                throw new IllegalStateException("handler");
                                            })
                                    .onDeadLetter(_ -> {
                                        throw new IllegalStateException("handler");
                                    }))) {
                Work actor = on.actor(house, Work.class, () -> worker);
                actor.work("exception", 1, 1, null);
                actor.rest();
                house.awaitQuiescence();
                house.stop(actor);
                actor.rest();
                house.awaitQuiescence();
                assertThat(house.deadLetters()).isEqualTo(1);
            }
            assertThat(worker.done).containsExactly("rest");
        });
    }

    /** An argument that cannot be put into words, by an error of whatever kind. */
    private static final class Wordless {
        @Override
        public String toString() {
            throw new AssertionError("planted");
        }
    }

    interface Asked {
        CompletableFuture<Integer> later(int number, Object thing);

        int ask(Object thing);

        void tell(Object thing);
    }

    /** The call that fails has answered itself before, so that its house is told. */
    private static final class Answers implements Asked {
        final List<Integer> calls = Collections.synchronizedList(new ArrayList<>());

        @Override
        public CompletableFuture<Integer> later(int number, Object thing) {
            calls.add(number);
            if (number % 100 == 98) {
                ActorContext.current().<Integer>answer().complete(number);
                throw new IllegalStateException("planted");
            }
            return CompletableFuture.completedFuture(number);
        }

        @Override
        public int ask(Object thing) {
            return 1;
        }

        @Override
        public void tell(Object thing) {}
    }

    @Test
    void aCallIsMadeOnceAndAnsweredThoughItsArgumentsCannotBePutIntoWords() {
        Answers answers = new Answers();
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        List<LogRecord> log =
                Logged.during(() -> {
                    try (var house = on.open()) {
                        Asked actor = on.actor(house, Asked.class, () -> answers);
                        for (int i = 0;
                                i < 300;
                                i++) { // more than go by mail: in a stream of its own
                            all.add(actor.later(i, new Wordless()));
                        }
                        house.awaitQuiescence();
                    }
                });
        assertThat(all).allMatch(CompletableFuture::isDone);
        assertThat(answers.calls).hasSize(300).doesNotHaveDuplicates();
        assertThat(log)
                .extracting(LogRecord::getMessage)
                .filteredOn(each -> each.startsWith("Answers-1.")) // others: advice, once a JVM
                .hasSize(3)
                .allMatch(each -> each.contains("(its toString fails)"));
    }

    @Test
    void whoWaitsForWhoWasStoppedIsToldThoughArgumentsCannotBePutIntoWords() {
        try (var house = open()) {
            Asked actor = on.actor(house, Asked.class, Answers::new);
            house.stop(actor);
            house.awaitQuiescence();
            assertThat(actor.later(1, new Wordless()))
                    .failsWithin(Duration.ofSeconds(50))
                    .withThrowableThat()
                    .withCauseInstanceOf(ActorStoppedException.class);
            assertThatThrownBy(() -> actor.ask(new Wordless()))
                    .isInstanceOf(ActorStoppedException.class)
                    .hasMessageContaining("Wordless (its toString fails)");
            actor.tell(new Wordless());
            house.awaitQuiescence();
            assertThat(dead).hasSize(3);
        }
    }

    @Test
    void ofALongArrayTheFirstElementsAreToldOnly() {
        Integer[] many = new Integer[1_000];
        Arrays.setAll(many, i -> i);
        assertThat(new Invocation("actor-1", Object.class.getMethods()[0], List.of(many, "x")))
                .asString()
                .contains("([0, 1, 2, ", ", 31] (the first of 1000), x)");
    }

    @Test
    void whatNobodyHandlesIsLogged() {
        List<LogRecord> log =
                Logged.during(() -> {
                    try (var house = on.open()) {
                        Work actor =
                                on.actor(
                                        house,
                                        Work.class,
                                        () -> worker,
                                        with -> with.named("worker"));
                        actor.work(
                                "exception",
                                1,
                                0.5,
                                new Object() {
                                    @Override
                                    public String toString() {
                                        throw new IllegalStateException();
                                    }
                                });
                        house.awaitQuiescence();
                        house.stop(actor);
                        actor.rest();
                    }
                });
        assertThat(log).hasSize(2);
        assertThat(log.getFirst().getMessage())
                .startsWith("worker.work(exception, 1, 0.5, ")
                .endsWith("(its toString fails)) threw an exception: its actor goes on");
        assertThat(log.getFirst().getThrown()).hasMessage("failed 1");
        assertThat(log.getLast().getMessage())
                .isEqualTo("dead letter, its actor has been stopped or is not run: worker.rest()");
    }
}
