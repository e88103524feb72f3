package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.StubWaiter;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines with the wait strategies and the threads that users give them. */
@Timeout(60)
class WaitingTest {
    private static final int EVENTS = 5_000;

    private final List<Thread> threads = new ArrayList<>();

    private ThreadFactory noted(ThreadFactory factory) {
        return body -> {
            threads.add(factory.newThread(body));
            return threads.getLast();
        };
    }

    @Test
    void theThreadsOfAnIdleLineSleep() {
        ThreadFactory factory = noted(Thread.ofPlatform().daemon().factory());
        try (var line =
                Pipeline.of(Trade::new)
                        .threads(factory)
                        .stage("one", _ -> {})
                        .beside("two", _ -> {}, with -> with.workers(2))
                        .then("three", _ -> {})
                        .start()) {
            awaitAllAsleep();
            PipelineTest.publish(line, 0, 10);
            awaitDelivered(line, 10);
            awaitAllAsleep();
            line.publish(_ -> {}); // wakes them all the same
            awaitDelivered(line, 11);
        }
        assertThat(threads).hasSize(4).noneMatch(Thread::isAlive);
    }

    private void awaitAllAsleep() {
        for (Thread each : threads) {
            Until.isAsleep(each);
        }
    }

    private static void awaitDelivered(Pipeline<Trade> line, long events) {
        Until.isTrue(() -> line.counters().delivered() >= events);
    }

    /** Three run stages and one publishes; a publisher whose lane is not the first is one more. */
    @Test
    void strategiesAreToldAmongHowManyThreads() {
        List<Integer> ofLine = new ArrayList<>();
        List<Integer> ofStage = new ArrayList<>();

        Pipeline.of(Trade::new)
                .waiting(telling(ofLine))
                .publishers(2)
                .stage("one", _ -> {})
                .then("two", _ -> {}, with -> with.workers(2).waiting(telling(ofStage)))
                .start()
                .close();

        assertThat(ofLine).containsExactly(4, 5, 6, 4);
        assertThat(ofStage).containsExactly(4, 4);
    }

    @Test
    void strategiesAreNotToldWhereStagesAreVirtualThreads() {
        List<Integer> told = new ArrayList<>();

        Pipeline.of(Trade::new)
                .waiting(telling(told))
                .threads(Thread.ofVirtual().name("stage").factory())
                .stage("one", _ -> {})
                .start()
                .close();

        assertThat(told).isEmpty();
    }

    /** Adaptive; notes among how many threads it is told that its waiters are. */
    private static WaitStrategy telling(List<Integer> threads) {
        return new WaitStrategy() {
            @Override
            public Waiter newWaiter() {
                return WaitStrategy.adaptive().newWaiter();
            }

            @Override
            public Waiter newWaiter(int among) {
                threads.add(among);
                return newWaiter();
            }
        };
    }

    @Test
    void stagesWaitAsTheirLineOrTheyThemselvesSay() {
        List<Long> seen = new ArrayList<>();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .waiting(WaitStrategy.parking())
                        .stage("one", _ -> {})
                        .then("two", _ -> {}, with -> with.waiting(WaitStrategy.busySpin()))
                        .beside("three", _ -> {}, with -> with.waiting(WaitStrategy.yielding()))
                        .then("four", trade -> seen.add(trade.number))
                        .start();
        try (line) {
            PipelineTest.publish(line, 0, EVENTS);
        }

        List<StageCounters> stages = line.stages();
        assertThat(stages.get(0).parks()).isPositive();
        assertThat(stages.get(1).parks() + stages.get(2).parks()).isZero();
        assertThat(seen).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
    }

    @Test
    void stagesMayHaveVirtualThreads() {
        List<Long> seen = new ArrayList<>();
        ThreadFactory factory = noted(Thread.ofVirtual().factory());
        try (var line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .threads(factory)
                        .stage("one", _ -> {}, with -> with.workers(2))
                        .beside("two", _ -> {})
                        .then("three", trade -> seen.add(trade.number))
                        .start()) {
            PipelineTest.publish(line, 0, EVENTS);
        }

        assertThat(seen).isEqualTo(LongStream.range(0, EVENTS).boxed().toList());
        assertThat(threads).hasSize(4).allMatch(Thread::isVirtual).noneMatch(Thread::isAlive);
    }

    /** The waits of workers that share a stage claim events. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void aWaiterMayAskAgainWhetherAWaitIsOver(int workers) {
        LongAdder handled = new LongAdder();
        Pipeline<Trade> line =
                Pipeline.of(Trade::new)
                        .capacity(64)
                        .waiting(AsksTwice::new)
                        .stage("count", _ -> handled.increment(), with -> with.workers(workers))
                        .start();
        for (long events = 8; events <= 160; events += 8) {
            assertThat(line.publishBatch((_, room) -> Math.min(room, 8))).isEqualTo(8);
            awaitDelivered(line, events);
        }
        line.close();
        assertThat(handled.sum()).isEqualTo(160);
    }

    /** Looks on, and once more in the end, as a loop with a time does. */
    private static final class AsksTwice extends StubWaiter {
        @Override
        public boolean await(Wait wait, long nanos) {
            long deadline = Sleep.deadline(nanos);
            while (!wait.met() && !Sleep.isOver(deadline)) {
                Thread.yield();
            }
            return wait.met();
        }

        @Override
        public boolean pause(Wait wait) {
            return wait.met() && wait.met();
        }
    }
}
