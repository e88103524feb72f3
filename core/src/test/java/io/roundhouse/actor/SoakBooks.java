package io.roundhouse.actor;

import io.roundhouse.actor.internal.Inspect;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Which tokens who has sent to whom, and what has become of them; and what is wrong with that. */
final class SoakBooks {
    private final int actors;

    /** By receiver and sender: the number that comes next. The receiver's runner only. */
    private final long[][] received;

    /** By sender and receiver: the number that comes next. The sender only. */
    private final long[][] sent;

    /** Dead letters and the sum of their numbers, by receiver and sender: in no order. */
    private final AtomicLongArray[] dead;

    private final AtomicLongArray[] deadNumbers;

    /** How many run a receiver. */
    private final AtomicInteger[] inside;

    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    SoakBooks(int actors, int threads) {
        this.actors = actors;
        this.received = new long[actors][actors + threads];
        this.sent = new long[actors + threads][actors];
        this.dead = new AtomicLongArray[actors];
        this.deadNumbers = new AtomicLongArray[actors];
        this.inside = new AtomicInteger[actors];
        for (int i = 0; i < actors; i++) {
            dead[i] = new AtomicLongArray(actors + threads);
            deadNumbers[i] = new AtomicLongArray(actors + threads);
            inside[i] = new AtomicInteger();
        }
    }

    void isWrong(String what) {
        wrong.add(what);
    }

    void isWrong(String what, Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        isWrong(what + trace);
    }

    /**
     * Nobody goes on: says for whom the threads from outside wait, virtual ones too, for whom each
     * actor says that it waits, by its place, and where all threads are.
     */
    void isStuck(List<Thread> outside, List<?> handles) {
        StringBuilder all = new StringBuilder("stuck:\n");
        outside.forEach(each ->
                all.append(each).append(": ").append(LockSupport.getBlocker(each)).append('\n'));
        for (int one = 0; one < actors; one++) {
            Object handle = handles.get(one);
            all.append(one).append(": ").append(Inspect.itself(handle));
            all.append(", calls: ").append(Inspect.underWay(handle)).append(", waits for");
            for (int to = 0; to < actors; to++) {
                if (Inspect.waitsFor(handle, handles.get(to))) {
                    all.append(' ').append(to);
                }
            }
            all.append('\n');
        }
        Thread.getAllStackTraces()
                .forEach((thread, stack) ->
                        all.append(thread)
                                .append(' ')
                                .append(thread.getState())
                                .append(' ')
                                .append(LockSupport.getBlocker(thread)) // who waits for whom
                                .append("\n    ")
                                .append(
                                        Arrays.stream(stack)
                                                .limit(16)
                                                .map(Object::toString)
                                                .collect(Collectors.joining("\n    ")))
                                .append('\n'));
        isWrong(all.toString());
    }

    List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** The number of the token that the sender sends next. */
    long next(int from, int to) {
        return sent[from][to];
    }

    /** That one has been accepted. */
    void isSent(int from, int to) {
        sent[from][to]++;
    }

    void enter(int place) {
        if (inside[place].getAndIncrement() != 0) {
            isWrong(place + " is run by two threads at once");
        }
    }

    void leave(int place) {
        inside[place].getAndDecrement();
    }

    /** Handled by the actor's runner. */
    void receive(int from, int to, long number) {
        long next = received[to][from];
        if (number != next) {
            isWrong(to + " got " + number + " from " + from + " in place of " + next);
        }
        received[to][from] = number + 1;
    }

    void isDead(int from, int to, long number) {
        dead[to].getAndIncrement(from);
        deadNumbers[to].getAndAdd(from, number);
    }

    void compare(String when) {
        for (int from = 0; from < sent.length; from++) {
            for (int to = 0; to < actors; to++) {
                long all = sent[from][to];
                long handled = received[to][from];
                long late = dead[to].get(from);
                long numbers = deadNumbers[to].get(from) + handled * (handled - 1) / 2;
                if (handled + late != all || numbers != all * (all - 1) / 2) {
                    isWrong(
                            when
                                    + ": "
                                    + from
                                    + " sent "
                                    + all
                                    + " to "
                                    + to
                                    + ", which handled "
                                    + handled
                                    + "; "
                                    + late
                                    + " are dead letters");
                }
            }
        }
    }

    /** Nothing that one of the first so many has sent is a dead letter. */
    void compareDead(int senders) {
        for (int to = 0; to < actors; to++) {
            for (int from = 0; from < senders; from++) {
                if (dead[to].get(from) > 0) {
                    isWrong(to + " lived, and has not handled what " + from + " sent");
                }
            }
        }
    }
}
