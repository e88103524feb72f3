package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.LogRecord;
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

        CompletableFuture<Integer> owed();

        int ask();

        CompletableFuture<Integer> later();
    }

    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger handled = new AtomicInteger();

    private final class Hanging implements Stuck {
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
        while (hangs.getCount() > 0 && !isWaiting(itself)) {
            Thread.yield();
        }
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
        if (dispatcher != Dispatcher.EXECUTOR) { // whose threads are not the house's
            assertThat(logged)
                    .anyMatch(each ->
                            each.getMessage().contains("outlives the house")
                                    && each.getMessage().contains("GivenUpTest.deaf"));
        }
        end.countDown();
        while (house.counters().threads() > 0) {
            Thread.yield();
        }
        assertThat(handled).hasValue(0);
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
