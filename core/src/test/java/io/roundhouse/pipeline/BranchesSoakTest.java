package io.roundhouse.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.roundhouse.Until;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Three stages side by side that drop events and join, branches that do not, code of the user that
 * throws wherever it can, and every end. For each event what the stages have noted themselves must
 * be what was due, and say whether it is returned.
 *
 * <pre>
 *   ═▶ even ══╦══════════▶ ledger
 *   ═▶ work ══╬═▶ count ═▶ last
 *   ═▶ parts ═╝
 *   ═▶ audit
 * </pre>
 */
@Timeout(120)
class BranchesSoakTest {
    private static final int PUBLISHERS = 3;
    private static final int EVENTS = 4_000;
    private static final int FATAL_FROM = 1_000;

    /** Who ends the line. */
    private enum End {
        CLOSE,
        CLOSE_NOW,
        HANDLER,
        BEGIN_BATCH,
        END_BATCH,
        KEY,
        COPIER,
        SIDING
    }

    private End end = End.CLOSE;
    private long fatal = -1;

    private final AtomicLong acceptedSoFar = new AtomicLong();
    private final Notes accepted = new Notes();
    private final Notes filtered = new Notes();
    private final Notes kept = new Notes();
    private final Notes work = new Notes();
    private final Notes workSiding = new Notes();
    private final Notes parts = new Notes();
    private final Notes partsSiding = new Notes();
    private final Notes last = new Notes();
    private final Notes ledger = new Notes();
    private final Notes audit = new Notes();
    private final Notes auditSiding = new Notes();

    /** How often each event was somewhere. */
    private static final class Notes {
        private final AtomicIntegerArray times = new AtomicIntegerArray(PUBLISHERS * EVENTS);

        void add(Trade trade) {
            if (times.incrementAndGet(id(trade)) != 1) {
                throw new AssertionError("twice: " + id(trade));
            }
        }

        void add(FailedEvent<Trade> failed) {
            add(failed.event());
        }

        boolean has(int id) {
            return times.get(id) > 0;
        }
    }

    private static int id(Trade trade) {
        return trade.publisher * EVENTS + (int) trade.number;
    }

    // ---- what is due: by the event alone

    private static boolean oneOf(int most, int salt, int id) {
        long mixed = (id * 31L + salt) * 0x9E3779B97F4A7C15L;
        return ((mixed ^ (mixed >>> 32)) & Long.MAX_VALUE) % most == 0;
    }

    private static boolean isOdd(int id) {
        return oneOf(7, 1, id);
    }

    private static boolean failsAtWork(int id) {
        return oneOf(5, 2, id);
    }

    private static boolean hasNoKey(int id) {
        return oneOf(11, 3, id);
    }

    private static boolean failsAtAudit(int id) {
        return oneOf(13, 4, id);
    }

    private static boolean cannotBeFilled(int id) {
        return oneOf(17, 5, id);
    }

    private static boolean goesToLast(int id) {
        return !isOdd(id) && !failsAtWork(id) && !hasNoKey(id);
    }

    /** An event of the second publisher with which the line ends. */
    private static int fatalOf(IntPredicate due) {
        int id = EVENTS + FATAL_FROM;
        while (cannotBeFilled(id) || isOdd(id) || hasNoKey(id) || !due.test(id)) {
            id++;
        }
        return id;
    }

    // ---- the line

    private PipelineBuilder<Trade> builder(int capacity, boolean goesRound) {
        PipelineBuilder<Trade> builder = Pipeline.of(Trade::new).capacity(capacity).publishers(2);
        if (goesRound) {
            builder.goingRound();
            builder.processors = 1;
        }
        return builder;
    }

    private Pipeline<Trade> start(PipelineBuilder<Trade> builder) {
        return builder.stage("even", Handler.keeping(this::keepEven))
                .beside(
                        "work",
                        this::work,
                        with -> with.workers(3).retry(1).skipTo(this::copy, this::workSiding))
                .beside(
                        "parts",
                        parts::add,
                        with ->
                                with.workers(2)
                                        .partitionedBy(this::key)
                                        .skipTo(Trade::new, partsSiding::add))
                .beside(
                        "audit",
                        this::auditOrThrow,
                        with ->
                                with.workers(2)
                                        .partitionedBy(trade -> (int) trade.number)
                                        .skipTo(Trade::new, auditSiding::add))
                .then("count", new Counting(), with -> with.after("even", "work", "parts"))
                .then("last", last::add)
                .beside("ledger", new Ledger(), with -> with.after("even"))
                .start();
    }

    private boolean keepEven(Trade trade) {
        if (isOdd(id(trade))) {
            filtered.add(trade);
            return false;
        }
        kept.add(trade);
        return true;
    }

    private void work(Trade trade) throws IOException {
        if (end == End.HANDLER && id(trade) == fatal) {
            throw new AssertionError("fatal");
        }
        if (failsAtWork(id(trade))) {
            throw new IOException("now and then");
        }
        work.add(trade);
    }

    private Trade copy(Trade trade) {
        if (end == End.COPIER && id(trade) == fatal) {
            throw new IllegalStateException("fatal");
        }
        return new Trade(trade);
    }

    private void workSiding(FailedEvent<Trade> failed) {
        if (end == End.SIDING && id(failed.event()) == fatal) {
            throw new IllegalStateException("fatal");
        }
        workSiding.add(failed);
    }

    private int key(Trade trade) {
        if (end == End.KEY && id(trade) == fatal) {
            throw new AssertionError("fatal");
        }
        if (hasNoKey(id(trade))) {
            throw new IllegalStateException("no key");
        }
        return (int) trade.number;
    }

    private void auditOrThrow(Trade trade) throws IOException {
        if (failsAtAudit(id(trade))) {
            throw new IOException("now and then");
        }
        audit.add(trade);
    }

    /** Throws at the ends of a batch, once it has seen some. */
    private final class Counting implements Handler<Trade> {
        private int seen;

        @Override
        public void beginBatch(long sequence, int events, long backlog) {
            throwAt(End.BEGIN_BATCH);
        }

        @Override
        public void handle(Trade trade) {
            seen++;
        }

        @Override
        public void endBatch() {
            throwAt(End.END_BATCH);
        }

        private void throwAt(End place) {
            if (end == place && seen >= FATAL_FROM) {
                throw new IllegalStateException("fatal");
            }
        }
    }

    /** Also wants the events of each publisher in order. */
    private final class Ledger implements Handler<Trade> {
        private final long[] newest = {-1, -1, -1};

        @Override
        public void handle(Trade trade) {
            if (trade.number <= newest[trade.publisher]) {
                throw new AssertionError("out of order");
            }
            newest[trade.publisher] = trade.number;
            ledger.add(trade);
        }
    }

    // ---- publishers

    /** One by one, or many at once; some cannot be filled, and are not published. */
    private void publishAll(Pipeline<Trade> line) throws Exception {
        PipelineTest.inThreads(
                PUBLISHERS,
                me -> {
                    try {
                        for (int number = 0; number < EVENTS; ) {
                            number =
                                    number % 64 < 32
                                            ? publishOne(line, me, number)
                                            : publishSome(line, me, number);
                        }
                    } catch (PipelineClosedException over) {
                        return;
                    }
                });
    }

    private int publishOne(Pipeline<Trade> line, int me, int number) {
        try {
            line.publish(trade -> fill(trade, me, number));
            accept(me, number);
        } catch (IllegalArgumentException notFilled) {
            return number + 1;
        }
        return number + 1;
    }

    private int publishSome(Pipeline<Trade> line, int me, int number) {
        try {
            int filled =
                    line.publishBatch((batch, room) -> {
                        int most = Math.min(room, Math.min(5, EVENTS - number));
                        for (int i = 0; i < most; i++) {
                            fill(batch.get(i), me, number + i);
                        }
                        return most;
                    });
            for (int i = 0; i < filled; i++) {
                accept(me, number + i);
            }
            return number + filled;
        } catch (IllegalArgumentException notFilled) {
            return publishOne(line, me, number);
        }
    }

    private static void fill(Trade trade, int me, int number) {
        trade.publisher = me;
        trade.number = number;
        if (cannotBeFilled(id(trade))) {
            throw new IllegalArgumentException("cannot be filled");
        }
    }

    private void accept(int me, int number) {
        Trade trade = new Trade();
        trade.publisher = me;
        trade.number = number;
        accepted.add(trade);
        acceptedSoFar.incrementAndGet();
    }

    // ---- what has become of the events

    static Stream<Arguments> lines() {
        return Stream.of(End.values())
                .flatMap(end -> Stream.of(2, 64, 1024).map(capacity -> arguments(end, capacity)));
    }

    @ParameterizedTest
    @MethodSource("lines")
    void eachEventIsWhereItShouldBe(End how, int capacity) throws Exception {
        end = how;
        fatal = fatalOf(id -> failsAtWork(id) == (how == End.COPIER || how == End.SIDING));
        Pipeline<Trade> line = start(builder(capacity, false));
        runToTheEnd(line);
        check(line.closeNow(), line.counters());
    }

    @ParameterizedTest
    @EnumSource
    void eachEventIsWhereItShouldBeWhereThreadsGoRound(End how) throws Exception {
        end = how;
        fatal = fatalOf(id -> failsAtWork(id) == (how == End.COPIER || how == End.SIDING));
        Pipeline<Trade> line = start(builder(64, true));
        runToTheEnd(line);
        check(line.closeNow(), line.counters());
    }

    private void runToTheEnd(Pipeline<Trade> line) throws Exception {
        if (end == End.CLOSE_NOW) {
            Thread stopper =
                    Thread.ofPlatform()
                            .start(() -> {
                                Until.isTrue(() -> acceptedSoFar.get() >= FATAL_FROM);
                                line.closeNow();
                            });
            publishAll(line);
            stopper.join();
            return;
        }
        publishAll(line);
        if (end == End.CLOSE) {
            line.close();
        } else {
            assertThatThrownBy(line::close).rootCause().hasMessage("fatal");
        }
    }

    private void check(List<Trade> returned, LineCounters counters) {
        Notes left = new Notes();
        returned.forEach(left::add);
        LineCounters due = new LineCounters(0, 0, 0, 0, 0);
        for (int id = 0; id < PUBLISHERS * EVENTS; id++) {
            if (accepted.has(id)) {
                checkStages(id);
                assertThat(left.has(id)).as("%d is returned", id).isEqualTo(!isDone(id));
                due = plus(due, id);
            } else {
                assertThat(left.has(id)).isFalse();
            }
        }
        assertThat(counters).isEqualTo(due);
        if (end == End.CLOSE) {
            assertThat(returned).isEmpty();
        }
        assertInOrder(returned);
    }

    /** Who handles it and who drops it does so rightly, and by the end of the line all have. */
    private void checkStages(int id) {
        checkStage(id, workSiding, work, failsAtWork(id));
        checkStage(id, partsSiding, parts, hasNoKey(id));
        checkStage(id, auditSiding, audit, failsAtAudit(id));
        checkStage(id, filtered, kept, isOdd(id));
        checkStage(id, filtered, ledger, isOdd(id));
        assertThat(last.has(id) && !goesToLast(id)).isFalse();
        if (end == End.CLOSE) {
            assertThat(last.has(id)).isEqualTo(goesToLast(id));
        }
    }

    private void checkStage(int id, Notes dropped, Notes handled, boolean drops) {
        assertThat((drops ? handled : dropped).has(id)).as("%d", id).isFalse();
        if (end == End.CLOSE) {
            assertThat((drops ? dropped : handled).has(id)).as("%d", id).isTrue();
        }
    }

    private boolean isDone(int id) {
        return (filtered.has(id) || ledger.has(id))
                && (audit.has(id) || auditSiding.has(id))
                && isJoined(id)
                && (isOffBeforeLast(id) || last.has(id));
    }

    /** Whether all stages have been done with it that join, whoever of them dropped it. */
    private boolean isJoined(int id) {
        return (filtered.has(id) || kept.has(id))
                && (work.has(id) || workSiding.has(id))
                && (parts.has(id) || partsSiding.has(id));
    }

    private boolean isOffBeforeLast(int id) {
        return filtered.has(id) || workSiding.has(id) || partsSiding.has(id);
    }

    private LineCounters plus(LineCounters sum, int id) {
        boolean done = isDone(id);
        boolean failed = workSiding.has(id) || partsSiding.has(id) || auditSiding.has(id);
        boolean off = failed || filtered.has(id);
        return new LineCounters(
                sum.published() + 1,
                sum.delivered() + (done && !off ? 1 : 0),
                sum.filtered() + (done && off && !failed ? 1 : 0),
                sum.failed() + (done && failed ? 1 : 0),
                sum.undelivered() + (done ? 0 : 1));
    }

    private static void assertInOrder(List<Trade> returned) {
        long[] newest = {-1, -1, -1};
        for (Trade each : returned) {
            assertThat(each.number).isGreaterThan(newest[each.publisher]);
            newest[each.publisher] = each.number;
        }
    }
}
