package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import io.roundhouse.actor.internal.Inspect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Actors of an executor that has one thread, which may wait for each other all the same. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class SharedExecutorTest {
    private static final int CALLS_A_TURN = 64;

    private final ExecutorService one =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    @AfterEach
    void ends() {
        one.shutdownNow();
    }

    interface Sum {
        void add(long number);

        long sum();
    }

    private static class Adding implements Sum {
        long sum;

        @Override
        public void add(long number) {
            sum += number;
        }

        @Override
        public long sum() {
            return sum;
        }
    }

    private <T> T on(Roundhouse house, Class<T> type, Supplier<T> factory) {
        return house.actor(type, factory, with -> with.on(one));
    }

    @Test
    void anActorMayAskBehindMoreCallsThanATurnHas() {
        int calls = 10 * CALLS_A_TURN + 1;
        try (var house = Roundhouse.open()) {
            Sum b = on(house, Sum.class, Adding::new);
            LongSupplier a =
                    on(
                            house,
                            LongSupplier.class,
                            () ->
                                    () -> {
                                        for (int n = 0; n < calls; n++) {
                                            b.add(1);
                                        }
                                        return b.sum();
                                    });
            assertThat(a.getAsLong()).isEqualTo(calls);
        }
    }

    interface Endless {
        void goOn();

        CompletableFuture<Long> promise();
    }

    /** Though the other one never runs out of calls, and its answer does not come. */
    @Test
    void aWaitWithATimeEnds() throws Exception {
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        CompletableFuture<Long> promised = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            Endless[] b = new Endless[1];
            b[0] =
                    on(
                            house,
                            Endless.class,
                            () ->
                                    new Endless() {
                                        @Override
                                        public void goOn() {
                                            if (!thrown.isDone()) {
                                                b[0].goOn();
                                            }
                                        }

                                        @Override
                                        public CompletableFuture<Long> promise() {
                                            return promised;
                                        }
                                    });
            Runnable a =
                    on(
                            house,
                            Runnable.class,
                            () ->
                                    () -> {
                                        b[0].goOn();
                                        try {
                                            b[0].promise().get(1, TimeUnit.MILLISECONDS);
                                        } catch (Exception e) {
                                            thrown.complete(e);
                                        }
                                    });
            a.run();
            assertThat(thrown.get()).isInstanceOf(TimeoutException.class);
            promised.complete(1L);
        }
    }

    /** An executor may drop what it is given; whoever waits on it helps, and asks it again. */
    @Test
    void whatComesBehindAnAnswerIsNotLeftToARequestThatWasDropped() {
        AtomicBoolean drops = new AtomicBoolean();
        Executor careless =
                body -> {
                    if (!drops.getAndSet(false)) {
                        one.execute(body);
                    }
                };
        CompletableFuture<Long> behind = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            Sum[] b = new Sum[1];
            b[0] =
                    house.actor(
                            Sum.class,
                            () ->
                                    new Adding() {
                                        @Override
                                        public void add(long number) {
                                            behind.complete(number);
                                        }

                                        @Override
                                        public long sum() {
                                            b[0].add(5);
                                            return 1;
                                        }
                                    },
                            with -> with.on(careless));
            Runnable a =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        drops.set(true);
                                        assertThat(b[0].sum()).isEqualTo(1);
                                    },
                            with -> with.on(careless));
            a.run();
            assertThat(behind.join()).isEqualTo(5);
        }
    }

    /** A turn of the one that is asked must not go on with what came behind the question. */
    @Test
    void whoIsAskedMayAskBackInALaterCall() {
        Gate gate = new Gate();
        CompletableFuture<Long> got = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            LongSupplier[] a = new LongSupplier[1];
            Sum b =
                    on(
                            house,
                            Sum.class,
                            () ->
                                    new Adding() {
                                        @Override
                                        public void add(long number) {
                                            got.complete(number + a[0].getAsLong());
                                        }

                                        @Override
                                        public long sum() {
                                            gate.pass();
                                            return 1;
                                        }
                                    });
            Sum asking =
                    on(
                            house,
                            Sum.class,
                            () ->
                                    new Adding() {
                                        @Override
                                        public void add(long number) {
                                            sum = number + b.sum();
                                        }
                                    });
            a[0] = asking::sum;
            asking.add(1);
            gate.awaitReached();
            b.add(5);
            gate.open();
            assertThat(got.join()).isEqualTo(7);
        }
    }

    /** What the answer is given to runs on top of whoever waits for it: see the test before. */
    @Test
    void whoHasPromisedAnAnswerAndAsksBackIsTold() {
        CompletableFuture<Throwable> told = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            LongSupplier[] a = new LongSupplier[1];
            LongSupplier b =
                    on(
                            house,
                            LongSupplier.class,
                            () ->
                                    () -> {
                                        CompletableFuture<Long> later =
                                                ActorContext.current().answer();
                                        try {
                                            a[0].getAsLong();
                                        } catch (AskCycleException e) {
                                            told.complete(e);
                                        }
                                        later.complete(3L);
                                        return 0;
                                    });
            a[0] = on(house, LongSupplier.class, () -> b::getAsLong);
            assertThat(a[0].getAsLong()).isEqualTo(3);
            assertThat(told.join()).isInstanceOf(AskCycleException.class);
        }
    }

    /** The one between is run by the first one, on the spot. */
    @Test
    void anActorMayAskThroughOneOfAWorker() {
        try (var house = Roundhouse.open()) {
            List<Long> seen = new ArrayList<>();
            Sum c = on(house, Sum.class, Adding::new);
            LongSupplier b = house.actor(LongSupplier.class, () -> c::sum);
            LongConsumer a =
                    on(
                            house,
                            LongConsumer.class,
                            () ->
                                    n -> {
                                        c.add(n);
                                        seen.add(b.getAsLong());
                                    });
            for (int i = 0; i < 2 * CALLS_A_TURN; i++) {
                a.accept(1);
            }
            house.awaitQuiescence();
            assertThat(seen)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 2 * CALLS_A_TURN).boxed().toList());
        }
    }

    /** Who closes the house opens the answer, as the executor does not come. */
    @Test
    void whatIsAttachedRunsInItsActorThoughTheHouseIsClosed() {
        Gate gate = new Gate();
        Gate blocker = new Gate();
        CompletableFuture<String> name = new CompletableFuture<>();
        CompletableFuture<Boolean> attached = new CompletableFuture<>();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        try (var house = Roundhouse.open()) {
            Later asked =
                    house.actor(
                            Later.class,
                            () ->
                                    () -> {
                                        gate.pass();
                                        return CompletableFuture.completedFuture(1);
                                    },
                            ActorOptions::pinned);
            Runnable asking =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        var _ =
                                                asked.later()
                                                        .thenRun(() ->
                                                                name.complete(
                                                                        ActorContext.current()
                                                                                .name()));
                                        attached.complete(true);
                                    },
                            with -> with.on(pool).named("asking"));
            asking.run();
            gate.awaitReached();
            attached.join();
            pool.execute(blocker::pass);
            blocker.awaitReached();
            gate.open();
            Until.isTrue(() -> pool.getQueue().size() == 1);
            house.close(Duration.ofMillis(1));
            assertThat(name).isCompletedWithValue("asking");
        } finally {
            blocker.open();
            pool.shutdown();
        }
    }

    interface Later {
        CompletableFuture<Integer> later();
    }

    @Test
    void asksMayBeNestedDeeply() {
        int depth = 100;
        try (var house = Roundhouse.open()) {
            LongSupplier next = on(house, LongSupplier.class, () -> () -> 1);
            for (int i = 1; i < depth; i++) {
                LongSupplier last = next;
                next = on(house, LongSupplier.class, () -> () -> 1 + last.getAsLong());
            }
            assertThat(next.getAsLong()).isEqualTo(depth);
            LongSupplier[] first = new LongSupplier[1];
            LongSupplier end = on(house, LongSupplier.class, () -> () -> first[0].getAsLong());
            LongSupplier through = end;
            for (int i = 1; i < depth; i++) {
                LongSupplier last = through;
                through = on(house, LongSupplier.class, () -> last::getAsLong);
            }
            first[0] = through;
            assertThatThrownBy(first[0]::getAsLong).isInstanceOf(AskCycleException.class);
        }
    }

    // ---- others on whom the wait depends

    private static final int BOUND = 2;

    private <T> T ofTwo(Roundhouse house, Class<T> type, Supplier<T> factory) {
        return house.actor(type, factory, with -> with.on(one).bounded(BOUND));
    }

    /** The third one would make the room, and has no thread before the first one goes on. */
    @Test
    void whoIsAskedMayRestUntilThereIsRoomAtAThird() {
        try (var house = Roundhouse.open()) {
            Sum c = ofTwo(house, Sum.class, Adding::new);
            Sum b = ofTwo(house, Sum.class, () -> new PassingOn(c));
            LongSupplier a =
                    on(
                            house,
                            LongSupplier.class,
                            () ->
                                    () -> {
                                        for (int n = 0; n < 20; n++) {
                                            b.add(1);
                                        }
                                        return b.sum();
                                    });
            assertThat(a.getAsLong()).isEqualTo(20);
            house.awaitQuiescence();
            assertThat(c.sum()).isEqualTo(40);
        }
    }

    /** Sends twice what it gets. */
    private static final class PassingOn extends Adding {
        private final Sum to;

        PassingOn(Sum to) {
            this.to = to;
        }

        @Override
        public void add(long number) {
            super.add(number);
            to.add(number);
            to.add(number);
        }
    }

    @Test
    void anAnswerThatIsOwedMayComeOfAThird() {
        try (var house = Roundhouse.open()) {
            Later c = on(house, Later.class, () -> () -> CompletableFuture.completedFuture(3));
            Later b = on(house, Later.class, () -> () -> c.later().thenApply(n -> n + 1));
            LongSupplier a = on(house, LongSupplier.class, () -> () -> b.later().join());
            assertThat(a.getAsLong()).isEqualTo(4);
        }
    }

    interface Owing extends Sum, Later {}

    /** It has to go on then, to look into its mail; before, it need not. */
    @Test
    void whoOwesAnAnswerMayRestWhenThatComes() {
        CompletableFuture<Integer> given = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            Later d = house.actor(Later.class, () -> given::copy);
            Sum c = ofTwo(house, Sum.class, Adding::new);
            Owing b =
                    house.actor(
                            Owing.class,
                            () -> new OwingAndPassingOn(c, d),
                            with -> with.pinned().bounded(BOUND));
            LongSupplier a =
                    on(
                            house,
                            LongSupplier.class,
                            () ->
                                    () -> {
                                        CompletableFuture<Integer> owed = b.later();
                                        for (int n = 0; n < 20; n++) {
                                            b.add(1);
                                        }
                                        return owed.join();
                                    });
            CompletableFuture<Long> got = CompletableFuture.supplyAsync(a::getAsLong);
            Until.isTrue(() -> Inspect.waitsFor(b, c));
            given.complete(3);
            assertThat(got.join()).isEqualTo(4);
            house.awaitQuiescence();
            assertThat(c.sum()).isEqualTo(40);
        }
    }

    private static final class OwingAndPassingOn implements Owing {
        private final PassingOn passingOn;
        private final Later later;

        OwingAndPassingOn(Sum to, Later later) {
            this.passingOn = new PassingOn(to);
            this.later = later;
        }

        @Override
        public void add(long number) {
            passingOn.add(number);
        }

        @Override
        public long sum() {
            return passingOn.sum();
        }

        @Override
        public CompletableFuture<Integer> later() {
            return later.later().thenApply(n -> n + 1);
        }
    }

    /** Which does not run on top of the first one, but on a thread of its own. */
    @Test
    void anActorMayAskThroughOneThatHasAnotherThread() {
        try (var house = Roundhouse.open()) {
            Sum c = on(house, Sum.class, Adding::new);
            LongSupplier b = house.actor(LongSupplier.class, () -> c::sum, ActorOptions::pinned);
            LongSupplier a =
                    on(
                            house,
                            LongSupplier.class,
                            () ->
                                    () -> {
                                        c.add(5);
                                        return b.getAsLong();
                                    });
            assertThat(a.getAsLong()).isEqualTo(5);
        }
    }

    /** Each through another one, so that nobody sees beforehand how deep that is. */
    @Test
    void whoWouldHaveToRunTooDeepIsToldInWords() {
        int most = 64;
        try (ExecutorService virtual =
                        Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
                var house = Roundhouse.open()) {
            LongSupplier next = () -> 7;
            for (int i = 0; i <= most + 1; i++) {
                LongSupplier asked = next;
                LongSupplier on =
                        house.actor(
                                LongSupplier.class,
                                () -> asked::getAsLong,
                                with -> with.on(virtual));
                next = house.actor(LongSupplier.class, () -> on::getAsLong, ActorOptions::virtual);
            }
            LongSupplier first = next;
            assertThatThrownBy(first::getAsLong)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("too many calls wait on one stack already");
        }
    }

    /** The time does not end it: who asks back lies on top, and waits for the one below. */
    @Test
    void whoAsksBackIsToldThoughTheFirstOneWaitsForATimeOnly() {
        CompletableFuture<Object> got = new CompletableFuture<>();
        try (var house = Roundhouse.open()) {
            LongSupplier[] back = new LongSupplier[1];
            Later b =
                    on(
                            house,
                            Later.class,
                            () ->
                                    () -> {
                                        try {
                                            back[0].getAsLong();
                                            return CompletableFuture.completedFuture(1);
                                        } catch (AskCycleException e) {
                                            return CompletableFuture.completedFuture(-1);
                                        }
                                    });
            back[0] =
                    on(
                            house,
                            LongSupplier.class,
                            () ->
                                    () -> {
                                        try {
                                            return b.later().get(1, TimeUnit.DAYS);
                                        } catch (Exception e) {
                                            got.complete(e);
                                            return 0;
                                        }
                                    });
            assertThat(back[0].getAsLong()).isEqualTo(-1);
            assertThat(got).isNotDone();
        }
    }
}
