package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.roundhouse.Roundhouse;
import io.roundhouse.actor.internal.Inspect;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A call of primitives and of objects that exist already allocates nothing, on neither side. */
@ParameterizedClass
@EnumSource(
        value = Dispatcher.class,
        names = {"ONE_WORKER", "TWO_WORKERS", "FOUR_WORKERS", "PINNED"})
@Timeout(120)
final class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Parameter Dispatcher on;

    interface Pong {
        void pong(long ball, double weight);

        void other(boolean z);
    }

    interface Ping {
        void ping(Pong from, long ball, String word);
    }

    private static final class Alice implements Pong {
        long sum;

        @Override
        public void pong(long ball, double weight) {
            sum += ball;
        }

        @Override
        public void other(boolean z) {
            sum++;
        }
    }

    @Test
    void callsFromOutsideAndWhatFollowsFromThemAllocateNothing() {
        int calls = 500_000;
        Alice target = new Alice();
        try (var house = on.open()) {
            Pong alice = on.actor(house, Pong.class, () -> target);
            Ping bob =
                    on.actor(
                            house,
                            Ping.class,
                            () ->
                                    (from, ball, _) -> {
                                        from.pong(ball, 0.5);
                                        from.other(true);
                                    });
            allocatesNothing(
                    house,
                    3 * calls,
                    () -> {
                        for (long ball = 0; ball < calls; ball++) {
                            bob.ping(alice, ball, "word");
                        }
                    },
                    alice,
                    bob);
        }
        assertThat(target.sum % calls).isEqualTo((long) calls * (calls - 1) / 2 % calls);
    }

    interface Node {
        void hop(String word, long left);
    }

    /** On workers, these are handed over. */
    @Test
    void callsFromActorToActorAllocateNothing() {
        int nodes = 10;
        int tokens = 3;
        int hops = 200_000;
        long[] handled = new long[nodes];
        try (var house = on.open()) {
            List<Node> ring = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                int me = i;
                ring.add(
                        on.actor(
                                house,
                                Node.class,
                                () ->
                                        (word, left) -> {
                                            handled[me]++;
                                            if (left > 0) {
                                                ring.get((me + 1) % nodes).hop(word, left - 1);
                                            }
                                        }));
            }
            allocatesNothing(
                    house,
                    tokens * hops,
                    () -> {
                        for (int i = 0; i < tokens; i++) {
                            ring.get(3 * i).hop("word", hops - 1);
                        }
                    },
                    ring.toArray());
        }
        assertThat(LongStream.of(handled).sum() % ((long) tokens * hops)).isZero();
    }

    /**
     * Less than one byte in eight calls: looks for quiet allocate a little, however many there
     * were.
     */
    private static void allocatesNothing(
            Roundhouse house, long calls, Runnable play, Object... actors) {
        List<Thread> threads = new ArrayList<>(List.of(Thread.currentThread()));
        for (Object each : actors) {
            threads.addAll(Inspect.threads(each));
        }
        for (int i = 0; i < 2; i++) { // memory for a full mailbox is had once
            play.run();
            house.awaitQuiescence();
        }
        long[] ids = threads.stream().distinct().mapToLong(Thread::threadId).toArray();
        long before = LongStream.of(THREADS.getThreadAllocatedBytes(ids)).sum();
        play.run();
        house.awaitQuiescence();
        long after = LongStream.of(THREADS.getThreadAllocatedBytes(ids)).sum();
        assertThat(after - before).as("bytes for %d calls", calls).isLessThan(calls / 8);
    }
}
