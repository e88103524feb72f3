package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.roundhouse.Roundhouse;
import io.roundhouse.actor.internal.Inspect;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call of primitives and of objects that exist already allocates nothing, on neither side. */
@Timeout(60)
final class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int CALLS = 1_000_000;

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
    void callsAllocateNothing() {
        Alice target = new Alice();
        try (var house = Roundhouse.open()) {
            Pong alice = house.actor(Pong.class, () -> target);
            Ping bob =
                    house.actor(
                            Ping.class,
                            () ->
                                    (from, ball, _) -> {
                                        from.pong(ball, 0.5);
                                        from.other(true);
                                    });
            play(house, bob, alice); // memory for a full mailbox is had once
            play(house, bob, alice);
            long[] threads = {
                Thread.currentThread().threadId(),
                Inspect.thread(alice).threadId(),
                Inspect.thread(bob).threadId()
            };
            long[] before = THREADS.getThreadAllocatedBytes(threads);
            play(house, bob, alice);
            long[] after = THREADS.getThreadAllocatedBytes(threads);
            for (int i = 0; i < threads.length; i++) {
                // looks for quiet allocate a little, however many calls there were
                assertThat(after[i] - before[i]).as("thread %d", i).isLessThan(CALLS / 8);
            }
        }
        assertThat(target.sum).isEqualTo(3L * CALLS * (CALLS - 1) / 2 + 3 * CALLS);
    }

    private static void play(Roundhouse house, Ping bob, Pong alice) {
        for (long ball = 0; ball < CALLS; ball++) {
            bob.ping(alice, ball, "word");
        }
        house.awaitQuiescence();
    }
}
