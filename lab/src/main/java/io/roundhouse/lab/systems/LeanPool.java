package io.roundhouse.lab.systems;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fixed number of threads that run tasks in the order of submission; after the idea of Jason
 * Koch's executor: who submits takes no lock and wakes nobody who is awake.
 *
 * <p>A task is offered to a lock-free queue. A thread that finds nothing looks a few times more,
 * says that it is going to sleep, looks once again, and sleeps. Who submits reads that number after
 * its offer; so either it sees the sleeper, or the sleeper sees the task.
 */
final class LeanPool implements Executor {

    private static final int LOOKS = 100;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    /** Threads that are asleep or about to be, those left out for whom a wake-up is on its way. */
    private final AtomicInteger sleeping = new AtomicInteger();

    private final Semaphore wakeUps = new Semaphore(0);
    private final List<Thread> threads = new ArrayList<>();

    /** Starts the threads. */
    LeanPool(int size) {
        for (int i = 0; i < size; i++) {
            threads.add(Thread.ofPlatform().daemon().name("lean-" + i).start(this::work));
        }
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (sleeping.get() > 0 && oneLessSleeping()) {
            wakeUps.release();
        }
    }

    private void work() {
        try {
            while (true) {
                next().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private Runnable next() throws InterruptedException {
        while (true) {
            for (int look = 0; look < LOOKS; look++) {
                Runnable task = tasks.poll();
                if (task != null) {
                    return task;
                }
                Thread.onSpinWait();
            }
            sleep();
        }
    }

    private void sleep() throws InterruptedException {
        sleeping.incrementAndGet();
        if (tasks.isEmpty() || !oneLessSleeping()) { // else nobody will wake it: it is awake
            wakeUps.acquire();
        }
    }

    /** Takes one off, unless there is none. */
    private boolean oneLessSleeping() {
        int now = sleeping.get();
        while (now > 0) {
            int seen = sleeping.compareAndExchange(now, now - 1);
            if (seen == now) {
                return true;
            }
            now = seen;
        }
        return false;
    }

    /** Ends the threads; tasks that none has begun are left. */
    void close() {
        threads.forEach(Thread::interrupt);
    }
}
