package io.roundhouse.actor;

import io.roundhouse.Roundhouse;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** What actors of a soak ask each other, and the answers that come later. */
final class SoakAnswers {
    private final AtomicLong questions = new AtomicLong();
    private final AtomicLong answers = new AtomicLong();
    private final Queue<CompletableFuture<Integer>> owed = new ConcurrentLinkedQueue<>();
    private final AtomicLong everOwed = new AtomicLong();
    private final AtomicLong given = new AtomicLong();
    private volatile boolean over;

    void isAsked() {
        questions.getAndIncrement();
    }

    void isAnswered() {
        answers.getAndIncrement();
    }

    /** Somebody is to give that answer. */
    void owes(CompletableFuture<Integer> answer) {
        everOwed.getAndIncrement();
        owed.add(answer);
    }

    /** Gives the answers that come later, until that is over. */
    void give() {
        while (!over) {
            if (!giveOne()) {
                LockSupport.parkNanos(10_000);
            }
        }
    }

    /** Returns whether one was owed. */
    boolean giveOne() {
        CompletableFuture<Integer> next = owed.poll();
        if (next == null) {
            return false;
        }
        next.complete(1);
        given.getAndIncrement();
        return true;
    }

    void isOver() {
        over = true;
    }

    /**
     * Whether the house comes to rest for good. An actor that is owed an answer rests, and goes on
     * with it: so nothing may be owed, from before the house is at rest.
     */
    boolean rests(Roundhouse house, Duration limit) {
        long owedSoFar;
        do {
            owedSoFar = everOwed.get();
            long end = System.nanoTime() + limit.toNanos();
            while (given.get() < owedSoFar) {
                if (System.nanoTime() - end > 0) {
                    return false;
                }
                Thread.yield();
            }
            if (!house.awaitQuiescence(limit)) {
                return false;
            }
        } while (everOwed.get() != owedSoFar);
        return true;
    }

    /** Once the house is closed. */
    void compare(SoakBooks books) {
        if (questions.get() != answers.get()) {
            books.isWrong(questions + " questions, " + answers + " answers");
        }
    }
}
