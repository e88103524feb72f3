package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.awaitWaiting;
import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import io.roundhouse.waiting.WaitInterruptedException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every actor promises, whoever runs it: delivery, order from outside, who runs what, room.
 */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class ActorTest {
    @Parameter Dispatcher on;

    interface Pong {
        void pong(long ball);
    }

    interface Ping {
        void ping(Pong from, long ball);
    }

    interface Numbered {
        void number(int sender, long number);
    }

    // ---- delivery ------------------------------------------------------------------------------

    @Test
    void everythingSentIsHandledBeforeTheHouseIsClosed() {
        List<Long> balls = new ArrayList<>();
        try (var house = on.open()) {
            Pong alice = on.actor(house, Pong.class, () -> balls::add);
            Ping bob = on.actor(house, Ping.class, () -> Pong::pong);
            for (long ball = 0; ball < 10_000; ball++) {
                bob.ping(alice, ball);
            }
        }
        assertThat(balls).hasSize(10_000).isSorted();
    }

    @Test
    void theFirstCallToAnActorJustMadeIsHandled() {
        List<Long> balls = Collections.synchronizedList(new ArrayList<>());
        try (var house = on.open()) {
            for (long i = 0; i < 500; i++) {
                on.actor(house, Pong.class, () -> balls::add).pong(i);
            }
            Pong parent =
                    on.actor(
                            house,
                            Pong.class,
                            () -> ball -> on.actor(house, Pong.class, () -> balls::add).pong(ball));
            for (long i = 500; i < 1_000; i++) {
                parent.pong(i);
            }
        }
        assertThat(balls).hasSize(1_000).doesNotHaveDuplicates();
    }

    @Test
    void whatTheCallerDidIsSeenByTheHandler() {
        int[] plain = new int[1_000];
        List<Integer> seen = new ArrayList<>();
        try (var house = on.open()) {
            Pong actor = on.actor(house, Pong.class, () -> i -> seen.add(plain[(int) i]));
            for (int i = 0; i < plain.length; i++) {
                plain[i] = i + 1;
                actor.pong(i);
            }
            house.awaitQuiescence();
            for (int i = 0; i < plain.length; i++) {
                assertThat(seen.get(i)).isEqualTo(i + 1);
            }
        }
    }

    @Test
    void argumentsAreNotHeldOnceTheyWereTaken() {
        try (var house = on.open()) {
            Bin bin = on.actor(house, Bin.class, () -> _ -> {});
            Bin toBin = on.actor(house, Bin.class, () -> bin::put);
            List<WeakReference<byte[]>> sent = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                byte[] garbage = new byte[1 << 16];
                sent.add(new WeakReference<>(garbage));
                toBin.put(garbage);
            }
            house.awaitQuiescence();
            Until.isTrue(() -> {
                System.gc();
                return sent.stream().allMatch(each -> each.get() == null);
            });
        }
    }

    interface Bin {
        void put(byte[] garbage);
    }

    // ---- order ---------------------------------------------------------------------------------

    /** Few calls fit, so that mailboxes fill up, grow and empty all the time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 64, 129, 4_096})
    void callsOfEachThreadAreHandledOnceAndInTheirOrder(int bound) {
        int senders = 6;
        long calls = bound == 1 || on == Dispatcher.STEPPING ? 1_000 : 10_000;
        long[] next = new long[senders];
        AtomicReference<String> wrong = new AtomicReference<>();
        try (var house = on.open()) {
            Numbered actor =
                    on.actor(
                            house,
                            Numbered.class,
                            () -> new Checking(next, wrong),
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
        long[] next = new long[300];
        AtomicReference<String> wrong = new AtomicReference<>();
        try (var house = on.open()) {
            Numbered actor =
                    on.actor(
                            house,
                            Numbered.class,
                            () -> new Checking(next, wrong),
                            with -> with.bounded(8));
            inThreads(
                    next.length,
                    Thread.ofVirtual(),
                    sender -> {
                        for (long number = 0; number < 40; number++) {
                            actor.number(sender, number);
                        }
                    });
        }
        assertThat(wrong.get()).isNull();
        assertThat(next).containsOnly(40);
    }

    private record Checking(long[] next, AtomicReference<String> wrong) implements Numbered {
        @Override
        public void number(int sender, long number) {
            if (next[sender]++ != number) {
                wrong.compareAndSet(null, number + " of sender " + sender + " is out of order");
            }
        }
    }

    // ---- who runs it ---------------------------------------------------------------------------

    @Test
    void anObjectIsRunByThreadsOfItsHouseOnlyAndByOneAtATime() {
        Set<Thread> runners = ConcurrentHashMap.newKeySet();
        AtomicReference<Thread> inside = new AtomicReference<>();
        AtomicBoolean twoAtATime = new AtomicBoolean();
        List<Thread> allowed;
        try (var house = on.open()) {
            Pong alice =
                    on.actor(
                            house,
                            Pong.class,
                            () ->
                                    _ -> {
                                        Thread me = Thread.currentThread();
                                        runners.add(me);
                                        if (!inside.compareAndSet(null, me)) {
                                            twoAtATime.set(true);
                                        }
                                        Thread.onSpinWait();
                                        inside.compareAndSet(me, null);
                                    });
            Ping bob = on.actor(house, Ping.class, () -> Pong::pong);
            Ping carol = on.actor(house, Ping.class, () -> Pong::pong);
            inThreads(
                    3,
                    number -> {
                        for (int i = 0; i < 3_000; i++) {
                            switch (number) {
                                case 0 -> alice.pong(i);
                                case 1 -> bob.ping(alice, i);
                                default -> carol.ping(alice, i);
                            }
                        }
                    });
            house.awaitQuiescence();
            allowed = on.threadsAndPools(alice);
        }
        assertThat(twoAtATime).isFalse();
        assertThat(runners).isNotEmpty();
        if (on == Dispatcher.STEPPING) {
            return; // on whichever thread steps
        }
        assertThat(runners).allMatch(Thread::isDaemon);
        if (on != Dispatcher.ON_THE_SPOT) { // another virtual thread each time
            assertThat(runners).isSubsetOf(allowed);
        }
        if (on.isOwnThreads()) {
            assertThat(allowed).hasSize(1);
            assertThat(allowed.getFirst().isVirtual()).isEqualTo(on == Dispatcher.VIRTUAL);
        }
    }

    @Test
    void theFactoryIsCalledOnceByTheCaller() {
        List<Thread> callers = new ArrayList<>();
        try (var house = on.open()) {
            on.actor(
                    house,
                    Pong.class,
                    () -> {
                        callers.add(Thread.currentThread());
                        return _ -> {};
                    });
        }
        assertThat(callers).containsExactly(Thread.currentThread());
    }

    // ---- room ----------------------------------------------------------------------------------

    @Test
    void aSenderFromOutsideWaitsWhileTheMailboxIsFull() {
        Gate gate = new Gate();
        List<Long> balls = new ArrayList<>();
        try (var house = on.open()) {
            Pong alice = blocked(house, gate, balls, 2);
            AtomicLong sent = new AtomicLong();
            alice.pong(1);
            on.goesOn(house);
            gate.awaitReached();
            Thread sender =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (long ball = 2; ball <= 5; ball++) {
                                    alice.pong(ball);
                                    sent.set(ball);
                                }
                            });
            awaitWaiting(sender);
            assertThat(sent.get()).isEqualTo(2);
            assertThat(Inspect.underWay(alice)).isEqualTo(2);
            gate.open();
            Threads.join(sender);
        }
        assertThat(balls).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void anInterruptedSenderHasSentNothingAndKeepsItsFlag() {
        Gate gate = new Gate();
        List<Long> balls = new ArrayList<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        try (var house = on.open()) {
            Pong alice = blocked(house, gate, balls, 1);
            alice.pong(1);
            on.goesOn(house);
            gate.awaitReached();
            Thread sender =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    alice.pong(2);
                                } catch (RuntimeException e) {
                                    thrown.set(e);
                                    flag.set(Thread.interrupted());
                                }
                            });
            awaitWaiting(sender);
            sender.interrupt();
            Threads.join(sender);
            gate.open();
        }
        assertThat(thrown.get())
                .isInstanceOf(WaitInterruptedException.class)
                .hasMessageContaining("waits until actor alice has handled some of its 1 calls");
        assertThat(flag).isTrue();
        assertThat(balls).containsExactly(1L);
    }

    private Pong blocked(Roundhouse house, Gate gate, List<Long> balls, int bound) {
        return on.actor(
                house,
                Pong.class,
                () ->
                        ball -> {
                            gate.pass();
                            balls.add(ball);
                        },
                with -> with.bounded(bound).named("alice"));
    }

    // ---- handles, and bad input ----------------------------------------------------------------

    @Test
    void aHandleIsEqualToItselfOnlyAndSaysWhoseItIs() {
        try (var house = on.open()) {
            Pong alice = on.actor(house, Pong.class, () -> _ -> {}, with -> with.named("alice"));
            Pong other = on.actor(house, Pong.class, () -> _ -> {}, with -> with.named("alice"));
            assertThat(alice).isEqualTo(alice).isNotEqualTo(other).hasToString("Pong of alice");
            assertThat(alice.hashCode()).isNotEqualTo(other.hashCode());
        }
    }

    @Test
    void actorsAreNamedAfterTheirClasses() {
        try (var house = on.open()) {
            assertThat(on.actor(house, Pong.class, Alice::new)).hasToString("Pong of Alice-1");
            assertThat(on.actor(house, Pong.class, () -> _ -> {})).hasToString("Pong of Pong-2");
        }
    }

    static final class Alice implements Pong {
        @Override
        public void pong(long ball) {}
    }

    @Test
    void badInputIsRefusedAtOnce() {
        try (var house = on.open();
                var other = on.open()) {
            assertThatThrownBy(() -> house.actor(null, Alice::new))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("type");
            assertThatThrownBy(() -> house.actor(Pong.class, null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("factory");
            assertThatThrownBy(() -> house.actor(Pong.class, Alice::new, null))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessage("with");
            refused(() -> on.actor(house, Alice.class, Alice::new), "Alice is not an interface");
            refused(() -> on.actor(house, Pong.class, () -> null), "returned null");
            assertThatThrownBy(() -> on.actor(house, Pong.class, ActorTest::fails))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the factory")
                    .hasMessageContaining("no ball")
                    .hasCauseInstanceOf(IllegalStateException.class);
            Pong alice = on.actor(house, Pong.class, Alice::new);
            refused(() -> on.actor(house, Pong.class, () -> alice), "a handle");
            for (int bound :
                    new int[] {0, -1, Integer.MIN_VALUE, ActorOptions.GREATEST_BOUND + 1}) {
                refused(
                        () -> on.actor(house, Pong.class, Alice::new, with -> with.bounded(bound)),
                        "not " + bound);
            }
            refused(() -> Roundhouse.open(with -> with.workers(0)), "not 0");
            refused(
                    () -> Roundhouse.open(with -> with.workers(HouseOptions.MOST_WORKERS + 1)),
                    "1024 workers or fewer, not 1025",
                    "with.virtual()");
            refused(() -> house.stop("alice"), "not a handle");
            refused(() -> other.stop(alice), "of another house");
        }
    }

    private static void refused(Runnable what, String... words) {
        assertThatThrownBy(what::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words);
    }

    private static Pong fails() {
        throw new IllegalStateException("no ball");
    }
}
