package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Very many wait for answers that do not come, and a house that closes does not stay with them. */
@Timeout(60)
final class GivenUpManyTest {
    private static final int MANY = 300;

    interface Owes {
        void hang();

        CompletableFuture<Integer> later();

        int now();

        CompletableFuture<Integer> promisedByItself();
    }

    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    private final class Owing implements Owes {
        private final Owes self = ActorContext.current().self(Owes.class);

        @Override
        public void hang() {
            hangs.countDown();
            while (end.getCount() > 0) {
                try {
                    end.await();
                } catch (InterruptedException e) {
                    // it does not return
                }
            }
        }

        @Override
        public CompletableFuture<Integer> later() {
            return new CompletableFuture<>();
        }

        @Override
        public int now() {
            var _ = ActorContext.current().<Integer>answer();
            return 0;
        }

        @Override
        public CompletableFuture<Integer> promisedByItself() {
            return self.promisedByItself();
        }
    }

    @AfterEach
    void letItGo() {
        end.countDown();
    }

    private static List<CompletableFuture<Integer>> many(Owes actor) {
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            all.add(actor.later());
        }
        return all;
    }

    @Test
    void eachOfManyThatWaitBehindACallThatHangsHasItsOwnExceptionWithoutATrace() throws Exception {
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        Owes actor = house.actor(Owes.class, Owing::new);
        actor.hang();
        hangs.await();
        List<CompletableFuture<Integer>> behind = many(actor);

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        areCheap(behind);
    }

    @Test
    void soHasEachThatIsOwedByAnActorThatHangs() throws Exception {
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        Owes actor = house.actor(Owes.class, Owing::new);
        List<CompletableFuture<Integer>> owed = many(actor);
        house.awaitQuiescence();
        actor.hang();
        hangs.await();

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        areCheap(owed);
    }

    @Test
    void soHasEachThatIsOwedAtTheEndOfAnActor() {
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        List<CompletableFuture<Integer>> owed = many(house.actor(Owes.class, Owing::new));
        house.close();
        areCheap(owed);
    }

    private static void areCheap(List<CompletableFuture<Integer>> all) {
        Set<Object> exceptions = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Object> words = Collections.newSetFromMap(new IdentityHashMap<>());
        for (CompletableFuture<Integer> each : all) {
            Throwable why =
                    each.orTimeout(30, TimeUnit.SECONDS).handle((_, thrown) -> thrown).join();
            assertThat(why).isInstanceOf(ActorStoppedException.class);
            assertThat(why.getStackTrace()).isEmpty();
            exceptions.add(why);
            words.add(why.getMessage());
        }
        assertThat(exceptions).hasSize(all.size());
        assertThat(words).hasSize(1);
    }

    @Test
    void whoWaitsInItsCallIsToldWhereItDoes() throws Exception {
        try (Roundhouse house = Roundhouse.open(with -> with.workers(1))) {
            Owes actor = house.actor(Owes.class, Owing::new);
            FutureTask<Integer> asks = new FutureTask<>(() -> waitsIn(actor));
            Thread asker = Thread.ofPlatform().daemon().start(asks);
            Threads.awaitWaiting(asker);
            house.stop(actor);
            assertThatThrownBy(() -> asks.get(30, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ActorStoppedException.class)
                    .hasMessageContaining("before it gave its answer")
                    .satisfies(why ->
                            assertThat(why.getStackTrace())
                                    .anyMatch(each -> each.getMethodName().equals("waitsIn")));
        }
    }

    private static int waitsIn(Owes actor) {
        return actor.now();
    }

    /** What is attached to the first of them takes more than the second that there is. */
    @Test
    void thoseForWhomTheTimeIsTooShortAreCountedAndToldWhenTheCallReturns() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        AtomicBoolean isFirst = new AtomicBoolean(true);
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        Owes actor = house.actor(Owes.class, Owing::new);
        List<CompletableFuture<Integer>> owed = many(actor);
        for (CompletableFuture<Integer> each : owed) {
            var _ =
                    each.exceptionally(_ -> {
                        if (isFirst.getAndSet(false)) {
                            takesAWhile(never);
                        }
                        return 0;
                    });
        }
        house.awaitQuiescence();
        actor.hang();
        hangs.await();

        List<LogRecord> logged = Logged.during(() -> house.close(Duration.ofMillis(1)));

        assertThat(owed).filteredOn(CompletableFuture::isDone).hasSize(1);
        assertThat(logged)
                .anyMatch(each -> each.getMessage().contains((MANY - 1) + " answers of [Owing-1]"));
        end.countDown();
        for (CompletableFuture<Integer> each : owed) {
            assertThatThrownBy(() -> each.orTimeout(30, TimeUnit.SECONDS).join())
                    .hasCauseInstanceOf(ActorStoppedException.class);
        }
    }

    private static void takesAWhile(CountDownLatch never) {
        try {
            assertThat(never.await(1_100, TimeUnit.MILLISECONDS)).isFalse();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void anActorThatPromisesWhatItAsksItselfForDoesNotKeepItsHouseOpen() {
        Roundhouse house = Roundhouse.open(with -> with.workers(1));
        Owes actor = house.actor(Owes.class, Owing::new);
        CompletableFuture<Integer> first = actor.promisedByItself();

        Logged.during(() -> house.close(Duration.ofMillis(1)));

        assertThatThrownBy(() -> first.orTimeout(30, TimeUnit.SECONDS).join())
                .hasCauseInstanceOf(ActorStoppedException.class);
    }
}
