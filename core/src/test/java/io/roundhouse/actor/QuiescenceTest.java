package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Quiet is reported when all is quiet, and not before. */
@ParameterizedClass
@EnumSource
@Timeout(300)
final class QuiescenceTest {
    @Parameter Dispatcher on;

    interface Token {
        void hop(int owner, long left);
    }

    @Test
    void quietIsNotSeenWhileACallIsHandled() {
        assumeTrue(on != Dispatcher.STEPPING, "who waits for quiet handles the call");
        CountDownLatch go = new CountDownLatch(1);
        AtomicLong handled = new AtomicLong();
        try (var house = on.open()) {
            Token actor =
                    on.actor(
                            house,
                            Token.class,
                            () ->
                                    (_, _) -> {
                                        await(go);
                                        handled.incrementAndGet();
                                    });
            house.awaitQuiescence();
            actor.hop(0, 1);
            assertThat(house.awaitQuiescence(Duration.ZERO)).isFalse();
            assertThat(house.awaitQuiescence(Duration.ofMillis(2))).isFalse();
            go.countDown();
            house.awaitQuiescence();
            assertThat(handled.get()).isEqualTo(1);
        }
    }

    interface Asked {
        int ask();
    }

    @Test
    void quietIsNotSeenWhileWhoAsksRunsTheCallItself() {
        assumeTrue(on != Dispatcher.STEPPING, "who waits for quiet is told that another one steps");
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        AtomicLong handled = new AtomicLong();
        try (var house = on.open()) {
            Token behind = on.actor(house, Token.class, () -> (_, _) -> handled.incrementAndGet());
            Asked asked =
                    on.actor(
                            house,
                            Asked.class,
                            () ->
                                    () -> {
                                        inside.countDown();
                                        await(go);
                                        behind.hop(0, 0);
                                        return 1;
                                    });
            Thread asks = Thread.ofPlatform().start(asked::ask);
            await(inside);
            assertThat(house.awaitQuiescence(Duration.ZERO)).isFalse();
            assertThat(house.awaitQuiescence(Duration.ofMillis(2))).isFalse();
            go.countDown();
            house.awaitQuiescence();
            assertThat(handled.get()).isEqualTo(1);
            Threads.join(asks);
        }
    }

    /**
     * Tokens run through a ring; whenever quiet is reported, all of them must have come to their
     * ends.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void quietIsNeverSeenTooEarly(int nodes) {
        AtomicLong ended = new AtomicLong();
        try (var house = on.open()) {
            List<Token> ring = ring(nodes, house, ended);
            long sent = 0;
            for (int round = 1; round <= 1_000; round++) {
                for (int i = 0; i <= round % 3; i++) {
                    ring.get((round + i) % nodes).hop(0, round % 13);
                    sent++;
                }
                house.awaitQuiescence();
                assertThat(ended.get()).isEqualTo(sent);
            }
        }
    }

    /** Two threads send and wait, so that there is little quiet; each knows of its own tokens. */
    @Test
    void quietIsNotSeenByWhoHasSentBeforeItsOwnCallsAreHandled() {
        assumeTrue(on != Dispatcher.STEPPING, "who waits for quiet is told that another one steps");
        AtomicLong[] ended = {new AtomicLong(), new AtomicLong()};
        try (var house = on.open()) {
            List<Token> ring = ring(6, house, ended);
            inThreads(
                    2,
                    me -> {
                        for (int round = 1; round <= 500; round++) {
                            ring.get(round % 6).hop(me, round % 29);
                            house.awaitQuiescence();
                            assertThat(ended[me].get()).isEqualTo(round);
                        }
                    });
        }
    }

    /** Those of the ring that send more than there is room for rest, and that is not quiet. */
    @Test
    void quietIsNotSeenWhileActorsRestUntilThereIsRoom() {
        AtomicLong handled = new AtomicLong();
        try (var house = on.open()) {
            Token last =
                    on.actor(
                            house,
                            Token.class,
                            () -> (_, _) -> handled.incrementAndGet(),
                            with -> with.bounded(1));
            Token middle =
                    on.actor(
                            house,
                            Token.class,
                            () ->
                                    (owner, left) -> {
                                        for (long i = 0; i < left; i++) {
                                            last.hop(owner, i);
                                        }
                                    },
                            with -> with.bounded(2));
            Token first = on.actor(house, Token.class, () -> middle::hop);
            for (long round = 1; round <= 300; round++) {
                for (int i = 0; i < 5; i++) {
                    first.hop(0, 3);
                }
                house.awaitQuiescence();
                assertThat(handled.get()).isEqualTo(round * 15);
            }
        }
    }

    private List<Token> ring(int nodes, Roundhouse house, AtomicLong... ended) {
        List<Token> ring = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            int next = (i + 1) % nodes;
            ring.add(
                    on.actor(
                            house,
                            Token.class,
                            () ->
                                    (owner, left) -> {
                                        if (left == 0) {
                                            ended[owner].incrementAndGet();
                                        } else {
                                            ring.get(next).hop(owner, left - 1);
                                        }
                                    }));
        }
        return ring;
    }
}
