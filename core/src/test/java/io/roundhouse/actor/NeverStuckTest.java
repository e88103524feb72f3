package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors that send more than there is room for rest, and go on; whoever they send to. */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class NeverStuckTest {
    @Parameter Dispatcher on;

    interface Count {
        void down(long n);
    }

    interface Node {
        void next(Node next);

        void token(long hops);
    }

    /** What an actor does with a call, {@code self} being its own handle. */
    private interface Body {
        void down(Count self, long n);
    }

    /** An actor that is told its own handle with every call. */
    private Count withSelf(Roundhouse house, Body body, Consumer<ActorOptions> with) {
        AtomicReference<Count> self = new AtomicReference<>();
        self.set(on.actor(house, Count.class, () -> n -> body.down(self.get(), n), with));
        return self.get();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void anActorSendsToItselfWhileItsMailboxIsFull(int bound) {
        List<Long> handled = new ArrayList<>();
        try (var house = on.open()) {
            Count actor =
                    withSelf(
                            house,
                            (self, n) -> {
                                handled.add(n);
                                if (n == 0) {
                                    for (long i = 1; i <= 5_000; i++) {
                                        self.down(i);
                                    }
                                }
                            },
                            with -> with.bounded(bound));
            actor.down(0);
        }
        assertThat(handled).hasSize(5_001).isSorted();
    }

    /**
     * Every token doubles on its way until it has gone far enough: mailboxes of 1 are full at once.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aCycleOfFullMailboxesGoesOn(int nodes) {
        AtomicLong handled = new AtomicLong();
        try (var house = on.open()) {
            List<Node> ring = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                ring.add(
                        on.actor(
                                house,
                                Node.class,
                                () -> new Doubling(handled),
                                with -> with.bounded(1)));
            }
            for (int i = 0; i < nodes; i++) {
                ring.get(i).next(ring.get((i + 1) % nodes));
            }
            house.awaitQuiescence();
            inThreads(nodes, node -> ring.get(node).token(10));
        }
        assertThat(handled.get()).isEqualTo(nodes * ((1L << 11) - 1));
    }

    interface Mixed {
        void next(Mixed next);

        void token(long hops);

        long handled();
    }

    /** Sends twice what it gets, and asks whom it sends to: circles of both kinds. */
    private static final class Mixing implements Mixed {
        private final AtomicLong circles;
        private long handled;
        private Mixed next = this;

        Mixing(AtomicLong circles) {
            this.circles = circles;
        }

        @Override
        public void next(Mixed next) {
            this.next = next;
        }

        @Override
        public void token(long hops) {
            handled++;
            if (hops > 0) {
                next.token(hops - 1);
                try {
                    next.handled();
                } catch (AskCycleException e) { // all of them ask at the moment
                    circles.incrementAndGet();
                }
                next.token(hops - 1);
            }
        }

        @Override
        public long handled() {
            return handled;
        }
    }

    /** Whoever asks waits for who rests or asks; only a circle of asks may fail, and at once. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aCycleOfFullMailboxesWithAsksInItGoesOn(int nodes) {
        AtomicLong circles = new AtomicLong();
        long sum = 0;
        try (var house = on.open()) {
            List<Mixed> ring = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                ring.add(
                        on.actor(
                                house,
                                Mixed.class,
                                () -> new Mixing(circles),
                                with -> with.bounded(1)));
            }
            for (int i = 0; i < nodes; i++) {
                ring.get(i).next(ring.get((i + 1) % nodes));
            }
            house.awaitQuiescence();
            inThreads(nodes, node -> ring.get(node).token(6));
            house.awaitQuiescence();
            for (Mixed each : ring) {
                sum += each.handled();
            }
        }
        assertThat(sum).isEqualTo(nodes * ((1L << 7) - 1));
    }

    private static final class Doubling implements Node {
        private final AtomicLong handled;
        private Node next = this;

        Doubling(AtomicLong handled) {
            this.handled = handled;
        }

        @Override
        public void next(Node next) {
            this.next = next;
        }

        @Override
        public void token(long hops) {
            handled.incrementAndGet();
            if (hops > 0) {
                next.token(hops - 1);
                next.token(hops - 1);
            }
        }
    }

    /** Many cycles that share actors, all of them full, and threads from outside that send, too. */
    @Test
    void cyclesThatCrossGoOnWhileOthersSend() {
        int nodes = 12;
        long[] handled = new long[nodes];
        try (var house = on.open()) {
            List<Count> all = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                int me = i;
                all.add(
                        on.actor(
                                house,
                                Count.class,
                                () ->
                                        n -> {
                                            handled[me]++;
                                            if (n > 0) { // to 2 of 12, of whom some lead back here
                                                all.get((me * 5 + 1) % nodes).down(n - 1);
                                                all.get((me * 7 + (int) n) % nodes).down(n - 1);
                                            }
                                        },
                                with -> with.bounded(1 + me % 3)));
            }
            inThreads(
                    3,
                    number -> {
                        for (int i = 0; i < 20; i++) {
                            all.get((number + i) % nodes).down(6);
                        }
                    });
        }
        long sum = 0;
        for (long each : handled) {
            sum += each;
        }
        assertThat(sum).isEqualTo(3 * 20 * ((1L << 7) - 1));
    }

    // ---- resting --------------------------------------------------------------------------------

    @Test
    void anActorRestsAfterTheCallInWhichItHasSentTooMuchUntilThereIsRoom() {
        assumeTrue(on.mayBlock() >= 1, "the receiver is held up by the test");
        Gate gate = new Gate();
        List<Long> handled = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        try (var house = on.open()) {
            Count slow =
                    on.actor(
                            house,
                            Count.class,
                            () ->
                                    n -> {
                                        gate.pass();
                                        handled.add(n);
                                    },
                            with -> with.bounded(4));
            Count fast =
                    on.actor(
                            house,
                            Count.class,
                            () ->
                                    n -> {
                                        calls.incrementAndGet();
                                        for (long i = 0; i < 10; i++) {
                                            slow.down(n + i);
                                        }
                                    });
            slow.down(-1);
            gate.awaitReached();
            fast.down(0);
            fast.down(10);
            Until.isTrue(() -> Inspect.isResting(fast));
            Count other = on.actor(house, Count.class, () -> _ -> calls.addAndGet(100));
            other.down(1); // somebody has turns
            Until.isTrue(() -> calls.get() >= 100);
            assertThat(calls.get()).isEqualTo(101);
            assertThat(Inspect.underWay(slow)).isEqualTo(11);
            gate.open();
        }
        assertThat(calls.get()).isEqualTo(102);
        assertThat(handled).hasSize(21).isSorted();
    }

    /**
     * However many are sent to them, each of the senders is one call beyond the bound: the one
     * after which it rests, be it sent by mail, or handed over and overtaken by others' mail. It is
     * another one where whoever lets those who rest go on saw room, was off its processor, and came
     * back when all of them had filled that.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void aMailboxDoesNotGrowFarBeyondItsBound(int bound) {
        int senders = 5;
        int calls = 2_000;
        long[] most = new long[1];
        long[] handled = new long[1];
        try (var house = on.open()) {
            Count receiver =
                    withSelf(
                            house,
                            (self, _) -> {
                                handled[0]++;
                                most[0] = Math.max(most[0], Inspect.underWay(self));
                            },
                            with -> with.bounded(bound));
            List<Count> fast = new ArrayList<>();
            for (int i = 0; i < senders; i++) {
                fast.add(
                        on.actor(
                                house,
                                Count.class,
                                () -> receiver::down,
                                with -> with.bounded(16)));
            }
            inThreads(
                    senders,
                    sender -> {
                        for (int i = 0; i < calls; i++) {
                            fast.get(sender).down(i);
                        }
                    });
        }
        assertThat(handled[0]).isEqualTo(senders * calls);
        assertThat(most[0]).isLessThanOrEqualTo(bound + 4 * senders);
    }

    @Test
    void whoRestsGoesOnWhenTheOtherOneIsStopped() {
        assumeTrue(on.mayBlock() >= 1, "the receiver is held up by the test");
        Gate gate = new Gate();
        CountDownLatch handled = new CountDownLatch(2);
        try (var house = on.open(with -> with.onDeadLetter(_ -> {}))) {
            Count slow =
                    on.actor(house, Count.class, () -> _ -> gate.pass(), with -> with.bounded(1));
            slow.down(0);
            gate.awaitReached();
            Count fast =
                    on.actor(
                            house,
                            Count.class,
                            () ->
                                    n -> {
                                        slow.down(n);
                                        handled.countDown();
                                    });
            fast.down(1);
            fast.down(2);
            Until.isTrue(() -> Inspect.isResting(fast));
            house.stop(slow);
            await(handled);
            gate.open();
            house.awaitQuiescence();
            assertThat(house.deadLetters()).isEqualTo(2);
        }
    }

    @Test
    void growthHasACeilingThatNamesTheActor() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        long[] handled = new long[1];
        try (var house =
                on.open(with -> with.onFailure((_, e) -> thrown.set(e)).ceiling(1 << 24))) {
            Count greedy =
                    withSelf(
                            house,
                            (self, n) -> {
                                handled[0]++;
                                if (n == -1) {
                                    while (true) {
                                        self.down(0);
                                    }
                                }
                            },
                            with -> with.named("greedy"));
            greedy.down(-1);
        }
        assertThat(thrown.get())
                .isInstanceOf(MailboxFullException.class)
                .hasMessageStartingWith(
                        "actor greedy cannot send to greedy, which has "
                                + handled[0]
                                + " calls to handle, in a house that has ")
                .hasMessageEndingWith("or in a circle: greedy");
        assertThat(handled[0]).isGreaterThan(1 << 19);
    }

    /** Calls that are handed over are not refused: so they are not handed over then. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void soDoesThatOfACircle(int nodes) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicLong handled = new AtomicLong();
        try (var house =
                on.open(with -> with.onFailure((_, e) -> thrown.set(e)).ceiling(1 << 20))) {
            Count[] ring = new Count[nodes];
            for (int i = 0; i < nodes; i++) {
                int next = (i + 1) % nodes;
                ring[i] =
                        on.actor(
                                house,
                                Count.class,
                                () ->
                                        n -> {
                                            if (thrown.get() == null
                                                    && handled.incrementAndGet() < 2_000_000) {
                                                ring[next].down(n);
                                                ring[next].down(n);
                                            }
                                        },
                                with -> with.bounded(1));
            }
            ring[0].down(0);
        }
        assertThat(thrown.get()).isInstanceOf(MailboxFullException.class);
    }

    /** Again and again, with calls from outside that come meanwhile; none is lost or overtaken. */
    @Test
    void memoryFarBeyondTheBoundIsGivenBack() {
        int rounds = on == Dispatcher.STEPPING ? 10 : 50; // each who steps looks at its stack
        int calls = 3_000;
        List<Long> own = new ArrayList<>();
        long[] others = new long[2];
        try (var house = on.open()) {
            Count actor =
                    withSelf(
                            house,
                            (self, n) -> {
                                if (n > 0) {
                                    own.add(n);
                                } else if (n == 0) {
                                    for (long i = 1; i <= calls; i++) {
                                        self.down(i);
                                    }
                                } else {
                                    others[(int) -n - 1]++;
                                }
                            },
                            with -> with.bounded(16));
            inThreads(
                    3,
                    number -> {
                        for (int i = 0; i < rounds * 100; i++) {
                            if (number > 0) {
                                actor.down(-number);
                            } else if (i % 100 == 0) {
                                actor.down(0);
                            }
                        }
                    });
            house.awaitQuiescence();
            assertThat(Inspect.room(actor)).isLessThanOrEqualTo(64);
        }
        assertThat(own).hasSize(rounds * calls);
        for (int i = 0; i < own.size(); i++) {
            assertThat(own.get(i)).isEqualTo(1 + i % calls);
        }
        assertThat(others).containsOnly(rounds * 100L);
    }

    // ---- fairness -------------------------------------------------------------------------------

    /** The two never come to rest, and have more to do whenever they are looked at. */
    @Test
    void aPingPongDoesNotStarveOthers() {
        assumeTrue(
                on != Dispatcher.VIRTUAL || Runtime.getRuntime().availableProcessors() > 1,
                "on one processor the JDK runs virtual threads that wake each other before all others");
        CountDownLatch done = new CountDownLatch(1_000);
        AtomicReference<Count> there = new AtomicReference<>();
        AtomicReference<Count> back = new AtomicReference<>();
        try (var house = on.open()) {
            there.set(
                    on.actor(
                            house,
                            Count.class,
                            () ->
                                    n -> {
                                        if (done.getCount() > 0) {
                                            back.get().down(n + 1);
                                        }
                                    }));
            back.set(on.actor(house, Count.class, () -> n -> there.get().down(n)));
            Count loop = on.actor(house, Count.class, () -> new Looping(there.get(), done));
            there.get().down(0);
            loop.down(0);
            Count other = on.actor(house, Count.class, () -> _ -> done.countDown());
            for (int i = 0; i < 1_000; i++) {
                other.down(i);
            }
            on.await(house, done);
        }
    }

    /** Starts more ping-pongs. */
    private record Looping(Count there, CountDownLatch done) implements Count {
        @Override
        public void down(long n) {
            for (int i = 0; i < 10 && done.getCount() > 0; i++) {
                there.down(i);
            }
        }
    }
}
