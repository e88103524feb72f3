package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** What an executor's thread runs on top of an actor that waits, and what that one sees of it. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
final class TurnOnTopTest {
    private final ExecutorService one =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    @AfterEach
    void ends() {
        one.shutdownNow();
    }

    private <T> T on(Roundhouse house, Class<T> type, Supplier<T> factory) {
        return house.actor(type, factory, with -> with.on(one));
    }

    interface Later {
        CompletableFuture<Integer> later();
    }

    interface Owing extends Later {
        void add(long number);

        long sum();
    }

    interface Asking {
        int asks();

        int back();
    }

    /**
     * It has a turn of its own: who waits below has waited for the answer, and for nothing else.
     */
    @Test
    void whatCameBehindAnAnswerDoesNotRunOnTopOfWhoWaitedForThat() {
        CompletableFuture<Integer> given = new CompletableFuture<>();
        CompletableFuture<Integer> told = new CompletableFuture<>();
        AtomicReference<Asking> first = new AtomicReference<>();
        Gate gate = new Gate();
        try (var house = Roundhouse.open()) {
            Later c = house.actor(Later.class, () -> () -> given, ActorOptions::pinned);
            Owing b = on(house, Owing.class, () -> new AskingBack(c, first, told));
            Asking a =
                    on(
                            house,
                            Asking.class,
                            () ->
                                    new Asking() {
                                        @Override
                                        public int asks() {
                                            CompletableFuture<Integer> owed = b.later();
                                            b.sum();
                                            gate.pass();
                                            return owed.join();
                                        }

                                        @Override
                                        public int back() {
                                            return 7;
                                        }
                                    });
            first.set(a);
            CompletableFuture<Integer> got = CompletableFuture.supplyAsync(a::asks);
            gate.awaitReached();
            Until.isTrue(() -> given.getNumberOfDependents() > 0);
            given.complete(3);
            b.add(5);
            gate.open();
            assertThat(got.join()).isEqualTo(4);
            assertThat(told.join()).isEqualTo(7);
        }
    }

    private static final class AskingBack implements Owing {
        private final Later later;
        private final AtomicReference<Asking> back;
        private final CompletableFuture<Integer> told;

        AskingBack(Later later, AtomicReference<Asking> back, CompletableFuture<Integer> told) {
            this.later = later;
            this.back = back;
            this.told = told;
        }

        @Override
        public CompletableFuture<Integer> later() {
            return later.later().thenApply(n -> n + 1);
        }

        @Override
        public void add(long number) {
            try {
                told.complete(back.get().back());
            } catch (AskCycleException e) {
                told.completeExceptionally(e);
            }
        }

        @Override
        public long sum() {
            return 0;
        }
    }

    interface Polling {
        void begin();

        void call();
    }

    /** Each answer is there before what is attached to the one before it has ended. */
    @Test
    void callsAreHandledThoughAnswersComeWithoutEnd() {
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Integer> called = new CompletableFuture<>();
        Gate fifth = new Gate();
        Owed owed = new Owed();
        try (var house = Roundhouse.open()) {
            Later source = house.actor(Later.class, () -> owed::make, ActorOptions::pinned);
            Polling polling =
                    on(
                            house,
                            Polling.class,
                            () -> new Prefetching(source, owed, enough, called, fifth));
            polling.begin();
            owed.gives();
            fifth.awaitReached();
            polling.call();
            fifth.open();
            try {
                assertThat(called).succeedsWithin(Duration.ofSeconds(30));
            } finally {
                enough.set(true);
            }
        }
    }

    /** One answer after the other; who gives it has it in the asker's mail behind that. */
    private static final class Owed {
        private volatile CompletableFuture<Integer> latest = new CompletableFuture<>();

        CompletableFuture<Integer> make() {
            latest = new CompletableFuture<>();
            return latest;
        }

        void gives() {
            Until.isTrue(() -> latest.getNumberOfDependents() > 0 && !latest.isDone());
            latest.complete(1);
        }
    }

    /** Asks for the next one before it works on this one. */
    private static final class Prefetching implements Polling {
        private final Later source;
        private final Owed owed;
        private final AtomicBoolean enough;
        private final CompletableFuture<Integer> called;
        private final Gate fifth;
        private int answers;

        Prefetching(
                Later source,
                Owed owed,
                AtomicBoolean enough,
                CompletableFuture<Integer> called,
                Gate fifth) {
            this.source = source;
            this.owed = owed;
            this.enough = enough;
            this.called = called;
            this.fifth = fifth;
        }

        @Override
        public void begin() {
            var _ = source.later().thenRun(this::works);
        }

        private void works() {
            answers++;
            if (!enough.get()) {
                begin();
                owed.gives();
            }
            if (answers == 5) {
                fifth.pass();
            }
        }

        @Override
        public void call() {
            called.complete(answers);
        }
    }

    interface Meeting {
        void first();

        void second();
    }

    /** Whoever made the call may not have been woken yet: that is no circle. */
    @Test
    void whoTakesACallThatHasWaitedForLongMayCallBack() {
        ExecutorService two =
                Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().factory());
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Meeting> caller = new AtomicReference<>();
        Gate gate = new Gate();
        try (var house = Roundhouse.open(with -> with.onFailure((_, e) -> thrown.set(e)))) {
            Meeting busy = meeting(house, two, gate::pass, () -> caller.get().second());
            caller.set(meeting(house, two, busy::second, () -> {}));
            busy.first();
            gate.awaitReached();
            caller.get().first();
            long begun = System.nanoTime(); // as long as it waits for a thread of the other one
            Until.isTrue(() -> System.nanoTime() - begun > 600_000_000);
            gate.open();
        } finally {
            two.shutdown();
        }
        assertThat(thrown).hasValue(null);
    }

    private static Meeting meeting(
            Roundhouse house, ExecutorService on, Runnable first, Runnable second) {
        return house.actor(
                Meeting.class,
                () ->
                        new Meeting() {
                            @Override
                            public void first() {
                                first.run();
                            }

                            @Override
                            public void second() {
                                second.run();
                            }
                        },
                with -> with.on(on).rendezvous());
    }

    /** The interrupt of the end is meant for both. */
    @Test
    void aCallBelowOneThatHasEndedByTheEndOfTheHouseIsInterruptedToo() {
        Gate never = new Gate();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        var house = Roundhouse.open(with -> with.onFailure((_, _) -> {}).onDeadLetter(_ -> {}));
        LongSupplier b =
                on(
                        house,
                        LongSupplier.class,
                        () ->
                                () -> {
                                    never.pass();
                                    return 1;
                                });
        Runnable a =
                on(
                        house,
                        Runnable.class,
                        () ->
                                () -> {
                                    try {
                                        b.getAsLong();
                                    } catch (RuntimeException | Error e) {
                                        // it is about what comes behind
                                    }
                                    interrupted.complete(waitsUntilInterrupted());
                                });
        a.run();
        never.awaitReached();
        house.close(Duration.ofMillis(1));
        assertThat(interrupted)
                .succeedsWithin(Duration.ofSeconds(30), InstanceOfAssertFactories.BOOLEAN)
                .isTrue();
    }

    private static boolean waitsUntilInterrupted() {
        try {
            new CountDownLatch(1).await();
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
