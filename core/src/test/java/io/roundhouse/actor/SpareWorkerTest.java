package io.roundhouse.actor;

import static io.roundhouse.actor.Threads.await;
import static io.roundhouse.actor.Threads.awaitWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that block do not freeze a house: where all workers hang in one, another one helps out. */
@Timeout(60)
final class SpareWorkerTest {
    private static final int MOST_SPARES = 32;

    interface Count {
        void down(long n);
    }

    interface Counter {
        int next();
    }

    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    private void block() {
        int now = inside.incrementAndGet();
        most.accumulateAndGet(now, Math::max);
        await(go);
        inside.decrementAndGet();
    }

    private Count blocking(Roundhouse house) {
        return house.actor(Count.class, () -> _ -> block());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void othersAreHandledWhileEveryWorkerHangsInACall(int workers) {
        try (var house = Roundhouse.open(with -> with.workers(workers))) {
            Count opens = house.actor(Count.class, () -> _ -> go.countDown());
            for (int i = 0; i < workers; i++) {
                blocking(house).down(0);
            }
            Until.isTrue(() -> inside.get() == workers);
            opens.down(0);
            await(go);
        }
        assertThat(inside).hasValue(0);
    }

    /** The call is in nobody's queue: it lies where its sender has written it. */
    @Test
    void aCallThatIsHandedOverBeforeItsSenderHangsIsHandled() {
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            Count opens = house.actor(Count.class, () -> _ -> go.countDown());
            Count sends =
                    house.actor(
                            Count.class,
                            () ->
                                    n -> {
                                        opens.down(n);
                                        block();
                                    });
            sends.down(0);
        }
        assertThat(go.getCount()).isZero();
    }

    /** Likewise for a worker that has waited for an answer, and so has lost its place. */
    @Test
    void whatIsSentAfterAnAnswerIsHandledWhileItsSenderHangs() {
        Gate gate = new Gate();
        AtomicReference<Thread> asker = new AtomicReference<>();
        try (var house = Roundhouse.open(with -> with.workers(2))) {
            Counter slow =
                    house.actor(
                            Counter.class,
                            () ->
                                    () -> {
                                        gate.pass();
                                        return 1;
                                    });
            Count opens = house.actor(Count.class, () -> _ -> go.countDown());
            Count asks =
                    house.actor(
                            Count.class,
                            () ->
                                    n -> {
                                        asker.set(Thread.currentThread());
                                        opens.down(n + slow.next());
                                        block();
                                    });
            Count holds = house.actor(Count.class, () -> _ -> slow.next());
            holds.down(0);
            gate.awaitReached();
            asks.down(0);
            Until.isTrue(() -> asker.get() != null);
            awaitWaiting(asker.get());
            gate.open();
        }
        assertThat(go.getCount()).isZero();
    }

    @Test
    void thereAreNotMoreOfThemThanTheirMost() {
        List<Thread> threads;
        AtomicLong handled = new AtomicLong();
        try (var house = Roundhouse.open(with -> with.workers(1))) {
            for (int i = 0; i < MOST_SPARES + 10; i++) {
                blocking(house).down(0);
            }
            Count other = house.actor(Count.class, () -> handled::addAndGet);
            other.down(1);
            Until.isTrue(() -> inside.get() == MOST_SPARES + 1);
            threads = Inspect.threads(other);
            go.countDown();
            house.awaitQuiescence();
            assertThat(handled).hasValue(1);
            assertThat(inside).hasValue(0);
        }
        assertThat(most).hasValue(MOST_SPARES + 1);
        assertThat(threads).hasSize(MOST_SPARES + 1).noneMatch(Thread::isAlive);
    }

    /** Which are at work for some more time, beside those who hung in calls. */
    @Test
    void quietIsQuietWhileTheyAreThere() {
        int actors = 20;
        long[] handled = new long[actors];
        try (var house = Roundhouse.open(with -> with.workers(2))) {
            List<Count> ring = new ArrayList<>();
            for (int i = 0; i < actors; i++) {
                int me = i;
                ring.add(
                        house.actor(
                                Count.class,
                                () ->
                                        n -> {
                                            handled[me]++;
                                            if (n > 0) {
                                                ring.get((me + 1) % actors).down(n - 1);
                                            }
                                        }));
            }
            for (int i = 0; i < 6; i++) {
                blocking(house).down(0);
            }
            Until.isTrue(() -> inside.get() == 6);
            go.countDown();
            for (int round = 1; round <= 100; round++) {
                for (int i = 0; i < 7; i++) {
                    ring.get(2 * i).down(999);
                }
                house.awaitQuiescence();
                long sum = 0;
                for (long each : handled) {
                    sum += each;
                }
                assertThat(sum).isEqualTo(7_000L * round);
            }
        }
    }

    @Test
    void oneWarningAHouseNamesWhoHangsWhere() {
        List<LogRecord> logged =
                Logged.during(() -> {
                    try (var house = Roundhouse.open(with -> with.workers(2))) {
                        for (int i = 0; i < 5; i++) {
                            int number = i;
                            house.actor(
                                            Count.class,
                                            () -> _ -> block(),
                                            with -> with.named("hung " + number))
                                    .down(0);
                        }
                        Until.isTrue(() -> inside.get() == 5);
                        go.countDown();
                    }
                });
        assertThat(logged.stream().filter(record -> record.getLevel() == Level.WARNING))
                .singleElement()
                .extracting(LogRecord::getMessage)
                .asString()
                .contains("hung ", "Threads.await", "virtual()");
    }

    /** Once is enough, and that is for an actor. */
    @Test
    void aWorkerThatHangsInNoActorIsNotToldOf() {
        CountDownLatch letter = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch helped = new CountDownLatch(1);
        List<LogRecord> logged =
                Logged.during(() -> {
                    try (var house =
                            Roundhouse.open(with ->
                                    with.workers(1)
                                            .onDeadLetter(_ -> {
                                                letter.countDown();
                                                await(told);
                                            }))) {
                        Count gone = house.actor(Count.class, () -> _ -> {});
                        house.actor(
                                        Count.class,
                                        () ->
                                                n -> {
                                                    gone.down(n);
                                                    house.stop(gone);
                                                })
                                .down(0);
                        await(letter);
                        house.actor(Count.class, () -> _ -> helped.countDown()).down(0);
                        await(helped); // by a spare worker
                        told.countDown();
                        for (int i = 0; i < 3; i++) {
                            house.actor(Count.class, () -> _ -> block(), with -> with.named("hung"))
                                    .down(0);
                        }
                        Until.isTrue(() -> inside.get() == 3);
                        go.countDown();
                    }
                });
        assertThat(logged)
                .singleElement()
                .extracting(LogRecord::getMessage)
                .asString()
                .contains("hung ");
    }

    @Test
    void itIsToldThatThereAreNoMoreOfThem() {
        List<LogRecord> logged =
                Logged.during(records -> {
                    try (var house = Roundhouse.open(with -> with.workers(1))) {
                        for (int i = 0; i < MOST_SPARES + 3; i++) {
                            blocking(house).down(0);
                        }
                        Until.isTrue(() -> isToldThatThereAreNoMore(records));
                        go.countDown();
                    }
                });
        assertThat(logged).filteredOn(each -> isToldThatThereAreNoMore(List.of(each))).hasSize(1);
        assertThat(most).hasValue(MOST_SPARES + 1);
    }

    private static boolean isToldThatThereAreNoMore(List<LogRecord> records) {
        return records.stream()
                .anyMatch(each -> each.getMessage().contains("32 spare ones, which is the most"));
    }

    interface Deep {
        int ask(int depth);
    }

    private static final Pattern REFUSED =
            Pattern.compile(
                    "actor n\\d+ cannot wait for n(\\d+): too many workers wait in calls already.*");

    /** Nor is what was refused handled later, if it had not begun: nobody waits for it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void asksThatNeedMoreWorkersThanMayWaitFailAndDoNotHang(int workers) {
        int most = 3;
        Deep[] chain = new Deep[200];
        AtomicIntegerArray handled = new AtomicIntegerArray(chain.length + 1);
        try (var house = Roundhouse.open(with -> with.workers(workers))) {
            for (int i = 0; i < chain.length; i++) {
                int next = i + 1;
                chain[i] =
                        house.actor(
                                Deep.class,
                                () ->
                                        depth -> {
                                            handled.incrementAndGet(next);
                                            return depth == 0 ? next : chain[next].ask(depth - 1);
                                        },
                                with -> with.named("n" + next));
            }
            Inspect.mostWaiting(chain[0], most);
            for (int i = 0; i < 20; i++) {
                int[] before = IntStream.range(0, handled.length()).map(handled::get).toArray();
                Throwable thrown = catchThrowable(() -> chain[0].ask(chain.length - 1));
                assertThat(thrown).isInstanceOf(IllegalStateException.class);
                Matcher refused = REFUSED.matcher(thrown.getMessage());
                assertThat(refused.matches()).as(thrown.getMessage()).isTrue();
                house.awaitQuiescence();
                int whom = Integer.parseInt(refused.group(1));
                if (workers == 1 // another one may have begun with it before, a spare one as well
                        && house.counters().spareWorkers() == 0) {
                    assertThat(handled.get(whom)).isEqualTo(before[whom]);
                }
                assertThat(chain[0].ask(30)).isEqualTo(31);
            }
        }
    }

    interface Doubles {
        CompletableFuture<Long> twice(long n);
    }

    interface Joins {
        void ask();

        void join();
    }

    /** One of the answers is there, so only the other one can say that the wait is not over. */
    @Test
    void whatComesOfSeveralAnswersIsNoMoreWaitedForThanOneAnswerIs() {
        List<String> said = new ArrayList<>();
        try (var house =
                Roundhouse.open(with ->
                        with.workers(1).onFailure((_, thrown) -> said.add(thrown.getMessage())))) {
            Doubles other =
                    house.actor(
                            Doubles.class,
                            () -> n -> CompletableFuture.completedFuture(2 * n),
                            with -> with.named("other"));
            Joins joins =
                    house.actor(
                            Joins.class, () -> new JoinsTwo(other), with -> with.named("joins"));
            Inspect.mostWaiting(other, 0);
            joins.ask();
            house.awaitQuiescence();
            joins.join();
            house.awaitQuiescence();
            assertThat(other.twice(2).join()).as("the house goes on").isEqualTo(4);
        }
        assertThat(said)
                .singleElement()
                .asString()
                .startsWith("actor joins cannot wait for other: too many workers wait in calls");
    }

    private static final class JoinsTwo implements Joins {
        private final Doubles other;
        private CompletableFuture<Long> first = CompletableFuture.completedFuture(0L);

        JoinsTwo(Doubles other) {
            this.other = other;
        }

        @Override
        public void ask() {
            first = other.twice(1);
        }

        @Override
        public void join() {
            first.thenCombine(other.twice(2), Long::sum).join();
        }
    }
}
