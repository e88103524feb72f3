package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.inThreads;
import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A mailbox that grows and gives back its memory all the time, while others send. */
@Timeout(60)
final class ShrinkTest {
    interface Node {
        void number(int sender, long number);

        void burst(int calls);
    }

    @Test
    void nothingIsLostWhileMemoryIsGivenBack() {
        int senders = 3;
        int calls = 4_000;
        AtomicLong bursts = new AtomicLong();
        long[] next = new long[senders];
        boolean[] wrong = new boolean[1];
        try (var house = Roundhouse.open(with -> with.workers(2))) {
            Node[] self = new Node[1];
            self[0] =
                    house.actor(
                            Node.class,
                            () ->
                                    new Node() {
                                        @Override
                                        public void number(int sender, long number) {
                                            if (sender < 0) {
                                                bursts.incrementAndGet();
                                            } else if (next[sender]++ != number) {
                                                wrong[0] = true;
                                            }
                                        }

                                        @Override
                                        public void burst(int calls) {
                                            for (int i = 0; i < calls; i++) {
                                                self[0].number(-1, i);
                                            }
                                        }
                                    },
                            with -> with.bounded(8));
            inThreads(
                    senders,
                    sender -> {
                        for (int n = 0; n < calls; n++) {
                            self[0].number(sender, n);
                            if (n % 20 == 0) {
                                self[0].burst(130); // more than is kept
                            }
                        }
                    });
            house.awaitQuiescence();
        }
        assertThat(wrong[0]).isFalse();
        assertThat(next).containsOnly(calls);
        assertThat(bursts.get()).isEqualTo(senders * (calls / 20) * 130L);
    }
}
