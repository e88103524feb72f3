package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.waiting.WaitStrategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stages see: every event, in order, after the stages that they follow. */
@Timeout(60)
class PipelineTest {
    private static final int EVENTS = 20_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 1024})
    void aStageSeesEveryEventInOrder(int capacity) {
        List<Long> seen = new ArrayList<>();

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(capacity)
                        .stage("see", trade -> seen.add(trade.number))
                        .start()) {
            publish(line, 0, EVENTS);
        }

        assertThat(seen).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 1024})
    void aStageBehindSeesWhatTheStagesBeforeHaveWritten(int capacity) {
        List<Long> wrong = new ArrayList<>();

        Pipeline<Fields> line =
                Pipeline.of(Fields::new)
                        .capacity(capacity)
                        .stage("a", event -> event.a = event.number + 1)
                        .beside("b", event -> event.b = event.number + 2)
                        .then("c", event -> event.c = event.a + event.b)
                        .then(
                                "check",
                                event -> {
                                    if (event.c != 2 * event.number + 3) {
                                        wrong.add(event.number);
                                    }
                                })
                        .start();
        try (line) {
            for (int i = 0; i < EVENTS; i++) {
                long number = i;
                line.publish(event -> event.fill(number));
            }
        }
        assertThat(line.counters()).isEqualTo(new LineCounters(EVENTS, EVENTS, 0, 0, 0));

        assertThat(wrong).isEmpty();
    }

    private static final class Fields {
        private long number;
        private long a;
        private long b;
        private long c;

        private void fill(long next) {
            number = next;
            a = -1;
            b = -1;
            c = -1;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"adaptive", "yielding", "back-off", "parking"})
    void allWaysToWaitWork(String name) {
        WaitStrategy waiting =
                switch (name) {
                    case "yielding" -> WaitStrategy.yielding();
                    case "back-off" -> WaitStrategy.backOff();
                    case "parking" -> WaitStrategy.parking();
                    default -> WaitStrategy.adaptive();
                };
        long[] sum = {0};

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .waiting(waiting)
                        .stage("first", trade -> trade.seen = trade.number)
                        .then("sum", trade -> sum[0] += trade.seen)
                        .start()) {
            publish(line, 0, EVENTS);
        }

        assertThat(sum[0]).isEqualTo((EVENTS - 1L) * EVENTS / 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void everyPublishersEventsStayInOrderAndAllStagesSeeTheSameOrder(int ownLanes)
            throws Exception {
        int publishers = 4;
        List<String> first = new ArrayList<>();
        List<String> beside = new ArrayList<>();
        List<String> behind = new ArrayList<>();

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .publishers(ownLanes)
                        .stage("first", trade -> first.add(word(trade)))
                        .beside("beside", trade -> beside.add(word(trade)))
                        .then("behind", trade -> behind.add(word(trade)))
                        .start()) {
            inThreads(publishers, me -> publish(line, me, EVENTS / publishers));
        }

        assertThat(first).hasSize(EVENTS).isEqualTo(beside).isEqualTo(behind);
        for (int me = 0; me < publishers; me++) {
            String prefix = me + ":";
            assertThat(first.stream().filter(each -> each.startsWith(prefix)))
                    .isEqualTo(expected(prefix, EVENTS / publishers));
        }
    }

    @Test
    void threadsThatComeAndGoKeepTheirOrderAndTakeThePlacesOfThoseThatHaveEnded() throws Exception {
        List<String> seen = new ArrayList<>();
        int threads = 60;

        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(4)
                        .publishers(2)
                        .stage("see", trade -> seen.add(word(trade)))
                        .start();
        try (line) {
            for (int i = 0; i < threads; i += 3) {
                int base = i;
                inThreads(3, me -> publish(line, base + me, 50));
            }
        }

        assertThat(seen).hasSize(threads * 50);
        for (int me = 0; me < threads; me++) {
            String prefix = me + ":";
            assertThat(seen.stream().filter(each -> each.startsWith(prefix)))
                    .isEqualTo(expected(prefix, 50));
        }
    }

    private static List<String> expected(String prefix, int count) {
        return LongStream.range(0, count).mapToObj(each -> prefix + each).toList();
    }

    private static String word(Trade trade) {
        return trade.publisher + ":" + trade.number;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 256})
    void workersShareTheEventsEachOnce(int capacity) throws Exception {
        AtomicIntegerArray times = new AtomicIntegerArray(EVENTS);
        long[] order = {0};
        List<Long> outOfOrder = new ArrayList<>();

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(capacity)
                        .stage(
                                "work",
                                trade -> trade.seen = 1 + times.getAndIncrement((int) trade.number),
                                with -> with.workers(3))
                        .then(
                                "order",
                                trade -> {
                                    if (trade.number != order[0]++ || trade.seen != 1) {
                                        outOfOrder.add(trade.number);
                                    }
                                })
                        .start()) {
            for (int i = 0; i < EVENTS; i++) {
                long number = i;
                line.publish(trade -> {
                    trade.number = number;
                    trade.seen = 0;
                });
            }
        }

        for (int i = 0; i < EVENTS; i++) {
            assertThat(times.get(i)).isOne();
        }
        assertThat(outOfOrder).isEmpty();
        assertThat(order[0]).isEqualTo(EVENTS);
    }

    @Test
    void workersOfAMiddleStageShareEventsOfSeveralPublishers() throws Exception {
        AtomicLong sum = new AtomicLong();
        long[] last = {0};
        int publishers = 3;

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(16)
                        .stage("first", trade -> trade.seen = 1)
                        .then("work", trade -> sum.addAndGet(trade.seen++), with -> with.workers(3))
                        .then("last", trade -> last[0] += trade.seen)
                        .start()) {
            inThreads(publishers, me -> publish(line, me, EVENTS / publishers));
        }

        assertThat(sum.get()).isEqualTo(EVENTS / publishers * publishers);
        assertThat(last[0]).isEqualTo(2 * sum.get());
    }

    @Test
    void eventsOfOneKeyStayInOrderWithOneWorker() {
        int keys = 17;
        List<List<Long>> byKey = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            byKey.add(new ArrayList<>());
        }
        ConcurrentLinkedQueue<Integer> workersOfKeyThree = new ConcurrentLinkedQueue<>();

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .stage(
                                "book",
                                Handler.perWorker(worker ->
                                        trade -> {
                                            int key = (int) (trade.number % keys);
                                            byKey.get(key).add(trade.number);
                                            if (key == 3) {
                                                workersOfKeyThree.add(worker);
                                            }
                                        }),
                                with ->
                                        with.workers(3)
                                                .partitionedBy(
                                                        trade -> (int) (trade.number % keys)))
                        .start()) {
            publish(line, 0, EVENTS);
        }

        for (int i = 0; i < keys; i++) {
            assertThat(byKey.get(i)).isSorted().hasSizeBetween(EVENTS / keys, EVENTS / keys + 1);
        }
        assertThat(workersOfKeyThree.stream().distinct()).hasSize(1);
    }

    @Test
    void whatAFilterDoesNotKeepIsNotSeenBehindItButBesideIt() {
        List<Long> beside = new ArrayList<>();
        List<Long> behind = new ArrayList<>();
        List<Long> apart = new ArrayList<>();

        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .stage("even", Handler.keeping(trade -> trade.number % 2 == 0))
                        .beside("beside", trade -> beside.add(trade.number))
                        .then("behind", trade -> behind.add(trade.number))
                        .beside(
                                "apart",
                                trade -> apart.add(trade.number),
                                with -> with.after("beside"))
                        .start();
        try (line) {
            publish(line, 0, 100);
        }

        assertThat(beside).hasSize(100);
        assertThat(apart).isEqualTo(beside);
        assertThat(behind)
                .isEqualTo(LongStream.range(0, 50).map(each -> 2 * each).boxed().toList());
        assertThat(line.counters()).isEqualTo(new LineCounters(100, 50, 50, 0, 0));
    }

    @Test
    void aBatchBeginsWithItsSizeAndEndsBeforeTheStageBehindSeesIt() {
        List<String> wrong = new ArrayList<>();
        long[] flushed = {0};
        Handler<Trade> journal =
                new Handler<>() {
                    private int left;
                    private long newest;

                    @Override
                    public void beginBatch(long sequence, int events, long backlog) {
                        left = events;
                    }

                    @Override
                    public void handle(Trade trade) {
                        left--;
                        newest = trade.number;
                    }

                    @Override
                    public void endBatch() {
                        if (left != 0) {
                            wrong.add("left " + left);
                        }
                        flushed[0] = newest;
                    }
                };

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(128)
                        .stage("journal", journal)
                        .then(
                                "behind",
                                trade -> {
                                    if (flushed[0] < trade.number) {
                                        wrong.add("not flushed " + trade.number);
                                    }
                                })
                        .start()) {
            publish(line, 0, EVENTS);
        }

        assertThat(wrong).isEmpty();
        assertThat(flushed[0]).isEqualTo(EVENTS - 1);
    }

    @Test
    void manyArePublishedAtOnce() {
        List<Long> seen = new ArrayList<>();
        long[] next = {0};

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(16)
                        .stage("see", trade -> seen.add(trade.number))
                        .start()) {
            while (next[0] < 1_000) {
                line.publishBatch((batch, room) -> {
                    for (int i = 0; i < room; i++) {
                        batch.get(i).number = next[0]++;
                    }
                    return room;
                });
            }
            assertThatThrownBy(() -> line.publishBatch((_, room) -> room + 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }

        assertThat(seen).isEqualTo(LongStream.range(0, next[0]).boxed().toList());
    }

    @Test
    void clearedEventsKeepNoReferences() {
        Trade[] made = new Trade[8];
        int[] count = {0};
        long[] seen = {0};

        try (var line =
                Pipeline.of(() -> made[count[0]++] = new Trade())
                        .capacity(8)
                        .clearing(trade -> trade.reference = "")
                        .stage("one", trade -> seen[0] += trade.reference.equals("") ? 0 : 1)
                        .beside("two", _ -> {})
                        .start()) {
            for (int i = 0; i < 1_003; i++) {
                line.publish(trade -> trade.reference = new Object());
            }
        }

        assertThat(seen[0]).isEqualTo(1_003);
        assertThat(Arrays.stream(made).map(each -> each.reference)).containsOnly("");
    }

    @Test
    void anEventWhoseFillerThrewIsNotClearedButFilledNext() {
        List<Object> cleared = new ArrayList<>();
        List<Trade> filled = new ArrayList<>();

        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(8)
                        .clearing(trade -> cleared.add(trade.reference))
                        .stage("one", _ -> {})
                        .start()) {
            assertThatThrownBy(() ->
                            line.publish(trade -> {
                                filled.add(trade);
                                trade.reference = "left";
                                throw new IllegalStateException("planned");
                            }))
                    .hasMessage("planned");
            line.publish(trade -> {
                filled.add(trade);
                trade.reference = "published";
            });
        }

        assertThat(filled.get(1)).isSameAs(filled.get(0));
        assertThat(cleared).containsExactly("published");
    }

    static void publish(Pipeline<Trade> line, int me, int events) {
        for (int i = 0; i < events; i++) {
            long number = i;
            line.publish(trade -> {
                trade.publisher = me;
                trade.number = number;
            });
        }
    }

    /** What one thread does. */
    interface Work {
        void of(int thread) throws Exception;
    }

    static void inThreads(int number, Work work) throws Exception {
        ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            int me = i;
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .start(() -> {
                                try {
                                    work.of(me);
                                } catch (Throwable e) {
                                    thrown.add(e);
                                }
                            }));
        }
        for (Thread each : threads) {
            each.join();
        }
        assertThat(thrown).isEmpty();
    }
}
