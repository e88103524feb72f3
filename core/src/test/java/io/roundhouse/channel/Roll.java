package io.roundhouse.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentLinkedQueue;

/** The threads that were here. */
final class Roll {
    private final ConcurrentLinkedQueue<Thread> threads = new ConcurrentLinkedQueue<>();

    /** The calling thread is. */
    void here() {
        threads.add(Thread.currentThread());
    }

    int count() {
        return threads.size();
    }

    /** So many were, and have ended. */
    void nobodyIsLeft(int count) {
        assertThat(threads).hasSize(count).noneMatch(Thread::isAlive);
    }
}
