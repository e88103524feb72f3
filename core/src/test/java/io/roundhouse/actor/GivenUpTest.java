package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import io.roundhouse.channel.Channel;
import io.roundhouse.channel.Select;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A house is closed while a call does not return: nobody waits for an answer for ever. */
@Timeout(60)
class GivenUpTest {
    interface Stuck {
        void hold();

        int hang();

        void hangAlone();

        void nothing();

        CompletableFuture<Integer> owed();

        int ask();

        CompletableFuture<Integer> later();
    }

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger handled = new AtomicInteger();

    private class Hanging implements Stuck {
        @Override
        public void hold() {
            held.countDown();
            deaf(goOn);
        }

        @Override
        public int hang() {
            hangs.countDown();
            deaf(end);
            return 1;
        }

        @Override
        public void hangAlone() {
            hang();
        }

        @Override
        public void nothing() {}

        @Override
        public CompletableFuture<Integer> owed() {
            return ActorContext.current().answer();
        }

        @Override
        public int ask() {
            return handled.incrementAndGet();
        }

        @Override
        public CompletableFuture<Integer> later() {
            return CompletableFuture.completedFuture(handled.incrementAndGet());
        }
    }

    private static void deaf(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // it does not return
            }
        }
    }

    @AfterEach
    void letThemGo() {
        goOn.countDown();
        end.countDown();
    }

    private static FutureTask<Integer> onAThread(Callable<Integer> call) {
        FutureTask<Integer> task = new FutureTask<>(call);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    @ParameterizedTest
    @EnumSource(names = {"ONE_WORKER", "TWO_WORKERS", "PINNED", "VIRTUAL", "EXECUTOR"})
    void whoWaitsForAnAnswerIsTold(Dispatcher dispatcher) throws Exception {
        Roundhouse house = dispatcher.open();
        Stuck actor = dispatcher.actor(house, Stuck.class, Hanging::new);
        CompletableFuture<Integer> owed = actor.owed();
        house.awaitQuiescence(Duration.ofSeconds(30));
        actor.hold();
        held.await();
        FutureTask<Integer> itself = onAThread(actor::hang);
        Until.isTrue(() -> hangs.getCount() == 0 || isWaiting(itself));
        goOn.countDown();
        hangs.await();
        CompletableFuture<Integer> later = actor.later();
        FutureTask<Integer> behind = onAThread(actor::ask);

        List<LogRecord> logged = Logged.during(() -> house.close(Duration.ofMillis(1)));

        isTold(owed, "owed");
        isTold(later, "later");
        assertThatThrownBy(() -> itself.get(30, TimeUnit.SECONDS))
                .rootCause()
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("hang");
        assertThatThrownBy(() -> behind.get(30, TimeUnit.SECONDS))
                .rootCause()
                .isInstanceOfAny(ActorStoppedException.class, HouseClosedException.class);
        assertThat(logged)
                .anyMatch(each ->
                        each.getMessage().contains("outlives the house")
                                && each.getMessage().contains("Hanging-1")
                                && each.getMessage().contains("GivenUpTest.deaf"));
        end.countDown();
        Until.isTrue(() -> house.counters().threads() <= 0);
        assertThat(handled).hasValue(0);
    }

    /** Though each of them waits for the next one, which that thread runs on top of it. */
    @Test
    void aThreadOfAnExecutorThatDoesNotReturnIsToldOfOnce() throws Exception {
        int length = 12;
        IntUnaryOperator[] chain = new IntUnaryOperator[length + 1];
        chain[length] =
                at -> {
                    hangs.countDown();
                    deaf(end);
                    return at;
                };
        try (ExecutorService one = Executors.newSingleThreadExecutor()) {
            Roundhouse house = Roundhouse.open();
            for (int i = 0; i < length; i++) {
                int next = i + 1;
                String name = "n" + i;
                chain[i] =
                        house.actor(
                                IntUnaryOperator.class,
                                () -> at -> chain[next].applyAsInt(at),
                                with -> with.named(name).on(one));
            }
            Future<Integer> asks = onAThread(() -> chain[0].applyAsInt(1));
            hangs.await();

            List<LogRecord> logged = Logged.during(() -> house.close(Duration.ofMillis(1)));

            assertThat(logged)
                    .filteredOn(each -> each.getMessage().contains("outlives the house"))
                    .filteredOn(each -> each.getMessage().contains("n11"))
                    .hasSize(1);
            assertThatThrownBy(() -> asks.get(30, TimeUnit.SECONDS)).isNotNull();
            end.countDown();
        }
    }

    /** A thread that calls again and again does so by a lane of its own. */
    @ParameterizedTest
    @EnumSource(names = {"ONE_WORKER", "PINNED"})
    void whoStreamsCallsIsTold(Dispatcher dispatcher) throws Exception {
        Roundhouse house = dispatcher.open();
        Stuck actor = dispatcher.actor(house, Stuck.class, Hanging::new);
        hangs(actor);
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            all.add(actor.later());
        }

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        for (CompletableFuture<Integer> each : all) {
            isTold(each, "later");
        }
    }

    @Test
    void whoWaitsUntilACallIsTakenIsToldThoughItStreamsThem() throws Exception {
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        Stuck actor = Dispatcher.ONE_WORKER.process(house, Stuck.class, Hanging::new);
        CountDownLatch streams = new CountDownLatch(1);
        FutureTask<Integer> waits =
                new FutureTask<>(() -> {
                    for (int i = 0; i < 200; i++) {
                        actor.nothing();
                    }
                    streams.countDown();
                    hangs.await();
                    actor.nothing();
                    return 0;
                });
        Thread waiting = Thread.ofPlatform().daemon().start(waits);
        streams.await();
        hangs(actor);
        Threads.awaitWaiting(waiting);

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        assertThatThrownBy(() -> waits.get(30, TimeUnit.SECONDS))
                .rootCause()
                .isInstanceOfAny(ActorStoppedException.class, HouseClosedException.class);
    }

    /** Those calls lie where their sender has written them, in the hands of the worker. */
    @Test
    void whatIsHandedOverBehindACallThatHangsIsGivenUp() throws Exception {
        Roundhouse house = Roundhouse.open(with -> with.workers(2));
        Stuck actor = house.actor(Stuck.class, Hanging::new);
        List<CompletableFuture<Integer>> all = new CopyOnWriteArrayList<>();
        Runnable sends =
                house.actor(
                        Runnable.class,
                        () ->
                                () -> {
                                    actor.hangAlone();
                                    for (int i = 0; i < 5; i++) {
                                        all.add(actor.later());
                                    }
                                });
        sends.run();
        hangs.await();
        Until.isTrue(() -> all.size() >= 5);

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        for (CompletableFuture<Integer> each : all) {
            isTold(each, "later");
        }
    }

    /** The pinned one runs the other one on the spot. */
    @Test
    void aCallThatAPinnedActorOfAnotherHouseRunsIsSeen() throws Exception {
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        Roundhouse other = Roundhouse.open(with -> with.workers(1));
        Stuck actor = house.actor(Stuck.class, Hanging::new);
        Runnable asks = other.actor(Runnable.class, () -> actor::hang, with -> with.pinned());
        house.awaitQuiescence();
        asks.run();
        hangs.await();
        assertThat(house.awaitQuiescence(Duration.ofMillis(1))).isFalse();
        CompletableFuture<Integer> later = actor.later();

        List<LogRecord> logged = Logged.during(() -> house.close(Duration.ofMillis(1)));

        isTold(later, "later");
        assertThat(logged).anyMatch(each -> each.getMessage().contains("outlives the house"));
        end.countDown();
        other.close();
    }

    interface Waiting {
        void ask();

        void getsIt();
    }

    /** Of another house, which stays open; in the middle of a call. */
    @ParameterizedTest
    @EnumSource(names = {"ONE_WORKER", "PINNED", "VIRTUAL", "EXECUTOR"})
    void anActorThatWaitsForAnAnswerThatItMeantToHaveLaterIsTold(Dispatcher dispatcher)
            throws Exception {
        isToldInAnActor(dispatcher, Future::get);
        isToldInAnActor(dispatcher, CompletableFuture::join);
        isToldInAnActor(dispatcher, answer -> answer.thenApply(n -> n + 1).join());
    }

    private interface Gets {
        Object of(CompletableFuture<Integer> answer) throws Exception;
    }

    private void isToldInAnActor(Dispatcher dispatcher, Gets gets) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Object> got = new CompletableFuture<>();
        Roundhouse house = dispatcher.open();
        Roundhouse open = dispatcher.open();
        Stuck actor =
                dispatcher.actor(
                        house,
                        Stuck.class,
                        () ->
                                new Hanging() {
                                    @Override
                                    public CompletableFuture<Integer> later() {
                                        begun.countDown();
                                        deaf(end);
                                        return super.later();
                                    }
                                });
        Waiting waiting =
                dispatcher.actor(
                        open,
                        Waiting.class,
                        () ->
                                new Waiting() {
                                    private @Nullable CompletableFuture<Integer> answer;

                                    @Override
                                    public void ask() {
                                        answer = actor.later();
                                    }

                                    @Override
                                    public void getsIt() {
                                        try {
                                            got.complete(gets.of(Objects.requireNonNull(answer)));
                                        } catch (Exception e) {
                                            got.completeExceptionally(e);
                                        }
                                    }
                                });
        waiting.ask();
        begun.await();
        waiting.getsIt();
        Until.isTrue(() -> Inspect.waitsFor(waiting, actor));

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        assertThatThrownBy(() -> got.get(30, TimeUnit.SECONDS))
                .rootCause()
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining("later");
        open.close();
    }

    @Test
    void whatIsAttachedToAnAnswerThatIsGivenUpMayCloseTheHouseToo() throws Exception {
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        Stuck actor = house.actor(Stuck.class, Hanging::new);
        hangs(actor);
        CompletableFuture<Boolean> closed =
                actor.later()
                        .handle((_, thrown) -> {
                            house.close();
                            return thrown != null;
                        });

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        assertThat(closed.get(30, TimeUnit.SECONDS)).isTrue();
    }

    /** Its calls and what it attaches come one at a time, also at the end. */
    @Test
    void whatAnActorHasAttachedDoesNotRunBesideItsOwnCallThatHangs() throws Exception {
        Roundhouse house = Roundhouse.open(with -> with.workers(2));
        Stuck actor = house.actor(Stuck.class, Hanging::new);
        hangs(actor);
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch attached = new CountDownLatch(1);
        house.actor(
                        Runnable.class,
                        () ->
                                () -> {
                                    actor.later().whenComplete((_, _) -> ran.incrementAndGet());
                                    attached.countDown();
                                    deaf(end);
                                })
                .run();
        attached.await();

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        assertThat(ran).hasValue(0);
    }

    interface Slow {
        void hang();

        CompletableFuture<Integer> later(Object argument);
    }

    interface Asker {
        void ask(Object argument);

        CompletableFuture<Integer> after();
    }

    /** The call that hangs returns while who waits is told: who gets rid of the mail tells, too. */
    @Test
    void whoIsToldByTwoIsToldOnceAndWhatElseIsInItsMailIsNotLost() throws Exception {
        CountDownLatch isDecoded = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<Integer> other = new CompletableFuture<>();
        List<Throwable> reasons = new CopyOnWriteArrayList<>();
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        try (Roundhouse open = Roundhouse.open(with -> with.workers(2))) {
            Slow slow =
                    house.actor(
                            Slow.class,
                            () ->
                                    new Slow() {
                                        @Override
                                        public void hang() {
                                            hangs.countDown();
                                            deaf(end);
                                        }

                                        @Override
                                        public CompletableFuture<Integer> later(Object argument) {
                                            return CompletableFuture.completedFuture(1);
                                        }
                                    });
            Stuck living = open.actor(Stuck.class, Hanging::new);
            Asker asker =
                    open.actor(
                            Asker.class,
                            () ->
                                    new Asker() {
                                        @Override
                                        public void ask(Object argument) {
                                            living.later().thenAccept(other::complete);
                                            slow.later(argument)
                                                    .whenComplete((_, why) -> reasons.add(why));
                                            asked.countDown();
                                            deaf(goOn);
                                        }

                                        @Override
                                        public CompletableFuture<Integer> after() {
                                            return CompletableFuture.completedFuture(2);
                                        }
                                    });
            Object decoded =
                    new Object() {
                        @Override
                        public String toString() {
                            isDecoded.countDown();
                            deaf(told);
                            return "decoded";
                        }
                    };
            slow.hang();
            hangs.await();
            asker.ask(decoded);
            asked.await();
            slow.later("told before that, as it lies in the first place of the mail")
                    .whenComplete((_, _) -> {
                        end.countDown();
                        deaf(isDecoded);
                    });
            house.close(Duration.ofMillis(1));
            told.countDown();
            goOn.countDown();
            assertThat(asker.after().get(30, TimeUnit.SECONDS)).isEqualTo(2);
            assertThat(other.get(30, TimeUnit.SECONDS)).isOne();
            open.awaitQuiescence();
            assertThat(reasons).hasSize(1).hasOnlyElementsOfType(ActorStoppedException.class);
        }
    }

    /** It tries again, and is told that the house is closed. */
    @ParameterizedTest
    @EnumSource(names = {"ONE_WORKER", "PINNED"})
    void aSelectThatOffersItsCallIsTold(Dispatcher dispatcher) throws Exception {
        Roundhouse house = dispatcher.open();
        Stuck actor = dispatcher.actor(house, Stuck.class, Hanging::new, ActorOptions::rendezvous);
        var _ = onAThread(actor::hang);
        hangs.await();
        CountDownLatch offers = new CountDownLatch(1);
        Channel<String> silent = Channel.rendezvous();
        FutureTask<Boolean> select =
                new FutureTask<>(() -> {
                    offers.countDown();
                    return Select.of(
                                    Select.whenAccepted(actor::nothing, () -> {}),
                                    silent.whenReceived(_ -> {}))
                            .await();
                });
        Thread selects = Thread.ofPlatform().daemon().start(select);
        offers.await();
        Until.isTrue(() ->
                selects.getState() == Thread.State.TIMED_WAITING
                        || selects.getState() == Thread.State.WAITING);
        house.close(Duration.ofMillis(1));
        assertThatThrownBy(() -> select.get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(HouseClosedException.class);
    }

    @Test
    void soIsWhoAsksWhereAnotherThreadSteps() throws Exception {
        Roundhouse house = Roundhouse.open(with -> with.stepping());
        Stuck actor = house.actor(Stuck.class, Hanging::new);
        actor.hangAlone();
        FutureTask<Integer> steps = onAThread(() -> house.step() ? 1 : 0);
        hangs.await();
        CompletableFuture<Integer> later = actor.later();

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        isTold(later, "later");
        end.countDown();
        assertThat(steps.get()).isEqualTo(1);
    }

    private void hangs(Stuck actor) throws InterruptedException {
        onAThread(() -> {
            actor.hangAlone();
            return 0;
        });
        hangs.await();
    }

    /** Nobody else would run it: a thread from outside does. */
    @Test
    void soIsWhoWaitsBehindACallThatItsCallerRuns() throws Exception {
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        Stuck actor = house.actor(Stuck.class, Hanging::new);
        FutureTask<Integer> runs = onAThread(actor::hang);
        hangs.await();
        CompletableFuture<Integer> later = actor.later();

        List<LogRecord> logged = Logged.during(() -> house.close(Duration.ofMillis(1)));

        isTold(later, "later");
        assertThat(logged).anyMatch(each -> each.getMessage().contains("[Hanging-1]"));
        end.countDown();
        assertThat(runs.get()).isEqualTo(1);
        assertThat(handled).hasValue(0);
    }

    private static boolean isWaiting(FutureTask<?> task) {
        return task.state() == Future.State.RUNNING
                && Thread.getAllStackTraces().entrySet().stream()
                        .anyMatch(each ->
                                each.getKey().getState() != Thread.State.RUNNABLE
                                        && List.of(each.getValue()).stream()
                                                .anyMatch(frame ->
                                                        frame.getMethodName()
                                                                .equals("awaitArrival")));
    }

    private static void isTold(CompletableFuture<Integer> answer, String method) {
        assertThatThrownBy(() -> answer.orTimeout(30, TimeUnit.SECONDS).join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining(method);
    }
}
