package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls of one actor to another are handled once and in their order, and by one thread at a time,
 * whichever threads run the two.
 */
@ParameterizedClass
@EnumSource
@Timeout(60)
final class OrderTest {
    @Parameter Dispatcher on;

    private final AtomicReference<String> wrong = new AtomicReference<>();

    // ---- a graph in which everybody moves -------------------------------------------------------

    interface Node {
        /** The {@code number}th call from that node to this one, which is to cause more calls. */
        void call(int from, long number, int more);
    }

    /** Whom the nodes of a graph call. */
    enum Graph {
        /** Everybody calls everybody. */
        BOTH_MOVE(40),
        /** Those that call node 0 call each other, too, and so move; node 0 calls nobody. */
        SENDERS_MOVE(40),
        /** Node 0 calls the others, which call each other, too, and so move. */
        RECEIVERS_MOVE(40),
        /** A few that are handed calls over and over. */
        FEW(3);

        final int nodes;

        Graph(int nodes) {
            this.nodes = nodes;
        }

        /** Whom a node calls that is to call others. */
        int next(int random) {
            return this == SENDERS_MOVE || this == RECEIVERS_MOVE
                    ? 1 + random % (nodes - 1)
                    : random % nodes;
        }

        /** Whom a node calls besides. */
        int leaf(int random) {
            return this == SENDERS_MOVE ? 0 : next(random);
        }
    }

    private final class Walker implements Node {
        private final Graph graph;
        private final int me;
        private final List<Node> nodes;
        private final long[] sent;
        private final long[] received;
        private int random;
        private int leaf;
        private volatile Thread runner;

        Walker(Graph graph, int me, List<Node> nodes) {
            this.graph = graph;
            this.me = me;
            this.nodes = nodes;
            this.sent = new long[graph.nodes];
            this.received = new long[graph.nodes + 1];
            this.random = 77_773 * (me + 1);
        }

        @Override
        public void call(int from, long number, int more) {
            if (runner != null) {
                wrong(me + " is run by two at a time");
            }
            runner = Thread.currentThread();
            if (received[from]++ != number) {
                wrong(me + " got " + number + " of " + from + " after " + (received[from] - 2));
            }
            if (more > 0) {
                int calls = next() % 4;
                for (int i = 0; i < calls; i++) { // a burst to one, or to several
                    if (i == 0 || next() % 2 == 0) {
                        leaf = graph.leaf(next());
                    }
                    send(leaf, 0);
                }
                send(graph.next(next()), more - 1);
            }
            for (int i = next() % 64; i > 0; i--) {
                Thread.onSpinWait();
            }
            runner = null;
        }

        private void send(int to, int more) {
            nodes.get(to).call(me, sent[to]++, more);
        }

        private int next() {
            random ^= random << 13;
            random ^= random >>> 17;
            random ^= random << 5;
            return random & Integer.MAX_VALUE;
        }
    }

    private void wrong(String what) {
        wrong.compareAndSet(null, what);
    }

    @ParameterizedTest
    @EnumSource
    void callsAreHandledOnceAndInOrderThoughActorsMove(Graph graph) {
        walk(graph, 4_096, 1_500);
    }

    @ParameterizedTest
    @EnumSource
    void callsAreHandledOnceAndInOrderThoughActorsRestForRoom(Graph graph) {
        walk(graph, 2, 300);
    }

    @Test
    void interruptsFromElsewhereHarmNobody() {
        assumeTrue(on != Dispatcher.STEPPING, "they run on the test's own thread");
        AtomicReference<List<Thread>> threads = new AtomicReference<>(List.of());
        CountDownLatch done = new CountDownLatch(1);
        Thread interrupter =
                Thread.ofPlatform()
                        .start(() -> {
                            while (done.getCount() > 0) {
                                threads.get().forEach(Thread::interrupt);
                                Thread.yield();
                            }
                        });
        try (var house = on.open()) {
            ActorTest.Pong any = on.actor(house, ActorTest.Pong.class, () -> _ -> {});
            threads.set(Inspect.threads(any));
            walk(house, Graph.FEW, 4_096, 1_500);
            walk(house, Graph.BOTH_MOVE, 4_096, 200);
        } finally {
            done.countDown();
            Threads.join(interrupter);
        }
    }

    private void walk(Graph graph, int bound, int more) {
        try (var house = on.open()) {
            walk(house, graph, bound, more);
        }
    }

    private void walk(Roundhouse house, Graph graph, int bound, int more) {
        List<Node> nodes = new ArrayList<>();
        List<Walker> walkers = new ArrayList<>();
        int tokens = Math.max(graph.nodes / 4, 2);
        for (int i = 0; i < graph.nodes; i++) {
            Walker walker = new Walker(graph, i, nodes);
            walkers.add(walker);
            nodes.add(on.actor(house, Node.class, () -> walker, with -> with.bounded(bound)));
        }
        for (int round = 0; round < 3; round++) { // the outside is number graph.nodes
            for (int i = 0; i < tokens; i++) {
                nodes.get(i).call(graph.nodes, round, more);
            }
            house.awaitQuiescence();
        }
        assertThat(wrong.get()).isNull();
        for (int from = 0; from < graph.nodes; from++) {
            for (int to = 0; to < graph.nodes; to++) {
                assertThat(walkers.get(to).received[from])
                        .as("from %d to %d", from, to)
                        .isEqualTo(walkers.get(from).sent[to]);
            }
        }
    }

    // ---- moves that cannot be missed ------------------------------------------------------------

    interface Step {
        void step(long number, CountDownLatch reached);
    }

    private record Noting(List<Long> got) implements Step {
        @Override
        public void step(long number, CountDownLatch reached) {
            got.add(number);
            reached.countDown();
        }
    }

    /**
     * The sender does not go on before the receiver has got a call of it: so on workers the
     * receiver is run by another one each time, and what the sender sends next must come behind.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void whoIsHeldUpAfterItHasSentDoesNotHoldUpWhatItSentTo(int callsBefore) {
        assumeTrue(on.mayBlock() >= 1, "the only worker is held up");
        int rounds = 200;
        List<Long> got = new ArrayList<>();
        try (var house = on.open()) {
            Step receiver = on.actor(house, Step.class, () -> new Noting(got));
            Step sender =
                    on.actor(
                            house,
                            Step.class,
                            () ->
                                    (number, done) -> {
                                        CountDownLatch reached = new CountDownLatch(callsBefore);
                                        for (int i = 0; i < callsBefore; i++) {
                                            receiver.step(number + i, reached);
                                        }
                                        await(reached);
                                        receiver.step(number + callsBefore, done);
                                        receiver.step(number + callsBefore + 1, done);
                                    });
            for (long round = 0; round < rounds; round++) {
                CountDownLatch done = new CountDownLatch(2);
                sender.step(round * (callsBefore + 2), done);
                if (round % 2 == 0) {
                    await(done);
                }
            }
        }
        assertThat(got).hasSize(rounds * (callsBefore + 2)).isSorted().doesNotHaveDuplicates();
    }

    /** Two receivers: one is handed its call, the other one waits in a queue. */
    @Test
    void nobodyIsHeldUpByWhoSentToHim() {
        assumeTrue(on.mayBlock() >= 1, "the only worker is held up");
        try (var house = on.open()) {
            List<Step> receivers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                receivers.add(
                        on.actor(house, Step.class, () -> (_, reached) -> reached.countDown()));
            }
            Step sender =
                    on.actor(
                            house,
                            Step.class,
                            () ->
                                    (n, done) -> {
                                        CountDownLatch reached =
                                                new CountDownLatch(receivers.size());
                                        receivers.forEach(each -> each.step(n, reached));
                                        await(reached);
                                        done.countDown();
                                    });
            for (int round = 0; round < 200; round++) {
                CountDownLatch done = new CountDownLatch(1);
                sender.step(round, done);
                await(done);
            }
        }
    }

    @Test
    void actorsThatAreHeldUpDoNotHoldUpOthers() {
        int blocked = Math.min(on.mayBlock(), 20);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch inCall = new CountDownLatch(blocked);
        List<Long> got = new ArrayList<>();
        try (var house = on.open()) {
            for (int i = 0; i < blocked; i++) {
                on.actor(
                                house,
                                Step.class,
                                () ->
                                        (_, in) -> {
                                            in.countDown();
                                            await(go);
                                        })
                        .step(i, inCall);
            }
            await(inCall);
            CountDownLatch done = new CountDownLatch(1_000);
            Step third = on.actor(house, Step.class, () -> new Noting(got));
            Step second = on.actor(house, Step.class, () -> third::step);
            for (int i = 0; i < 1_000; i++) {
                second.step(i, done);
            }
            on.await(house, done);
            go.countDown();
        }
        assertThat(got).hasSize(1_000).isSorted();
    }

    /** What is shared through actors only, one after the other, is seen without any other means. */
    @Test
    void whatACallDidIsSeenByAllThatFollowsFromIt() {
        long[] plain = new long[1];
        int nodes = 10;
        long hops = 20_000;
        try (var house = on.open()) {
            List<ActorTest.Pong> ring = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                int next = (i + 1) % nodes;
                ring.add(
                        on.actor(
                                house,
                                ActorTest.Pong.class,
                                () ->
                                        left -> {
                                            plain[0]++;
                                            if (left > 1) {
                                                ring.get(next).pong(left - 1);
                                            }
                                        }));
            }
            ring.getFirst().pong(hops);
            house.awaitQuiescence();
            assertThat(plain[0]).isEqualTo(hops);
        }
    }
}
