package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** A house without workers: whoever steps runs the actors, in the same order each time. */
@Timeout(60)
final class SteppingTest {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    interface Pong {
        void pong(long ball);
    }

    interface Ping {
        void ping(Pong from, long ball);
    }

    interface Asked {
        long ask(long depth);

        CompletableFuture<Long> later(long number);
    }

    @Test
    void eachStepHandlesOneCallOnTheCallingThread() {
        List<Object> seen = new ArrayList<>();
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            Pong alice =
                    house.actor(
                            Pong.class,
                            () ->
                                    ball -> {
                                        seen.add("alice " + ball);
                                        seen.add(Thread.currentThread());
                                    });
            Ping bob =
                    house.actor(
                            Ping.class,
                            () ->
                                    (from, ball) -> {
                                        seen.add("bob " + ball);
                                        from.pong(ball);
                                    });
            bob.ping(alice, 1);
            assertThat(seen).isEmpty();
            assertThat(house.step()).isTrue();
            assertThat(seen).containsExactly("bob 1");
            assertThat(house.step()).isTrue();
            assertThat(seen).containsExactly("bob 1", "alice 1", Thread.currentThread());
            assertThat(house.step()).isFalse();
            bob.ping(alice, 2);
        }
        assertThat(seen).hasSize(6);
    }

    @Test
    void theOrderIsThatOfTheSeed() {
        Set<List<String>> orders = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            List<String> first = order(with(seed));
            assertThat(order(with(seed))).as("seed " + seed).isEqualTo(first);
            orders.add(first);
        }
        assertThat(orders).hasSizeGreaterThan(5);
        assertThat(order(HouseOptions::stepping)).isEqualTo(order(HouseOptions::stepping));
    }

    /** Who calls from outside steps until the call is taken, and no further than it has to. */
    @Test
    void actorsThatMeetTheirCallersGoStepByStepToo() {
        for (long seed = 0; seed < 20; seed++) {
            List<String> seen = new ArrayList<>();
            try (var house = Roundhouse.open(with(seed))) {
                Pong alice =
                        house.actor(
                                Pong.class,
                                () -> ball -> seen.add("alice " + ball),
                                ActorOptions::rendezvous);
                Ping bob =
                        house.actor(
                                Ping.class,
                                () ->
                                        (from, ball) -> {
                                            seen.add("bob " + ball);
                                            from.pong(ball);
                                            seen.add("bob goes on");
                                        },
                                ActorOptions::rendezvous);
                bob.ping(alice, 1);
                assertThat(seen).startsWith("bob 1");
                house.awaitQuiescence();
            }
            assertThat(seen).containsExactly("bob 1", "alice 1", "bob goes on");
        }
    }

    @Test
    void childrenOfAStoppedActorEndInTheOrderInWhichTheyWereMade() {
        List<Integer> ended = new ArrayList<>();
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            Runnable parent =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        for (int i = 0; i < 8; i++) {
                                            ActorContext.current()
                                                    .actor(Runnable.class, new Ending(i, ended));
                                        }
                                    });
            parent.run();
            house.awaitQuiescence();
            house.stop(parent);
            house.awaitQuiescence();
        }
        assertThat(ended).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    }

    private record Ending(int number, List<Integer> ended)
            implements Supplier<Runnable>, Runnable, Lifecycle {
        @Override
        public Runnable get() {
            return this;
        }

        @Override
        public void run() {}

        @Override
        public void stopped() {
            ended.add(number);
        }
    }

    private static Consumer<HouseOptions> with(long seed) {
        return with -> with.stepping(seed);
    }

    private static List<String> order(Consumer<HouseOptions> with) {
        List<String> seen = new ArrayList<>();
        try (var house = Roundhouse.open(with)) {
            for (int i = 0; i < 4; i++) {
                int actor = i;
                LongConsumer each =
                        house.actor(LongConsumer.class, () -> n -> seen.add(actor + ":" + n));
                for (long n = 0; n < 3; n++) {
                    each.accept(n);
                }
            }
        }
        for (int i = 0; i < 4; i++) {
            assertThat(seen).containsSubsequence(i + ":0", i + ":1", i + ":2");
        }
        return seen;
    }

    @Test
    void whoWaitsForAnAnswerHasTheOthersRun() {
        for (long seed = 0; seed < 50; seed++) {
            try (var house = Roundhouse.open(with(seed))) {
                Asked[] chain = new Asked[5];
                for (int i = 0; i < chain.length; i++) {
                    int place = i;
                    chain[i] = house.actor(Asked.class, () -> new Chained(chain, place));
                }
                CompletableFuture<Long> later = chain[1].later(3);
                assertThat(chain[0].ask(4)).isEqualTo(4);
                assertThat(later.join()).isEqualTo(6);
            }
        }
    }

    private record Chained(Asked[] chain, int place) implements Asked {
        @Override
        public long ask(long depth) {
            return depth == 0 ? 0 : 1 + chain[place + 1].ask(depth - 1);
        }

        @Override
        public CompletableFuture<Long> later(long number) {
            return CompletableFuture.completedFuture(2 * number);
        }
    }

    /** Owes all its answers. */
    private static final class Never implements Asked {
        @Override
        public long ask(long depth) {
            ActorContext.current().answer();
            return 0;
        }

        @Override
        public CompletableFuture<Long> later(long number) {
            return new CompletableFuture<>();
        }
    }

    /** The call that waits first can go on first, though others began to wait after it. */
    @Test
    void callsThatWaitDoNotLieUponEachOther() {
        List<String> seen = new ArrayList<>();
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            Asked slow = house.actor(Asked.class, () -> new Chained(new Asked[0], 0));
            Asked first =
                    house.actor(
                            Asked.class,
                            () ->
                                    new Asked() {
                                        @Override
                                        public long ask(long depth) {
                                            long got = depth == 0 ? 0 : slow.ask(0);
                                            seen.add("first " + depth);
                                            return got;
                                        }

                                        @Override
                                        public CompletableFuture<Long> later(long number) {
                                            return CompletableFuture.completedFuture(ask(number));
                                        }
                                    });
            Runnable second =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        first.ask(0); // which is in the middle of a call
                                        seen.add("second");
                                    });
            CompletableFuture<Long> done = first.later(1);
            second.run();
            assertThat(done.join()).isZero();
            house.awaitQuiescence();
        }
        assertThat(seen).containsExactly("first 1", "first 0", "second");
    }

    @Test
    void whoWouldWaitForEverIsTold() {
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            Asked never = house.actor(Asked.class, Never::new, with -> with.named("never"));
            assertThatThrownBy(() -> never.ask(1))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(
                            "waits for an answer of never, and nothing is left to run");
            assertThatThrownBy(() -> never.later(1).join())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("nothing is left to run");
            assertThat(house.awaitQuiescence(Duration.ofSeconds(1))).isTrue();
        }
    }

    @Test
    void itIsSaidWhichActorWaitsAndNotWhoLooks() {
        List<String> thrown = new ArrayList<>();
        try (var house =
                Roundhouse.open(
                        with -> with.stepping().onFailure((_, e) -> thrown.add(e.getMessage())))) {
            Asked never = house.actor(Asked.class, Never::new, with -> with.named("never"));
            house.actor(Runnable.class, () -> () -> never.ask(1), with -> with.named("asker"))
                    .run();
            house.awaitQuiescence();
        }
        assertThat(thrown)
                .containsExactly(
                        "actor asker waits for an answer of never, and nothing is left to run");
    }

    interface Waits {
        void waitFor(Asked never, Duration limit);
    }

    private static Waits waits(Roundhouse house, String name, List<String> seen) {
        return house.actor(
                Waits.class,
                () ->
                        (never, limit) -> {
                            try {
                                never.later(1).get(limit.toDays(), TimeUnit.DAYS);
                            } catch (TimeoutException e) {
                                seen.add(name + " after " + limit.toDays());
                            } catch (InterruptedException | ExecutionException e) {
                                seen.add(name + " saw " + e);
                            }
                        });
    }

    /** In days, which are over at once: first what can be done, then who waits least. */
    @Test
    void timePassesWhereNothingElseIsLeftToDo() {
        List<String> said = new ArrayList<>();
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            Asked never = house.actor(Asked.class, Never::new);
            Waits a = waits(house, "a", said);
            Waits b = waits(house, "b", said);
            a.waitFor(never, Duration.ofDays(3));
            b.waitFor(never, Duration.ofDays(2));
            b.waitFor(never, Duration.ofDays(2));
            house.awaitQuiescence();
            assertThat(said).containsExactly("b after 2", "a after 3", "b after 2");
            assertThatThrownBy(() -> never.later(1).get(1, TimeUnit.DAYS))
                    .isInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void limitsAreOfTheSameTime() {
        List<String> said = new ArrayList<>();
        Roundhouse house = Roundhouse.open(HouseOptions::stepping);
        Asked never = house.actor(Asked.class, Never::new);
        Waits a = waits(house, "a", said);
        a.waitFor(never, Duration.ofDays(3));
        assertThat(house.awaitQuiescence(Duration.ofDays(2))).isFalse();
        assertThat(house.awaitQuiescence(Duration.ofDays(2))).isTrue();
        a.waitFor(never, Duration.ofDays(4));
        house.close(Duration.ofDays(5));
        assertThat(said).containsExactly("a after 3", "a after 4");
    }

    /** Of a house that nobody has given a limit. */
    @Test
    void aCloseWaitsForHalfAMinute() {
        for (int more = 0; more <= 1; more++) {
            Duration limit = Duration.ofSeconds(30 + more);
            List<String> said = new ArrayList<>();
            Roundhouse house =
                    Roundhouse.open(
                            with -> with.stepping().onFailure((_, thrown) -> said.add("ended")));
            Asked never = house.actor(Asked.class, Never::new);
            Runnable waits =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        try {
                                            never.later(1)
                                                    .get(limit.toNanos(), TimeUnit.NANOSECONDS);
                                        } catch (TimeoutException e) {
                                            said.add("went on");
                                        } catch (InterruptedException | ExecutionException e) {
                                            said.add("" + e);
                                        }
                                    });
            waits.run();
            house.close();
            assertThat(said)
                    .as("a wait of " + limit)
                    .containsExactly(more == 0 ? "went on" : "ended");
        }
    }

    @Test
    void whatWaitsBeyondTheLimitOfTheCloseIsEnded() {
        List<String> said = new ArrayList<>();
        Roundhouse house =
                Roundhouse.open(
                        with -> with.stepping().onFailure((_, thrown) -> said.add("" + thrown)));
        Asked never = house.actor(Asked.class, Never::new);
        waits(house, "a", said).waitFor(never, Duration.ofDays(3));
        house.close(Duration.ofDays(2));
        assertThat(said)
                .singleElement()
                .satisfies(it -> assertThat(it).endsWith("and the house is closed"));
    }

    @Test
    void aFullMailboxIsEmptiedByWhoWaitsForRoom() {
        List<Long> got = new ArrayList<>();
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            LongConsumer small =
                    house.actor(LongConsumer.class, () -> got::add, with -> with.bounded(2));
            LongStream.range(0, 100).forEach(small);
            assertThat(got).hasSizeGreaterThanOrEqualTo(98);
        }
        assertThat(got).containsExactlyElementsOf(LongStream.range(0, 100).boxed().toList());
    }

    @Test
    void actorsWithThreadsOfTheirOwnAreRunSoToo() {
        Set<Thread> runners = new HashSet<>();
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            Runnable body = () -> runners.add(Thread.currentThread());
            house.actor(Runnable.class, () -> body::run, ActorOptions::pinned).run();
            house.actor(Runnable.class, () -> body::run, ActorOptions::virtual).run();
            house.actor(
                            Runnable.class,
                            () -> body::run,
                            with -> with.on(Thread::startVirtualThread))
                    .run();
        }
        assertThat(runners).containsExactly(Thread.currentThread());
    }

    @Test
    void stepsAreForOneThreadAtATimeAndNotForActors() {
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            List<Throwable> thrown = new ArrayList<>();
            AtomicBoolean inCall = new AtomicBoolean();
            AtomicBoolean go = new AtomicBoolean();
            Runnable actor =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        try {
                                            house.step();
                                        } catch (IllegalStateException e) {
                                            thrown.add(e);
                                        }
                                        inCall.set(true);
                                        Until.isTrue(go::get);
                                    });
            actor.run();
            Thread other = Thread.ofPlatform().start(house::step);
            Until.isTrue(inCall::get);
            assertThatThrownBy(house::step)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("another thread does");
            go.set(true);
            Threads.join(other);
            assertThat(thrown)
                    .singleElement()
                    .extracting(Throwable::getMessage)
                    .asString()
                    .contains("one of its actors runs there");
        }
        try (var house = Roundhouse.open()) {
            assertThatThrownBy(house::step)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("with.stepping()");
        }
    }

    /** Though there is for ever: nothing can end them but the closing itself. */
    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // who closes is deaf
    void aHouseThatIsClosedWhileCallsWaitLeavesNoThread() {
        Set<Thread> helpers = new HashSet<>();
        var house = Roundhouse.open(HouseOptions::stepping);
        leaveACallThatWaits(house, helpers);
        house.close(FOR_EVER);
        assertThat(helpers).isNotEmpty().allMatch(each -> !each.isAlive());
    }

    /** They cannot be ended beside a call that runs, and so are ended behind it. */
    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // who closes is deaf
    void aHouseThatIsClosedWhileCallsWaitAndOneRunsLeavesNoThread() {
        Set<Thread> helpers = new HashSet<>();
        Gate gate = new Gate();
        AtomicBoolean passed = new AtomicBoolean();
        var house = Roundhouse.open(HouseOptions::stepping);
        leaveACallThatWaits(house, helpers);
        Runnable runs =
                house.actor(
                        Runnable.class,
                        () ->
                                () -> {
                                    gate.pass();
                                    passed.set(true);
                                });
        runs.run();
        Thread stepping =
                Thread.ofPlatform()
                        .start(() -> {
                            while (!passed.get()) {
                                house.step();
                            }
                        });
        gate.awaitReached();
        Thread closing =
                Thread.ofPlatform()
                        .start(() -> {
                            Thread.currentThread().interrupt(); // no wait for quiet
                            house.close(FOR_EVER);
                        });
        Threads.awaitWaiting(closing);
        assertThat(passed).isFalse();
        gate.open();
        Threads.join(stepping);
        Threads.join(closing);
        assertThat(helpers).isNotEmpty().allMatch(each -> !each.isAlive());
    }

    private static void leaveACallThatWaits(Roundhouse house, Set<Thread> helpers) {
        Asked never = house.actor(Asked.class, Never::new);
        Runnable waits =
                house.actor(
                        Runnable.class,
                        () ->
                                () -> {
                                    helpers.add(Thread.currentThread());
                                    never.ask(0);
                                });
        waits.run();
        assertThat(house.actor(Asked.class, () -> new Chained(new Asked[0], 0)).ask(0)).isZero();
    }

    /** Whoever closes waits for the other one, and then steps itself. */
    @Test
    void aHouseThatAnotherThreadStepsIsClosedWhenAllIsHandled() {
        Gate gate = new Gate();
        List<Long> handled = new ArrayList<>();
        AtomicBoolean dead = new AtomicBoolean();
        var house = Roundhouse.open(with -> with.stepping().onDeadLetter(_ -> dead.set(true)));
        LongConsumer actor =
                house.actor(
                        LongConsumer.class,
                        () ->
                                n -> {
                                    if (n == 0) {
                                        gate.pass();
                                    }
                                    handled.add(n);
                                });
        for (long n = 0; n < 10; n++) {
            actor.accept(n);
        }
        Thread stepping = Thread.ofPlatform().start(house::step);
        gate.awaitReached();
        Thread closing = Thread.ofPlatform().start(house::close);
        Threads.awaitWaiting(closing);
        gate.open();
        Threads.join(stepping);
        Threads.join(closing);
        assertThat(dead).isFalse();
        assertThat(handled).hasSize(10);
    }

    @Test
    void anActorThatIsSteppedWhileAnotherIsMadeKnowsItself() {
        List<String> names = new ArrayList<>();
        try (var house = Roundhouse.open(HouseOptions::stepping)) {
            Pong first =
                    house.actor(
                            Pong.class,
                            () -> _ -> names.add(ActorContext.current().name()),
                            with -> with.named("first"));
            first.pong(1);
            house.actor(
                    Pong.class,
                    () -> {
                        house.step();
                        names.add(ActorContext.current().name());
                        return _ -> {};
                    },
                    with -> with.named("second"));
        }
        assertThat(names).containsExactly("first", "second");
    }
}
