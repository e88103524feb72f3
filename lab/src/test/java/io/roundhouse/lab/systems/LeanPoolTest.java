package io.roundhouse.lab.systems;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LeanPoolTest {

    private final List<LeanPool> opened = new ArrayList<>();

    private LeanPool pool(int threads) {
        LeanPool pool = new LeanPool(threads);
        opened.add(pool);
        return pool;
    }

    @AfterEach
    void close() {
        opened.forEach(LeanPool::close);
    }

    /** Each task meets threads that sleep, or are just about to. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aTaskWakesWhoSleeps(int threads) throws InterruptedException {
        LeanPool pool = pool(threads);
        Semaphore ran = new Semaphore(0);
        for (int round = 0; round < 20_000; round++) {
            pool.execute(ran::release);
            assertThat(ran.tryAcquire(40, TimeUnit.SECONDS)).as("round %d", round).isTrue();
        }
    }

    @Test
    void oneThreadRunsTasksInTheOrderOfSubmission() throws InterruptedException {
        LeanPool pool = pool(1);
        List<Integer> ran = new ArrayList<>();
        CountDownLatch over = new CountDownLatch(1);
        for (int i = 0; i < 10_000; i++) {
            int own = i;
            pool.execute(() -> ran.add(own));
        }
        pool.execute(over::countDown);
        over.await();

        assertThat(ran).hasSize(10_000).isSorted();
    }

    @Test
    void allThreadsWorkAtTheSameTime() throws InterruptedException {
        LeanPool pool = pool(3);
        CountDownLatch together = new CountDownLatch(3);
        CountDownLatch over = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            pool.execute(() -> {
                together.countDown();
                try {
                    together.await(); // never, were they fewer
                } catch (InterruptedException e) {
                    return;
                }
                over.countDown();
            });
        }
        over.await();
    }

    @Test
    void tasksOfSeveralSubmittersAllRunOnce() throws InterruptedException {
        LeanPool pool = pool(2);
        AtomicInteger ran = new AtomicInteger();
        CountDownLatch over = new CountDownLatch(30_000);
        List<Thread> submitters = new ArrayList<>();
        for (int s = 0; s < 3; s++) {
            submitters.add(
                    Thread.startVirtualThread(() -> {
                        for (int i = 0; i < 10_000; i++) {
                            pool.execute(() -> {
                                ran.incrementAndGet();
                                over.countDown();
                            });
                        }
                    }));
        }
        over.await();
        for (Thread submitter : submitters) {
            submitter.join();
        }

        assertThat(ran).hasValue(30_000);
    }
}
