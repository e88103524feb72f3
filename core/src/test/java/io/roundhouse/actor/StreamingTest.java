package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** A thread that calls an actor again and again writes its calls where they are read. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class StreamingTest {
    private static final int LANE = 1024;
    private static final int CALLS = 5_000;

    /** Every kind of argument, and more of them than a thread has room for at first. */
    interface Wide {
        void all(
                boolean a,
                byte b,
                char c,
                short d,
                int e,
                long f,
                float g,
                double h,
                String i,
                long j,
                long k,
                long l,
                Object m);

        void references(String a, Object b);

        void nothing();
    }

    private static final class Noting implements Wide {
        private final List<String> got;

        Noting(List<String> got) {
            this.got = got;
        }

        @Override
        public void all(
                boolean a,
                byte b,
                char c,
                short d,
                int e,
                long f,
                float g,
                double h,
                String i,
                long j,
                long k,
                long l,
                Object m) {
            got.add("" + a + b + c + d + e + f + g + h + i + j + k + l + m);
        }

        @Override
        public void references(String a, Object b) {
            got.add(a + b);
        }

        @Override
        public void nothing() {
            got.add("-");
        }
    }

    @Test
    void allKindsOfArgumentsArriveInOrder() {
        List<String> got = new ArrayList<>();
        List<String> sent = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            Wide wide = house.actor(Wide.class, () -> new Noting(got));
            for (int n = 0; n < CALLS; n++) {
                byte b = (byte) n;
                char c = (char) ('a' + n % 26);
                boolean odd = n % 2 == 1;
                wide.all(odd, b, c, (short) -n, -n, -1L << n, n / 3f, n / 7.0, "s" + n, 1, 2, n, n);
                sent.add(
                        ""
                                + odd
                                + b
                                + c
                                + (short) -n
                                + -n
                                + (-1L << n)
                                + n / 3f
                                + n / 7.0
                                + "s"
                                + n
                                + 1
                                + 2
                                + n
                                + n);
                if (n % 3 == 0) {
                    wide.references("r" + n, n);
                    sent.add("r" + n + n);
                }
                if (n % 5 == 0) {
                    wide.nothing();
                    sent.add("-");
                }
            }
            assertThat(Inspect.withLanes(wide)).isOne();
        }
        assertThat(got).isEqualTo(sent);
    }

    /** An actor that the thread runs on the spot is not the thread: it does not wait for room. */
    @Test
    void whoIsRunOnTheSpotDoesNotSendByTheLaneOfTheThread() {
        Gate gate = new Gate();
        List<Long> got = new ArrayList<>();
        try (var house = Roundhouse.open()) {
            LongConsumer sink =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        if (n < 0) {
                                            gate.pass();
                                        }
                                        got.add(n);
                                    },
                            with -> with.bounded(LANE));
            Asked asked = house.actor(Asked.class, () -> new Forwarding(sink));
            LongStream.range(0, LANE).forEach(sink); // has a lane by now
            house.awaitQuiescence();
            assertThat(Inspect.withLanes(sink)).isOne();
            sink.accept(-1);
            gate.awaitReached();
            LongStream.range(LANE, 2 * LANE - 1).forEach(sink); // no more than there is room for
            assertThat(asked.forward(2 * LANE - 1, 2 * LANE + 1)).isSameAs(Thread.currentThread());
            gate.open();
            sink.accept(2 * LANE + 2);
        }
        List<Long> expected = new ArrayList<>(LongStream.range(0, 2 * LANE + 3).boxed().toList());
        expected.add(LANE, -1L);
        assertThat(got).containsExactlyInAnyOrderElementsOf(expected); // of two senders
        assertThat(got.stream().filter(n -> n >= 2 * LANE - 1 && n < 2 * LANE + 2)).isSorted();
        assertThat(got.stream().filter(n -> n < 2 * LANE - 1 && n >= 0)).isSorted();
    }

    interface Asked {
        Thread forward(long from, long to);
    }

    private record Forwarding(LongConsumer to) implements Asked {
        @Override
        public Thread forward(long from, long last) {
            LongStream.rangeClosed(from, last).forEach(to);
            return Thread.currentThread();
        }
    }

    /**
     * Threads of a pool that forget what they had at hand between two tasks: what runs on one of
     * them is still known, and does not wait for room as the thread does.
     */
    @Test
    void threadsThatForgetAreNotTakenForThoseThatTheyWere() throws Exception {
        Gate gate = new Gate();
        List<Long> got = new ArrayList<>();
        try (var house = Roundhouse.open();
                var pool = forgetful()) {
            LongConsumer sink =
                    house.actor(
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        if (n < 0) {
                                            gate.pass();
                                        }
                                        got.add(n);
                                    },
                            with -> with.bounded(LANE));
            Asked asked = house.actor(Asked.class, () -> new Forwarding(sink));
            pool.submit(() -> LongStream.range(0, LANE).forEach(sink)).get();
            house.awaitQuiescence();
            pool.submit(() -> sink.accept(-1)).get();
            gate.awaitReached();
            pool.submit(() -> LongStream.range(LANE, 2 * LANE - 1).forEach(sink)).get();
            LongConsumer other = house.actor(LongConsumer.class, () -> _ -> {});
            LongStream.range(0, LANE)
                    .forEach(other); // the library guesses that this one calls, now
            Thread ran = pool.submit(() -> asked.forward(2 * LANE - 1, 2 * LANE + 1)).get();
            assertThat(ran).isInstanceOf(ForkJoinWorkerThread.class);
            gate.open();
        }
        assertThat(got).hasSize(2 * LANE + 3);
    }

    /** One thread, which clears its thread-locals between tasks, as those of the common pool do. */
    private static ForkJoinPool forgetful() {
        return new ForkJoinPool(
                1, all -> new ForkJoinWorkerThread(null, all, false) {}, null, false);
    }

    @Test
    void whatIsStreamedToAnActorThatHasBeenStoppedIsDeadLetters() {
        List<Object> dead = new ArrayList<>();
        try (var house =
                Roundhouse.open(
                        with -> with.onDeadLetter(call -> dead.add(call.arguments().get(0))))) {
            List<Long> got = new ArrayList<>();
            LongConsumer sink = house.actor(LongConsumer.class, () -> got::add);
            LongStream.range(0, CALLS).forEach(sink);
            house.awaitQuiescence();
            house.stop(sink);
            house.awaitQuiescence();
            LongStream.range(CALLS, CALLS + 10).forEach(sink);
            assertThat(got).hasSize(CALLS);
        }
        assertThat(dead)
                .containsExactlyElementsOf(LongStream.range(CALLS, CALLS + 10).boxed().toList());
    }

    @Test
    void whoStreamsToAHouseThatIsClosedIsTold() {
        Roundhouse house = Roundhouse.open();
        LongConsumer sink = house.actor(LongConsumer.class, () -> n -> {});
        LongStream.range(0, CALLS).forEach(sink);
        house.close();
        assertThatThrownBy(() -> sink.accept(CALLS)).isInstanceOf(HouseClosedException.class);
    }
}
