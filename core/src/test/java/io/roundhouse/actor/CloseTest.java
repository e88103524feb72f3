package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
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

/** How a house comes to its end. */
@Timeout(60)
final class CloseTest {
    interface Count {
        void down(long n);
    }

    private final List<Invocation> dead = Collections.synchronizedList(new ArrayList<>());

    private Roundhouse open() {
        return Roundhouse.open(with -> with.onDeadLetter(dead::add));
    }

    @Test
    void whatFollowsFromWhatWasSentIsHandled() {
        AtomicReference<Count> there = new AtomicReference<>();
        AtomicReference<Count> back = new AtomicReference<>();
        long[] handled = new long[1];
        try (var house = open()) {
            there.set(
                    house.actor(
                            Count.class,
                            () ->
                                    n -> {
                                        handled[0]++;
                                        if (n > 0) {
                                            back.get().down(n - 1);
                                        }
                                    }));
            back.set(house.actor(Count.class, () -> n -> there.get().down(n)));
            there.get().down(20_000);
        }
        assertThat(handled[0]).isEqualTo(20_001);
        assertThat(dead).isEmpty();
    }

    @Test
    void handlersMayMakeActorsWhileTheHouseCloses() {
        AtomicLong made = new AtomicLong();
        try (var house = open()) {
            house.actor(Count.class, () -> new Parent(house, made)).down(20);
        }
        assertThat(made.get()).isEqualTo(20);
    }

    private record Parent(Roundhouse house, AtomicLong made) implements Count {
        @Override
        public void down(long n) {
            if (n > 0) {
                made.incrementAndGet();
                house.actor(Count.class, () -> this).down(n - 1);
            }
        }
    }

    @Test
    void noThreadOutlivesTheHouse() {
        List<Thread> before = new ArrayList<>(Thread.getAllStackTraces().keySet());
        List<Thread> threads = new ArrayList<>();
        try (var house = open()) {
            for (int i = 0; i < 10; i++) {
                Count actor = house.actor(Count.class, () -> _ -> {});
                actor.down(1);
                threads.add(Inspect.thread(actor));
                if (i % 3 == 0) {
                    house.stop(actor);
                }
            }
            assertThat(Thread.getAllStackTraces().keySet())
                    .anyMatch(each -> each.getName().endsWith("-keeper") && !each.isDaemon());
        }
        assertThat(threads).noneMatch(Thread::isAlive);
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(each -> each.getName().startsWith("roundhouse-"))
                .isSubsetOf(before);
    }

    @Test
    void callsFromOutsideAreRefusedOnceTheHouseIsClosed() {
        Roundhouse house = open();
        Count used = house.actor(Count.class, () -> _ -> {}, with -> with.named("used"));
        Count unused = house.actor(Count.class, () -> _ -> {}, with -> with.named("unused"));
        used.down(1);
        house.close();
        house.close();
        assertThatThrownBy(() -> used.down(2))
                .isInstanceOf(HouseClosedException.class)
                .hasMessage("the house is closed: used takes no more calls from outside");
        assertThatThrownBy(() -> unused.down(2))
                .isInstanceOf(HouseClosedException.class)
                .hasMessageStartingWith("the house is closed: unused");
        assertThatThrownBy(() -> ActorTest.inThreads(1, _ -> used.down(3)))
                .hasStackTraceContaining("HouseClosedException");
        assertThatThrownBy(() -> house.actor(Count.class, () -> _ -> {}))
                .isInstanceOf(HouseClosedException.class)
                .hasMessage("the house is closed: no more actors");
        assertThat(house.deadLetters()).isZero();
        assertThat(used).hasToString("Count of used");
    }

    @Test
    void aSenderThatWaitsForRoomIsReleasedWhenTheHouseCloses() {
        CountDownLatch go = new CountDownLatch(1);
        List<Long> handled = new ArrayList<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Roundhouse house = open();
        Count actor =
                house.actor(
                        Count.class,
                        () ->
                                n -> {
                                    ActorTest.await(go);
                                    handled.add(n);
                                },
                        with -> with.bounded(1));
        Thread sender =
                Thread.ofPlatform()
                        .start(() -> {
                            actor.down(1);
                            try {
                                actor.down(2);
                            } catch (HouseClosedException e) {
                                thrown.set(e);
                            }
                        });
        ActorTest.awaitState(sender, Thread.State.TIMED_WAITING);
        Thread closer = Thread.ofPlatform().start(house::close);
        ActorTest.join(List.of(sender));
        assertThat(thrown.get()).isInstanceOf(HouseClosedException.class);
        go.countDown();
        ActorTest.join(List.of(closer));
        assertThat(handled).containsExactly(1L);
        assertThat(dead).isEmpty();
    }

    @Test
    void whatIsLeftAtTheLimitIsDeadAndTheCallThatRunsIsInterrupted() {
        CountDownLatch never = new CountDownLatch(1);
        List<String> ends = new ArrayList<>();
        CountDownLatch inCall = new CountDownLatch(1);
        Roundhouse house = open();
        Count actor =
                house.actor(
                        Count.class,
                        () ->
                                _ -> {
                                    inCall.countDown();
                                    try {
                                        never.await();
                                    } catch (InterruptedException e) {
                                        ends.add("interrupted");
                                    }
                                });
        for (int i = 1; i <= 10; i++) {
            actor.down(i);
        }
        ActorTest.await(inCall);
        house.close(Duration.ofMillis(1));
        assertThat(ends).containsExactly("interrupted");
        assertThat(dead).hasSize(9);
        assertThat(house.deadLetters()).isEqualTo(9);
        assertThat(Inspect.thread(actor).isAlive()).isFalse();
    }

    @Test
    void actorsThatNeverComeToRestAreEndedAtTheLimit() {
        Roundhouse house = open();
        AtomicReference<Count> self = new AtomicReference<>();
        self.set(house.actor(Count.class, () -> n -> self.get().down(n + 1)));
        self.get().down(0);
        house.close(Duration.ofMillis(20));
        assertThat(Inspect.thread(self.get()).isAlive()).isFalse();
        assertThat(dead).hasSize(1);
    }

    @Test
    void actorsThatWaitForRoomAreEndedAtTheLimit() {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch full = new CountDownLatch(1);
        Roundhouse house = open();
        Count stuck =
                house.actor(
                        Count.class,
                        () ->
                                _ -> {
                                    full.countDown();
                                    try {
                                        never.await();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                },
                        with -> with.bounded(1));
        Count sender =
                house.actor(
                        Count.class,
                        () ->
                                n -> {
                                    for (long i = 0; i < n; i++) {
                                        stuck.down(i);
                                    }
                                });
        sender.down(2);
        ActorTest.await(full);
        ActorTest.awaitState(Inspect.thread(sender), Thread.State.TIMED_WAITING);
        house.close(Duration.ofMillis(1));
        assertThat(Inspect.thread(sender).isAlive()).isFalse();
        assertThat(Inspect.thread(stuck).isAlive()).isFalse();
    }

    @Test
    void anActorCannotCloseItsOwnHouseNorWaitForItsQuiet() {
        List<Throwable> thrown = new ArrayList<>();
        try (var house = Roundhouse.open(with -> with.onFailure((_, e) -> thrown.add(e)))) {
            Count actor =
                    house.actor(
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
        CountDownLatch never = new CountDownLatch(1);
        Roundhouse house = open();
        Count actor =
                house.actor(
                        Count.class,
                        () ->
                                _ -> {
                                    try {
                                        never.await();
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                });
        actor.down(1);
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread closer =
                Thread.ofPlatform()
                        .start(() -> {
                            house.close();
                            flag.set(Thread.interrupted());
                        });
        ActorTest.awaitState(closer, Thread.State.TIMED_WAITING);
        closer.interrupt();
        ActorTest.join(List.of(closer));
        assertThat(flag.get()).isTrue();
        assertThat(Inspect.thread(actor).isAlive()).isFalse();
    }

    @Test
    void quiescenceIsNotSeenWhileACallIsHandled() {
        CountDownLatch go = new CountDownLatch(1);
        try (var house = open()) {
            Count actor = house.actor(Count.class, () -> _ -> ActorTest.await(go));
            assertThat(house.awaitQuiescence(Duration.ZERO)).isTrue();
            actor.down(1);
            assertThat(house.awaitQuiescence(Duration.ZERO)).isFalse();
            assertThat(house.awaitQuiescence(Duration.ofMillis(2))).isFalse();
            go.countDown();
            house.awaitQuiescence();
            assertThat(Inspect.handled(actor)).isEqualTo(1);
        }
    }

    /**
     * Tokens run through a ring; whenever quiet is reported, all of them must have come to their
     * ends.
     */
    @Test
    void quiescenceIsNeverSeenTooEarly() {
        AtomicLong ended = new AtomicLong();
        try (var house = open()) {
            int nodes = 4;
            List<AtomicReference<Count>> ring = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                ring.add(new AtomicReference<>());
            }
            for (int i = 0; i < nodes; i++) {
                AtomicReference<Count> next = ring.get((i + 1) % nodes);
                ring.get(i)
                        .set(
                                house.actor(
                                        Count.class,
                                        () ->
                                                n -> {
                                                    if (n == 0) {
                                                        ended.incrementAndGet();
                                                    } else {
                                                        next.get().down(n - 1);
                                                    }
                                                }));
            }
            for (int round = 1; round <= 2_000; round++) {
                ring.get(round % nodes).get().down(round % 13);
                house.awaitQuiescence();
                assertThat(ended.get()).isEqualTo(round);
            }
        }
    }

    @Test
    void closingWhileOthersSendLosesNothing() {
        for (int round = 0; round < 50; round++) {
            long[] handled = new long[1];
            AtomicLong accepted = new AtomicLong();
            Roundhouse house = open();
            Count actor =
                    house.actor(Count.class, () -> _ -> handled[0]++, with -> with.bounded(32));
            ActorTest.inThreads(
                    4,
                    number -> {
                        if (number == 0) {
                            while (accepted.get() < 100) {
                                Thread.onSpinWait();
                            }
                            house.close();
                            return;
                        }
                        try {
                            while (true) {
                                actor.down(1);
                                accepted.incrementAndGet();
                            }
                        } catch (HouseClosedException e) {
                            // the end
                        }
                    });
            assertThat(handled[0] + house.deadLetters()).isEqualTo(accepted.get());
        }
    }
}
