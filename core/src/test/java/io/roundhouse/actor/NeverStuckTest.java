package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Actors that wait for themselves or for each other do not hang. */
@Timeout(60)
final class NeverStuckTest {
    interface Count {
        void down(long n);
    }

    interface Node {
        void next(Node next);

        void token(long hops);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 64})
    void anActorSendsToItselfWhileItsMailboxIsFull(int bound) {
        List<Long> handled = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            AtomicReference<Count> self = new AtomicReference<>();
            self.set(
                    house.actor(
                            Count.class,
                            () ->
                                    n -> {
                                        handled.add(n);
                                        if (n == 0) {
                                            for (long i = 1; i <= 5_000; i++) {
                                                self.get().down(i);
                                            }
                                        }
                                    },
                            with -> with.bounded(bound)));
            self.get().down(0);
        }
        assertThat(handled).hasSize(5_001).isSorted();
    }

    /**
     * Every token doubles on its way until it has gone far enough: mailboxes of 1 are full at once.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void aCycleOfFullMailboxesGrows(int nodes) {
        long[] handled = new long[nodes];
        try (var house = Roundhouse.open()) {
            List<Node> ring = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                int place = i;
                ring.add(
                        house.actor(
                                Node.class,
                                () -> new Doubling(handled, place),
                                with -> with.bounded(1)));
            }
            for (int i = 0; i < nodes; i++) {
                ring.get(i).next(ring.get((i + 1) % nodes));
            }
            house.awaitQuiescence();
            for (Node node : ring) {
                node.token(10);
            }
        }
        long sum = 0;
        for (long each : handled) {
            sum += each;
        }
        assertThat(sum).isEqualTo(nodes * ((1L << 11) - 1));
    }

    private static final class Doubling implements Node {
        private final long[] handled;
        private final int place;
        private Node next = this;

        Doubling(long[] handled, int place) {
            this.handled = handled;
            this.place = place;
        }

        @Override
        public void next(Node next) {
            this.next = next;
        }

        @Override
        public void token(long hops) {
            handled[place]++;
            if (hops > 0) {
                next.token(hops - 1);
                next.token(hops - 1);
            }
        }
    }

    @Test
    void anActorWaitsForAnotherThatDoesNotWaitForIt() {
        CountDownLatch go = new CountDownLatch(1);
        List<Long> handled = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Count slow =
                    house.actor(
                            Count.class,
                            () ->
                                    n -> {
                                        ActorTest.await(go);
                                        handled.add(n);
                                    },
                            with -> with.bounded(4));
            AtomicReference<Thread> sender = new AtomicReference<>();
            long[] sent = new long[1];
            Count fast =
                    house.actor(
                            Count.class,
                            () ->
                                    n -> {
                                        sender.set(Thread.currentThread());
                                        for (long i = 0; i < n; i++) {
                                            slow.down(i);
                                            sent[0] = i + 1;
                                        }
                                    });
            fast.down(100);
            while (sender.get() == null) {
                Thread.onSpinWait();
            }
            ActorTest.awaitState(sender.get(), Thread.State.TIMED_WAITING);
            assertThat(sent[0]).isEqualTo(4);
            go.countDown();
        }
        assertThat(handled).hasSize(100).isSorted();
    }

    @Test
    void growthHasACeilingThatNamesTheActor() {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        long[] handled = new long[1];
        try (var house = Roundhouse.open(with -> with.onFailure((_, e) -> thrown.set(e)))) {
            AtomicReference<Count> self = new AtomicReference<>();
            self.set(
                    house.actor(
                            Count.class,
                            () ->
                                    n -> {
                                        handled[0]++;
                                        if (n == -1) {
                                            while (true) {
                                                self.get().down(0);
                                            }
                                        }
                                    },
                            with -> with.named("greedy")));
            self.get().down(-1);
        }
        assertThat(thrown.get())
                .isInstanceOf(MailboxFullException.class)
                .hasMessage(
                        "actor greedy has 1048576 calls under way to greedy and cannot wait until some are handled,"
                                + " for they wait for each other: greedy → greedy");
        assertThat(handled[0]).isEqualTo(1 + 1_048_576);
    }
}
