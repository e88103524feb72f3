package io.roundhouse.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.roundhouse.Until;
import io.roundhouse.waiting.Wait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Threads that call actors from outside, and waiting for what they do. */
final class Threads {
    private Threads() {}

    interface Body {
        void run(int number);
    }

    /** Runs the body in so many platform threads; throws if one of them does. */
    static void inThreads(int count, Body body) {
        inThreads(count, Thread.ofPlatform(), body);
    }

    static void inThreads(int count, Thread.Builder kind, Body body) {
        List<Thread> threads = new ArrayList<>();
        Throwable[] thrown = new Throwable[count];
        for (int i = 0; i < count; i++) {
            int number = i;
            threads.add(
                    kind.start(() -> {
                        try {
                            body.run(number);
                        } catch (Throwable e) {
                            thrown[number] = e;
                        }
                    }));
        }
        threads.forEach(Threads::join);
        assertThat(Arrays.asList(thrown)).containsOnlyNulls();
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError("did not end: " + thread, e);
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * Until the thread is parked in a wait of the library's. That is not whoever waits for a lock,
     * as of the queue of an executor to which it has just given something.
     */
    static void awaitWaiting(Thread thread) {
        Until.isTrue(() ->
                LockSupport.getBlocker(thread) instanceof Wait
                        && (thread.getState() == Thread.State.WAITING
                                || thread.getState() == Thread.State.TIMED_WAITING));
    }

    /**
     * Until the thread waits for an answer, having looked whether that closes a circle. It may have
     * waited for something else before, a lock for one.
     */
    static void awaitAsking(Thread thread) {
        Until.isTrue(() ->
                Arrays.stream(thread.getStackTrace())
                        .anyMatch(frame -> frame.getMethodName().equals("awaitArrival")));
    }
}
