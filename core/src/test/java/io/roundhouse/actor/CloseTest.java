package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static io.roundhouse.actor.Threads.awaitWaiting;
import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** How a house comes to its end. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class CloseTest {
    @Parameter Dispatcher on;

    interface Count {
        void down(long n);
    }

    private final List<Invocation> dead = Collections.synchronizedList(new ArrayList<>());

    private Roundhouse open() {
        return on.open(with -> with.onDeadLetter(dead::add));
    }

    /** Whose call goes on until it is interrupted. */
    private record Endless(CountDownLatch inCall, Runnable interrupted) implements Count {
        @Override
        public void down(long n) {
            inCall.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.run();
            }
        }
    }

    // ---- what is still handled ------------------------------------------------------------------

    @Test
    void whatFollowsFromWhatWasSentIsHandled() {
        AtomicReference<Count> there = new AtomicReference<>();
        AtomicReference<Count> back = new AtomicReference<>();
        long[] handled = new long[1];
        try (var house = open()) {
            there.set(
                    on.actor(
                            house,
                            Count.class,
                            () ->
                                    n -> {
                                        handled[0]++;
                                        if (n > 0) {
                                            back.get().down(n - 1);
                                        }
                                    }));
            back.set(on.actor(house, Count.class, () -> n -> there.get().down(n)));
            there.get().down(20_000);
        }
        assertThat(handled[0]).isEqualTo(20_001);
        assertThat(dead).isEmpty();
    }

    @Test
    void handlersMayMakeActorsWhileTheHouseCloses() {
        AtomicLong made = new AtomicLong();
        try (var house = open()) {
            on.actor(house, Count.class, () -> new Parent(on, house, made)).down(20);
        }
        assertThat(made.get()).isEqualTo(20);
        assertThat(dead).isEmpty();
    }

    private record Parent(Dispatcher on, Roundhouse house, AtomicLong made) implements Count {
        @Override
        public void down(long n) {
            if (n > 0) {
                made.incrementAndGet();
                on.actor(house, Count.class, () -> this).down(n - 1);
            }
        }
    }

    @Test
    void closingWhileOthersSendLosesNothing() {
        for (int round = 0; round < 30; round++) {
            AtomicLong handled = new AtomicLong();
            AtomicLong accepted = new AtomicLong();
            Roundhouse house = open();
            Count second = on.actor(house, Count.class, () -> _ -> handled.incrementAndGet());
            Count first =
                    on.actor(
                            house,
                            Count.class,
                            () ->
                                    n -> {
                                        handled.incrementAndGet();
                                        accepted.incrementAndGet();
                                        second.down(n);
                                    },
                            with -> with.bounded(32));
            closeWhileOthersSend(
                    4, accepted, house::close, (sender, _) -> sender == 1 ? second : first);
            assertThat(handled.get() + house.deadLetters()).isEqualTo(accepted.get());
            assertThat(dead).hasSize((int) house.deadLetters());
            dead.clear();
        }
    }

    @Test
    void closingAtOnceWhileActorsAndOthersSendLosesNothing() {
        int rounds = on == Dispatcher.STEPPING ? 2 : 30; // a second each, in which all is stepped
        for (int round = 0; round < rounds; round++) {
            AtomicLong handled = new AtomicLong();
            AtomicLong accepted = new AtomicLong();
            Roundhouse house = open();
            List<Count> all = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                int next = (i + 1) % 6;
                all.add(
                        on.actor(
                                house,
                                Count.class,
                                () ->
                                        n -> {
                                            handled.incrementAndGet();
                                            all.get(next).down(n + 1); // for ever
                                            accepted.incrementAndGet();
                                        },
                                with -> with.bounded(4)));
            }
            closeWhileOthersSend(
                    2,
                    accepted,
                    () -> house.close(Duration.ofMillis(1)),
                    (_, call) -> all.get(call % 6));
            assertThat(handled.get() + house.deadLetters()).isEqualTo(accepted.get());
        }
    }

    /** Closes once there is something to lose; the others send until they are refused. */
    private static void closeWhileOthersSend(
            int senders, AtomicLong accepted, Runnable close, Receivers receivers) {
        inThreads(
                1 + senders,
                number -> {
                    if (number == 0) {
                        Until.isTrue(() -> accepted.get() >= 100);
                        close.run();
                        return;
                    }
                    try {
                        for (int call = 0; ; call++) {
                            receivers.of(number, call).down(1);
                            accepted.incrementAndGet();
                        }
                    } catch (HouseClosedException e) {
                        // the end
                    }
                });
    }

    /** Whom a sender calls, whose numbers begin with 1. */
    private interface Receivers {
        Count of(int sender, int call);
    }

    // ---- what is refused, and who is released ---------------------------------------------------

    @Test
    void callsFromOutsideAreRefusedOnceTheHouseIsClosed() {
        Roundhouse house = open();
        Count used = on.actor(house, Count.class, () -> _ -> {}, with -> with.named("used"));
        Count unused = on.actor(house, Count.class, () -> _ -> {}, with -> with.named("unused"));
        used.down(1);
        house.close();
        house.close();
        assertThatThrownBy(() -> used.down(2))
                .isInstanceOf(HouseClosedException.class)
                .hasMessage("the house is closed: used takes no more calls from outside");
        assertThatThrownBy(() -> unused.down(2))
                .isInstanceOf(HouseClosedException.class)
                .hasMessageStartingWith("the house is closed: unused");
        assertThatThrownBy(() -> inThreads(1, _ -> used.down(3)))
                .hasStackTraceContaining("HouseClosedException");
        assertThatThrownBy(() -> on.actor(house, Count.class, () -> _ -> {}))
                .isInstanceOf(HouseClosedException.class)
                .hasMessage("the house is closed: no more actors");
        assertThat(house.deadLetters()).isZero();
        assertThat(used).hasToString("Count of used");
    }

    @Test
    void aSenderThatWaitsForRoomIsReleasedWhenTheHouseCloses() {
        Gate gate = new Gate();
        List<Long> handled = new ArrayList<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Roundhouse house = open();
        Count actor =
                on.actor(
                        house,
                        Count.class,
                        () ->
                                n -> {
                                    gate.pass();
                                    handled.add(n);
                                },
                        with -> with.bounded(1));
        actor.down(1);
        on.goesOn(house);
        gate.awaitReached();
        Thread sender =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                actor.down(2);
                            } catch (HouseClosedException e) {
                                thrown.set(e);
                            }
                        });
        awaitWaiting(sender);
        Thread closer = Thread.ofPlatform().start(house::close);
        Threads.join(sender);
        assertThat(thrown.get()).isInstanceOf(HouseClosedException.class);
        gate.open();
        Threads.join(closer);
        assertThat(handled).containsExactly(1L);
        assertThat(dead).isEmpty();
    }

    // ---- threads --------------------------------------------------------------------------------

    @Test
    void noThreadOutlivesTheHouse() {
        assumeTrue(!on.isPool(), "its threads are not the house's");
        assumeTrue(on != Dispatcher.STEPPING, "it has none while no call waits");
        List<Thread> before = new ArrayList<>(Thread.getAllStackTraces().keySet());
        List<Thread> threads = new ArrayList<>();
        try (var house = open()) {
            for (int i = 0; i < 10; i++) {
                Count actor = on.actor(house, Count.class, () -> _ -> {});
                if (i % 4 != 0) {
                    actor.down(1);
                }
                threads.addAll(Inspect.threads(actor));
                if (i % 3 == 0) {
                    house.stop(actor);
                }
            }
            assertThat(Thread.getAllStackTraces().keySet())
                    .anyMatch(each -> each.getName().endsWith("-keeper") && !each.isDaemon());
        }
        assertThat(threads).isNotEmpty().noneMatch(Thread::isAlive);
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(each -> each.getName().startsWith("roundhouse-"))
                .isSubsetOf(before);
    }

    @Test
    void theThreadOfAnActorEndsWhenTheActorIsStopped() {
        assumeTrue(on.isOwnThreads(), "workers go on");
        try (var house = open()) {
            Count used = on.actor(house, Count.class, () -> _ -> {});
            Count unused = on.actor(house, Count.class, () -> _ -> {});
            used.down(1);
            house.stop(used);
            house.stop(unused);
            Inspect.threads(used).forEach(Threads::join);
            Inspect.threads(unused).forEach(Threads::join);
            house.awaitQuiescence();
        }
    }

    // ---- the limit ------------------------------------------------------------------------------

    @Test
    void whatIsLeftAtTheLimitIsDeadAndTheCallThatRunsIsInterrupted() {
        assumeTrue(on != Dispatcher.STEPPING, "who steps is not the house's to interrupt");
        List<String> ends = new ArrayList<>();
        CountDownLatch inCall = new CountDownLatch(1);
        Roundhouse house = open();
        Count actor =
                on.actor(
                        house,
                        Count.class,
                        () -> new Endless(inCall, () -> ends.add("interrupted")));
        for (int i = 1; i <= 10; i++) {
            actor.down(i);
        }
        await(inCall);
        house.close(Duration.ofMillis(1));
        assertThat(ends).containsExactly("interrupted");
        assertThat(dead).hasSize(9);
        assertThat(house.deadLetters()).isEqualTo(9);
        assertThat(Inspect.threads(actor)).noneMatch(Thread::isAlive);
    }

    @Test
    void actorsThatNeverComeToRestAreEndedAtTheLimit() {
        Roundhouse house = open();
        AtomicReference<Count> self = new AtomicReference<>();
        AtomicReference<Count> other = new AtomicReference<>();
        self.set(on.actor(house, Count.class, () -> n -> self.get().down(n + 1)));
        other.set(on.actor(house, Count.class, () -> n -> new Back(other).down(n)));
        self.get().down(0);
        other.get().down(0);
        house.close(Duration.ofMillis(20));
        assertThat(Inspect.threads(self.get())).noneMatch(Thread::isAlive);
        assertThat(Inspect.threads(other.get())).noneMatch(Thread::isAlive);
        assertThat(dead).hasSize(2);
    }

    private record Back(AtomicReference<Count> to) implements Count {
        @Override
        public void down(long n) {
            to.get().down(n + 1);
        }
    }

    @Test
    void actorsThatRestUntilThereIsRoomAreEndedAtTheLimit() {
        assumeTrue(on.mayBlock() >= 1, "one actor is held up and another one runs");
        CountDownLatch full = new CountDownLatch(1);
        Roundhouse house = open();
        Count stuck =
                on.actor(
                        house,
                        Count.class,
                        () -> new Endless(full, () -> Thread.currentThread().interrupt()),
                        with -> with.bounded(1));
        stuck.down(0);
        await(full);
        Count sender =
                on.actor(
                        house,
                        Count.class,
                        () ->
                                n -> {
                                    for (long i = 0; i < n; i++) {
                                        stuck.down(i);
                                    }
                                });
        sender.down(2);
        sender.down(3);
        Until.isTrue(() -> Inspect.isResting(sender));
        house.close(Duration.ofMillis(1));
        assertThat(Inspect.threads(sender)).noneMatch(Thread::isAlive);
        assertThat(Inspect.threads(stuck)).noneMatch(Thread::isAlive);
        assertThat(dead).extracting(Invocation::arguments).contains(List.of(0L), List.of(1L));
    }

    interface Asked {
        int ask();
    }

    @Test
    void aCallThatWhoAsksRunsItselfIsWaitedForAndWhatItSendsIsHandled() {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicLong handled = new AtomicLong();
        Roundhouse house = open();
        Count behind = on.actor(house, Count.class, () -> handled::addAndGet);
        Asked asked =
                on.actor(
                        house,
                        Asked.class,
                        () ->
                                () -> {
                                    inside.countDown();
                                    await(go);
                                    behind.down(3);
                                    return 1;
                                });
        Thread asks = Thread.ofPlatform().start(asked::ask);
        await(inside);
        Thread closes = Thread.ofPlatform().start(house::close);
        awaitWaiting(closes);
        go.countDown();
        Threads.join(closes);
        Threads.join(asks);
        assertThat(handled.get()).isEqualTo(3);
        assertThat(dead).isEmpty();
    }

    /** It goes on until the test is over, whoever interrupts it. */
    private record Deaf(Gate gate) implements Count {
        @Override
        public void down(long n) {
            boolean passed = false;
            while (!passed) {
                try {
                    gate.pass();
                    passed = true;
                } catch (IllegalStateException e) {
                    // interrupted
                }
            }
        }
    }

    @Test
    void whatIsLeftOfActorsThatRestForOneWhoseCallNeverEndsIsDead() {
        assumeTrue(on.mayBlock() >= 1, "one actor is held up and another one runs");
        Roundhouse house = open();
        Count stuck = whatIsLeftOfThoseThatRestIsDead(house, house);
        Inspect.threads(stuck).forEach(Threads::join);
    }

    @Test
    void whatIsLeftOfActorsThatRestForOneOfAnotherHouseIsDead() {
        assumeTrue(on.mayBlock() >= 1, "one actor is held up and another one runs");
        try (Roundhouse there = on.open(_ -> {})) {
            whatIsLeftOfThoseThatRestIsDead(there, open());
        }
    }

    private Count whatIsLeftOfThoseThatRestIsDead(Roundhouse there, Roundhouse house) {
        Gate gate = new Gate();
        Count stuck = on.actor(there, Count.class, () -> new Deaf(gate), with -> with.bounded(1));
        AtomicLong handled = new AtomicLong();
        Count sender =
                on.actor(
                        house,
                        Count.class,
                        () ->
                                n -> {
                                    handled.incrementAndGet();
                                    stuck.down(n);
                                },
                        with -> with.named("sender"));
        stuck.down(0);
        gate.awaitReached();
        for (int n = 1; n <= 10; n++) {
            sender.down(n);
        }
        Until.isTrue(() -> Inspect.isResting(sender));
        try {
            house.close(Duration.ofMillis(1));
            assertThat(handled.get()).isLessThan(10);
            assertThat(dead)
                    .filteredOn(each -> each.actor().equals("sender"))
                    .hasSize((int) (10 - handled.get()));
            if (on.isOwnThreads()) {
                assertThat(Inspect.threads(sender)).noneMatch(Thread::isAlive);
            }
        } finally {
            gate.open();
        }
        return stuck;
    }

    // ---- who closes -----------------------------------------------------------------------------

    @Test
    void anActorCannotCloseItsOwnHouseNorWaitForItsQuiet() {
        List<Throwable> thrown = new ArrayList<>();
        try (var house = on.open(with -> with.onFailure((_, e) -> thrown.add(e)))) {
            Count actor =
                    on.actor(
                            house,
                            Count.class,
                            () ->
                                    n -> {
                                        if (n == 0) {
                                            house.close(Duration.ofSeconds(1));
                                        } else {
                                            house.awaitQuiescence();
                                        }
                                    });
            actor.down(0);
            actor.down(1);
        }
        assertThat(thrown)
                .hasSize(2)
                .allMatch(e ->
                        e instanceof IllegalStateException
                                && e.getMessage().contains("must not be called by one of them"));
    }

    @Test
    void anInterruptedCloserClosesAtOnceAndKeepsItsFlag() {
        assumeTrue(on != Dispatcher.STEPPING, "who steps is not the house's to interrupt");
        CountDownLatch inCall = new CountDownLatch(1);
        Roundhouse house = open();
        Count actor =
                on.actor(
                        house,
                        Count.class,
                        () -> new Endless(inCall, () -> Thread.currentThread().interrupt()));
        actor.down(1);
        await(inCall);
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread closer =
                Thread.ofPlatform()
                        .start(() -> {
                            house.close();
                            flag.set(Thread.interrupted());
                        });
        awaitWaiting(closer);
        closer.interrupt();
        Threads.join(closer);
        assertThat(flag.get()).isTrue();
        assertThat(Inspect.threads(actor)).noneMatch(Thread::isAlive);
    }
}
