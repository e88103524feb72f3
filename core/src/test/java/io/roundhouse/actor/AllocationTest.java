package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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

    private static final int ROUNDS = 6;
    private static final int CALLS = 500_000;

    /**
     * Where each wakes a thread, which then waits for a processor: on a machine with two of them
     * and eight threads that are always busy, a hop takes 0.8 ms. So it is not one that hangs.
     */
    private static final int HOPS_THAT_WAKE = 1_000;

    @Parameter Dispatcher on;

    interface Pong {
        void pong(long ball, double weight);

        void other(boolean z);
    }

    interface Ping {
        void ping(Pong from, long ball, String word);
    }

    private final AtomicLong ended = new AtomicLong();

    private final class Alice implements Pong {
        long sum;
        long others;

        @Override
        public void pong(long ball, double weight) {
            sum += ball;
        }

        @Override
        public void other(boolean z) {
            if (++others % CALLS == 0) {
                ended.incrementAndGet();
            }
        }
    }

    @Test
    void callsFromOutsideAndWhatFollowsFromThemAllocateNothing() {
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
                    3 * CALLS,
                    1,
                    List.of(Thread.currentThread()),
                    () -> {
                        for (long ball = 0; ball < CALLS; ball++) {
                            bob.ping(alice, ball, "word");
                        }
                    },
                    alice,
                    bob);
        }
        assertThat(target.sum).isEqualTo((long) ROUNDS * CALLS * (CALLS - 1) / 2);
    }

    interface Node {
        void hop(String word, long left);
    }

    /**
     * On workers, these are handed over. Where each actor has its own thread, there are many at a
     * time, so that few of them wake one.
     */
    @Test
    void callsFromActorToActorAllocateNothing() {
        boolean wakes = on == Dispatcher.PINNED;
        goRound(wakes ? 500 : 3, wakes ? 1_200 : 200_000, List.of(Thread.currentThread()));
    }

    /** But for what its first sleep may take of the sender, in so few of them. */
    @Test
    void norDoCallsOfWhichEachWakesAThread() {
        assumeTrue(on == Dispatcher.PINNED, "workers are awake");
        goRound(3, HOPS_THAT_WAKE, List.of());
    }

    /** So many tokens go round a ring, so many hops each. */
    private void goRound(int tokens, int hops, List<Thread> senders) {
        int nodes = 10;
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
                                            } else {
                                                ended.incrementAndGet();
                                            }
                                        }));
            }
            allocatesNothing(
                    tokens * hops,
                    tokens,
                    senders,
                    () -> {
                        for (int i = 0; i < tokens; i++) {
                            ring.get(3 * i % nodes).hop("word", hops - 1);
                        }
                    },
                    ring.toArray());
        }
        assertThat(LongStream.of(handled).sum()).isEqualTo((long) ROUNDS * tokens * hops);
    }

    /**
     * Less than one byte in eight calls, in the best of some rounds: a mailbox grows when it is
     * first full, whenever that is. The last call is waited for without a look for quiet.
     */
    private void allocatesNothing(
            long calls, int ends, List<Thread> senders, Runnable play, Object... actors) {
        List<Thread> threads = new ArrayList<>(senders);
        for (Object each : actors) {
            threads.addAll(Inspect.threads(each));
        }
        long[] ids = threads.stream().distinct().mapToLong(Thread::threadId).toArray();
        long least = Long.MAX_VALUE;
        for (int round = 1; round <= ROUNDS; round++) { // memory for a full mailbox is had once
            long endedThen = (long) ends * round;
            long before = LongStream.of(THREADS.getThreadAllocatedBytes(ids)).sum();
            play.run();
            Until.isTrue(() -> ended.get() == endedThen);
            long after = LongStream.of(THREADS.getThreadAllocatedBytes(ids)).sum();
            least = Math.min(least, after - before);
        }
        assertThat(least).as("bytes for %d calls", calls).isLessThan(calls / 8);
    }
}
