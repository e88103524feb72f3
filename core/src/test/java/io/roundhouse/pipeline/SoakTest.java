package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Until;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Many events, handlers that throw now and then, stages of every kind, several publishers, and
 * every end: what stages and sidings have counted themselves is what the line says.
 */
@Timeout(120)
class SoakTest {
    private static final int PUBLISHERS = 3;

    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong kept = new AtomicLong();
    private final AtomicLong siding = new AtomicLong();
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final Set<String> atSiding = ConcurrentHashMap.newKeySet();

    private Pipeline<Trade> line(int capacity, int seed, long fatal) {
        return Pipeline.of(Trade::new)
                .capacity(capacity)
                .publishers(2)
                .stage("filter", Handler.keeping(trade -> dice(trade, seed) % 7 != 0))
                .then(
                        "work",
                        trade -> work(trade, seed, fatal),
                        with -> with.workers(3).retry(1).skipTo(Trade::new, this::toSiding))
                .beside(
                        "parts",
                        _ -> {},
                        with -> with.workers(2).partitionedBy(trade -> trade.publisher))
                .then("count", _ -> kept.incrementAndGet())
                .then(
                        "last",
                        trade -> {
                            if (!seen.add(trade.name())) {
                                throw new IllegalStateException("twice: " + trade.number);
                            }
                            delivered.incrementAndGet();
                        })
                .start();
    }

    private void toSiding(FailedEvent<Trade> failed) {
        siding.incrementAndGet();
        atSiding.add(failed.event().name());
    }

    private static void work(Trade trade, int seed, long fatal) throws IOException {
        if (trade.number == fatal && trade.publisher == 1) {
            throw new AssertionError("fatal");
        }
        if (dice(trade, seed) % 5 == 0) {
            throw new IOException("now and then");
        }
    }

    private static long dice(Trade trade, int seed) {
        long mixed = (trade.number * 31 + trade.publisher + seed) * 0x9E3779B97F4A7C15L;
        return (mixed ^ (mixed >>> 32)) & Long.MAX_VALUE;
    }

    private void publishAll(Pipeline<Trade> line, int events) throws Exception {
        PipelineTest.inThreads(
                PUBLISHERS,
                me -> {
                    try {
                        for (int i = 0; i < events; i++) {
                            long number = i;
                            line.publish(trade -> {
                                trade.publisher = me;
                                trade.number = number;
                            });
                            accepted.incrementAndGet();
                        }
                    } catch (PipelineClosedException end) {
                        return;
                    }
                });
    }

    private void assertBalance(LineCounters counters) {
        assertThat(counters.published()).isEqualTo(accepted.get());
        assertThat(counters.failed()).isEqualTo(siding.get());
        assertThat(counters.delivered()).isEqualTo(delivered.get());
        assertThat(counters.published())
                .isEqualTo(
                        counters.delivered()
                                + counters.filtered()
                                + counters.failed()
                                + counters.undelivered());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 1024})
    void everythingIsAccountedForWhenALineIsClosed(int capacity) throws Exception {
        Pipeline<Trade> line = line(capacity, capacity, -1);
        publishAll(line, capacity == 1 ? 500 : 10_000);
        line.close();

        assertBalance(line.counters());
        assertThat(line.counters().undelivered()).isZero();
        assertThat(siding.get()).isPositive();
        assertThat(kept.get()).isEqualTo(delivered.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16, 1024})
    void everythingIsAccountedForWhenALineIsStopped(int capacity) throws Exception {
        for (int round = 0; round < 3; round++) {
            reset();
            Pipeline<Trade> line = line(capacity, round, -1);
            Thread stopper =
                    Thread.ofPlatform()
                            .start(() -> {
                                Until.isTrue(() -> accepted.get() >= 3_000);
                                line.closeNow();
                            });
            publishAll(line, 100_000);
            stopper.join();

            siding.addAndGet(-beenAtTheSiding(line.closeNow()));
            assertBalance(line.counters());
            assertThat(line.closeNow()).hasSize((int) line.counters().undelivered());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16, 1024})
    void everythingIsAccountedForWhenALineFails(int capacity) throws Exception {
        for (int round = 0; round < 3; round++) {
            reset();
            if (dice(fatal(), round) % 7 == 0) {
                continue; // filtered before it can be fatal
            }
            Pipeline<Trade> line = line(capacity, round, 1_001);
            publishAll(line, 3_000);

            assertThatThrownBy(line::close).hasCauseInstanceOf(AssertionError.class);
            siding.addAndGet(-beenAtTheSiding(line.closeNow()));
            assertBalance(line.counters());
        }
    }

    /** How many of those that are left: a stage beside it has not seen them. */
    private long beenAtTheSiding(List<Trade> left) {
        return left.stream().filter(each -> atSiding.contains(each.name())).count();
    }

    private static Trade fatal() {
        Trade trade = new Trade();
        trade.publisher = 1;
        trade.number = 1_001;
        return trade;
    }

    private void reset() {
        accepted.set(0);
        delivered.set(0);
        kept.set(0);
        siding.set(0);
        seen.clear();
        atSiding.clear();
    }
}
