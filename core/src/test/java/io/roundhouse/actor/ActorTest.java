package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.waiting.WaitStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Order, delivery, and who runs what. */
@Timeout(60)
final class ActorTest {
    interface Pong {
        void pong(long ball);
    }

    interface Ping {
        void ping(Pong from, long ball);
    }

    interface Numbered {
        void number(int sender, long number);
    }

    @Test
    void everythingSentIsHandledBeforeTheHouseIsClosed() {
        List<Long> balls = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Pong alice = house.actor(Pong.class, () -> balls::add);
            Ping bob = house.actor(Ping.class, () -> Pong::pong);
            for (long ball = 0; ball < 10_000; ball++) {
                bob.ping(alice, ball);
            }
        }
        assertThat(balls).hasSize(10_000).isSorted();
    }

    @Test
    void theObjectIsRunByItsOwnThreadOnly() {
        AtomicReference<Thread> first = new AtomicReference<>();
        AtomicBoolean others = new AtomicBoolean();
        try (var house = Roundhouse.open()) {
            Pong alice =
                    house.actor(
                            Pong.class,
                            () ->
                                    _ -> {
                                        Thread me = Thread.currentThread();
                                        others.compareAndSet(
                                                false,
                                                !first.compareAndSet(null, me)
                                                        && first.get() != me);
                                    });
            alice.pong(1);
            inThreads(3, _ -> alice.pong(2));
        }
        assertThat(first.get()).isNotNull().isNotSameAs(Thread.currentThread());
        assertThat(first.get().isDaemon()).isTrue();
        assertThat(others).isFalse();
    }

    /** Few calls fit, so that lanes fill up, grow and empty all the time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 65, 1_000, 4_096})
    void callsOfEachThreadAreHandledOnceAndInTheirOrder(int bound) {
        int senders = 6;
        long calls = 20_000;
        long[] next = new long[senders];
        AtomicReference<String> wrong = new AtomicReference<>();
        try (var house = Roundhouse.open()) {
            Numbered actor =
                    house.actor(
                            Numbered.class,
                            () ->
                                    (sender, number) -> {
                                        if (next[sender]++ != number) {
                                            wrong.compareAndSet(
                                                    null,
                                                    number
                                                            + " of sender "
                                                            + sender
                                                            + " is out of order");
                                        }
                                    },
                            with -> with.bounded(bound));
            inThreads(
                    senders,
                    sender -> {
                        for (long number = 0; number < calls; number++) {
                            actor.number(sender, number);
                        }
                    });
        }
        assertThat(wrong.get()).isNull();
        assertThat(next).containsOnly(calls);
    }

    @Test
    void virtualThreadsSendToo() {
        int senders = 500;
        long[] next = new long[senders];
        try (var house = Roundhouse.open()) {
            Numbered actor =
                    house.actor(
                            Numbered.class,
                            () ->
                                    (sender, number) ->
                                            next[sender] += number == next[sender] ? 1 : 1_000_000,
                            with -> with.bounded(8));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                int sender = i;
                threads.add(
                        Thread.ofVirtual()
                                .start(() -> {
                                    for (long number = 0; number < 40; number++) {
                                        actor.number(sender, number);
                                    }
                                }));
            }
            join(threads);
        }
        assertThat(next).containsOnly(40);
    }

    @ParameterizedTest
    @ValueSource(strings = {"adaptive", "busy-spin", "yielding", "back-off", "parking"})
    void everyWaitStrategyDelivers(String name) {
        WaitStrategy strategy =
                List.of(
                                WaitStrategy.adaptive(),
                                WaitStrategy.busySpin(),
                                WaitStrategy.yielding(),
                                WaitStrategy.backOff(),
                                WaitStrategy.parking())
                        .stream()
                        .filter(each -> each.toString().equals(name))
                        .findFirst()
                        .orElseThrow();
        List<Long> balls = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Pong alice =
                    house.actor(
                            Pong.class,
                            () -> balls::add,
                            with -> with.waiting(strategy).bounded(4));
            Ping bob =
                    house.actor(
                            Ping.class,
                            () -> Pong::pong,
                            with -> with.waiting(strategy).bounded(4));
            for (long ball = 0; ball < 200; ball++) {
                bob.ping(alice, ball);
                if (ball % 20 == 0) {
                    house.awaitQuiescence();
                }
            }
        }
        assertThat(balls).hasSize(200).isSorted();
    }

    @Test
    void whatTheCallerDidIsSeenByTheHandler() {
        int[] plain = new int[1];
        List<Integer> seen = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Pong actor = house.actor(Pong.class, () -> i -> seen.add(plain[(int) i]));
            plain[0] = 42;
            actor.pong(0);
            house.awaitQuiescence();
            assertThat(seen).containsExactly(42);
        }
    }

    @Test
    void aSenderFromOutsideWaitsWhileTheMailboxIsFull() {
        CountDownLatch go = new CountDownLatch(1);
        List<Long> balls = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Pong alice =
                    house.actor(
                            Pong.class,
                            () ->
                                    ball -> {
                                        await(go);
                                        balls.add(ball);
                                    },
                            with -> with.bounded(2));
            AtomicReference<Long> sent = new AtomicReference<>(0L);
            Thread sender =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (long ball = 1; ball <= 5; ball++) {
                                    alice.pong(ball);
                                    sent.set(ball);
                                }
                            });
            awaitState(sender, Thread.State.TIMED_WAITING);
            assertThat(sent.get()).isEqualTo(2);
            go.countDown();
            join(List.of(sender));
        }
        assertThat(balls).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void anInterruptedSenderHasSentNothingAndKeepsItsFlag() {
        CountDownLatch go = new CountDownLatch(1);
        List<Long> balls = new ArrayList<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        try (var house = Roundhouse.open()) {
            Pong alice =
                    house.actor(
                            Pong.class,
                            () ->
                                    ball -> {
                                        await(go);
                                        balls.add(ball);
                                    },
                            with -> with.bounded(1).named("alice"));
            Thread sender =
                    Thread.ofPlatform()
                            .start(() -> {
                                alice.pong(1);
                                try {
                                    alice.pong(2);
                                } catch (RuntimeException e) {
                                    thrown.set(e);
                                    flag.set(Thread.interrupted());
                                    alice.toString();
                                }
                            });
            awaitState(sender, Thread.State.TIMED_WAITING);
            sender.interrupt();
            join(List.of(sender));
            go.countDown();
        }
        assertThat(thrown.get())
                .isInstanceOf(io.roundhouse.waiting.WaitInterruptedException.class)
                .hasMessageContaining("waits until actor alice has handled some of its 1 calls");
        assertThat(flag).isTrue();
        assertThat(balls).containsExactly(1L);
    }

    @Test
    void lanesOfThreadsThatHaveEndedAreDropped() {
        try (var house = Roundhouse.open()) {
            Pong alice = house.actor(Pong.class, () -> _ -> {});
            for (int i = 0; i < 200; i++) {
                inThreads(1, _ -> alice.pong(1));
            }
            house.awaitQuiescence();
            assertThat(io.roundhouse.actor.internal.Inspect.lanes(alice)).isLessThan(20);
            assertThat(io.roundhouse.actor.internal.Inspect.handled(alice)).isEqualTo(200);
        }
    }

    @Test
    void aHandleIsEqualToItselfOnlyAndSaysWhoseItIs() {
        try (var house = Roundhouse.open()) {
            Pong alice = house.actor(Pong.class, () -> _ -> {}, with -> with.named("alice"));
            Pong other = house.actor(Pong.class, () -> _ -> {}, with -> with.named("alice"));
            assertThat(alice).isEqualTo(alice).isNotEqualTo(other).hasToString("Pong of alice");
            assertThat(alice.hashCode()).isEqualTo(System.identityHashCode(alice));
        }
    }

    @Test
    void actorsAreNamedAfterTheirClasses() {
        try (var house = Roundhouse.open()) {
            assertThat(house.actor(Pong.class, Alice::new)).hasToString("Pong of Alice-1");
            assertThat(house.actor(Pong.class, () -> _ -> {})).hasToString("Pong of Pong-2");
        }
    }

    static final class Alice implements Pong {
        @Override
        public void pong(long ball) {}
    }

    @Test
    void theFactoryIsCalledOnceByTheCaller() {
        List<Thread> callers = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            house.actor(
                    Pong.class,
                    () -> {
                        callers.add(Thread.currentThread());
                        return _ -> {};
                    });
        }
        assertThat(callers).containsExactly(Thread.currentThread());
    }

    @Test
    void argumentsAreNotHeldOnceTheyWereTaken() {
        try (var house = Roundhouse.open()) {
            Bin actor = house.actor(Bin.class, () -> _ -> {});
            List<java.lang.ref.WeakReference<byte[]>> sent = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                byte[] garbage = new byte[1 << 16];
                sent.add(new java.lang.ref.WeakReference<>(garbage));
                actor.put(garbage);
            }
            house.awaitQuiescence();
            while (sent.stream().anyMatch(each -> each.get() != null)) {
                System.gc(); // ends, or the test's time is up
            }
        }
    }

    interface Bin {
        void put(byte[] garbage);
    }

    // ---- helpers

    interface InThread {
        void run(int number);
    }

    static void inThreads(int count, InThread body) {
        List<Thread> threads = new ArrayList<>();
        Throwable[] thrown = new Throwable[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            threads.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    body.run(number);
                                } catch (Throwable e) {
                                    thrown[number] = e;
                                }
                            }));
        }
        join(threads);
        assertThat(Arrays.asList(thrown)).containsOnlyNulls();
    }

    static void join(List<Thread> threads) {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    static void awaitState(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.onSpinWait();
        }
    }

    @Test
    void badInputIsRefusedAtOnce() {
        try (var house = Roundhouse.open()) {
            assertThatThrownBy(() -> house.actor(null, Alice::new))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("type");
            assertThatThrownBy(() -> house.actor(Pong.class, null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("factory");
            assertThatThrownBy(() -> house.actor(Pong.class, Alice::new, null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("with");
            assertThatThrownBy(() -> house.actor(Alice.class, Alice::new))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Alice is not an interface");
            assertThatThrownBy(() -> house.actor(Pong.class, () -> null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("returned null");
            assertThatThrownBy(() ->
                            house.actor(
                                    Pong.class,
                                    () -> {
                                        throw new IllegalStateException("no ball");
                                    }))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the factory")
                    .hasMessageContaining("no ball")
                    .hasCauseInstanceOf(IllegalStateException.class);
            Pong alice = house.actor(Pong.class, Alice::new);
            assertThatThrownBy(() -> house.actor(Pong.class, () -> alice))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a handle");
            for (int bound :
                    new int[] {0, -1, Integer.MIN_VALUE, ActorOptions.GREATEST_BOUND + 1}) {
                assertThatThrownBy(() ->
                                house.actor(Pong.class, Alice::new, with -> with.bounded(bound)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("not " + bound);
            }
            assertThatThrownBy(() -> house.stop("alice"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not a handle");
            try (var other = Roundhouse.open()) {
                assertThatThrownBy(() -> other.stop(alice))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("of this house");
            }
        }
    }
}
