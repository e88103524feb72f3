package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.roundhouse.Roundhouse;
import io.roundhouse.Until;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where what is around a call throws, for want of memory as a rule, the turn of its actor ends
 * there. Whoever runs it goes on, and comes back to what is left; the house can be closed. Here it
 * is a logger that throws, told of a failure handler that does.
 */
@ParameterizedClass
@EnumSource(Dispatcher.class)
@Timeout(60)
final class TurnThatThrowsTest {
    @Parameter Dispatcher on;

    interface Work {
        void work(int number);

        int ask(int number);

        CompletableFuture<Integer> later(int number);
    }

    private final List<Integer> done = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger thrown = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();
    private final Logger logger = Logger.getLogger("io.roundhouse");
    private final Thread.UncaughtExceptionHandler before =
            Thread.getDefaultUncaughtExceptionHandler();
    private final Handler throwing =
            new Handler() {
                @Override
                public void publish(LogRecord record) {
                    if (record.getLevel() == Level.SEVERE) {
                        thrown.incrementAndGet();
                        throw new OutOfMemoryError("on purpose");
                    }
                }

                @Override
                public void flush() {}

                @Override
                public void close() {}
            };

    @BeforeEach
    void begins() {
        logger.addHandler(throwing);
        logger.setUseParentHandlers(false);
        Thread.setDefaultUncaughtExceptionHandler((_, _) -> told.incrementAndGet());
    }

    @AfterEach
    void ends() {
        logger.removeHandler(throwing);
        logger.setUseParentHandlers(true);
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    private final class Worker implements Work {
        private final @Nullable CountDownLatch gate;

        Worker() {
            this(null);
        }

        Worker(@Nullable CountDownLatch gate) {
            this.gate = gate;
        }

        @Override
        public void work(int number) {
            if (gate != null) {
                Threads.await(gate);
            }
            if (number < 0) {
                throw new IllegalStateException("failed");
            }
            done.add(number);
        }

        @Override
        public int ask(int number) {
            return number + 1;
        }

        @Override
        public CompletableFuture<Integer> later(int number) {
            return CompletableFuture.completedFuture(number + 1);
        }
    }

    private Roundhouse open() {
        return on.open(with ->
                with.onFailure((_, _) -> {
                    throw new IllegalStateException("nor can this be told");
                }));
    }

    @Test
    void whatIsBehindIsHandledAndNothingIsLeftOfTheHouse() {
        List<Thread> threads = new ArrayList<>();
        try (var house = open()) {
            Work actor = on.actor(house, Work.class, Worker::new);
            for (int i = 1; i <= 3; i++) {
                actor.work(-1);
                actor.work(i);
            }
            house.awaitQuiescence();
            assertThat(done).containsExactly(1, 2, 3);
            assertThat(actor.ask(1)).isEqualTo(2);
            assertThat(thrown).hasValue(3);
            assertThat(told).hasValue(3);
            if (!on.isPool()) {
                threads.addAll(on.threads(actor));
            }
        }
        assertThat(threads).noneMatch(Thread::isAlive);
    }

    /** Nobody comes with more mail: what is there is to be found without. */
    @Test
    void whoHasAskedBehindItIsAnswered() throws Exception {
        try (var house = open()) {
            Work actor = on.actor(house, Work.class, Worker::new);
            actor.work(-1);
            CompletableFuture<Integer> answer = actor.later(1);
            assertThat(answer.get()).isEqualTo(2);
        }
    }

    /**
     * Its beginning fails, and its end lies behind that, in one list of what comes before calls.
     */
    @Test
    void whatComesBeforeCallsIsDoneToItsEnd() {
        assumeTrue(on == Dispatcher.STEPPING, "nobody runs it before it is stopped");
        List<String> life = new ArrayList<>();
        class Member implements Runnable, Lifecycle {
            @Override
            public void started() {
                life.add("started");
                throw new IllegalStateException("failed");
            }

            @Override
            public void run() {
                life.add("ran");
            }

            @Override
            public void stopped() {
                life.add("stopped");
            }
        }
        try (var house = open()) {
            house.stop(house.actor(Runnable.class, Member::new));
            house.awaitQuiescence();
            assertThat(life).containsExactly("started", "stopped");
            Runnable other = house.actor(Runnable.class, Member::new);
            other.run();
            house.awaitQuiescence();
            assertThat(life).containsExactly("started", "stopped", "started", "stopped");
            assertThat(house.deadLetters()).isEqualTo(1);
        }
    }

    /** Who rests at it is relieved behind its turn, and the executor of that one refuses. */
    @Test
    void whoRelievesAnActorThatIsRefusedGoesOn() throws Exception {
        AtomicBoolean refuses = new AtomicBoolean();
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Executor executor =
                turns -> {
                    if (refuses.get()) {
                        throw new RejectedExecutionException("on purpose");
                    }
                    pool.execute(turns);
                };
        assumeTrue(on == Dispatcher.PINNED || on == Dispatcher.ONE_WORKER, "it has one thread");
        try (var house = open()) {
            Work to = on.actor(house, Work.class, () -> new Worker(gate), with -> with.bounded(4));
            Runnable from =
                    house.actor(
                            Runnable.class,
                            () ->
                                    () -> {
                                        for (int i = 0; i < 20; i++) {
                                            to.work(i);
                                        }
                                        sent.countDown();
                                    },
                            with -> with.on(executor));
            from.run();
            sent.await();
            pool.submit(() -> {}).get(); // behind the turn: it rests
            refuses.set(true);
            gate.countDown();
            Until.isTrue(() -> thrown.get() != 0);
            refuses.set(false);
            to.work(20);
            house.awaitQuiescence();
            assertThat(done).hasSize(21);
        } finally {
            pool.shutdown();
        }
    }

    /** The executor refuses, and that cannot be told: the actor comes again all the same. */
    @Test
    void whoseExecutorHasRefusedIsRunLater() throws Exception {
        assumeTrue(on == Dispatcher.EXECUTOR, "another executor");
        AtomicBoolean refuses = new AtomicBoolean(true);
        Executor executor =
                turns -> {
                    if (refuses.get()) {
                        throw new RejectedExecutionException("on purpose");
                    }
                    Thread.startVirtualThread(turns);
                };
        try (var house = open()) {
            Work actor = house.actor(Work.class, Worker::new, with -> with.on(executor));
            CompletableFuture<Integer> first = actor.later(1);
            assertThat(first).isCompletedExceptionally();
            refuses.set(false);
            assertThat(actor.later(2).get()).isEqualTo(3);
            assertThat(thrown).hasValue(1);
            assertThat(told).hasValue(1);
        }
    }

    interface Owes {
        CompletableFuture<Integer> later();
    }

    @Test
    void whoIsOwedAnAnswerIsToldThoughTheEndFails() {
        class Owing implements Owes, Lifecycle {
            @Override
            public CompletableFuture<Integer> later() {
                return new CompletableFuture<>();
            }

            @Override
            public void stopped() {
                throw new IllegalStateException("failed");
            }
        }
        try (var house = open()) {
            Owes actor = on.actor(house, Owes.class, Owing::new);
            CompletableFuture<Integer> answer = actor.later();
            house.awaitQuiescence();
            house.stop(actor);
            house.awaitQuiescence();
            assertThat(answer).isCompletedExceptionally();
        }
    }
}
