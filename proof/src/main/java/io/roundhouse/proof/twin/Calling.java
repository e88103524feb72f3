package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;

/**
 * Receivers that wait at a channel that stores, and are called to look again one at a time: the
 * same algorithm as {@code StoringChannel} and {@code WaitLine}. The store is a number of elements;
 * senders never wait.
 */
public final class Calling {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who has joined the line sleeps without another look at the store. */
        DOES_NOT_LOOK_AGAIN,

        /** Who has joined the line looks before others can see that it has. */
        JOINS_WITHOUT_A_FENCE,

        /** Who was called takes what it came for and calls nobody for what is left. */
        DOES_NOT_PASS_ON,

        /** Who was called and gives up leaves without a word: nobody is called ever after. */
        STAYS_UNDERWAY,

        /** Who was called is said to be there only when it has passed on what is left. */
        ARRIVES_TOO_LATE
    }

    /** Sleeps without naps: who is not woken sleeps for ever. */
    public interface Sleeper {
        /** The calling thread sleeps until it is woken and that is so. */
        void sleep(BooleanSupplier met);

        /** Wakes that receiver. */
        void wake(int receiver);
    }

    private final Flaw flaw;
    private final Memory memory;
    private final Sleeper sleeper;
    private final Cell elements;
    private final Cell waiting;
    private final Cell underway;
    private final Cell locked;
    private final Cell[] met;

    // guarded by the lock
    private final Deque<Integer> line = new ArrayDeque<>();
    private final boolean[] called;

    /** An empty channel, for so many receivers. */
    public Calling(Memory memory, Sleeper sleeper, int receivers, Flaw flaw) {
        this.flaw = flaw;
        this.memory = memory;
        this.sleeper = sleeper;
        elements = memory.cell(0);
        waiting = memory.cell(0);
        underway = memory.cell(0);
        locked = memory.cell(0);
        met = new Cell[receivers];
        called = new boolean[receivers];
        for (int i = 0; i < receivers; i++) {
            met[i] = memory.cell(0);
        }
    }

    // ---- who sends

    /** Sends one element. */
    public void send() {
        elements.add(1);
        if (wantsCall()) {
            call();
        }
    }

    private boolean wantsCall() {
        return waiting.read() != 0 && underway.read() == 0;
    }

    private void call() {
        int who = -1;
        lock();
        if (underway.read() == 0) {
            who = firstThatWaits();
        }
        unlock();
        if (who >= 0) {
            sleeper.wake(who);
        }
    }

    private int firstThatWaits() {
        while (!line.isEmpty()) {
            int receiver = line.removeFirst();
            waiting.add(-1);
            called[receiver] = true;
            if (met[receiver].replace(0, 1)) {
                underway.add(1);
                return receiver;
            }
            called[receiver] = false; // it has given up, and comes to leave
        }
        return -1;
    }

    // ---- who receives

    /**
     * Receives one element, however long that takes; one that is interrupted gives up where it
     * would sleep. Returns whether it has one.
     */
    public boolean receive(int receiver, boolean interrupted) {
        if (poll()) {
            return true;
        }
        boolean has = false;
        for (boolean over = false; !has && !over; ) {
            over = !await(receiver, interrupted);
            has = poll();
        }
        if (flaw != Flaw.DOES_NOT_PASS_ON && wantsCall() && elements.read() > 0) {
            call();
        }
        if (flaw == Flaw.ARRIVES_TOO_LATE) {
            leave(receiver);
        }
        return has;
    }

    private boolean poll() {
        while (true) {
            long there = elements.read();
            if (there == 0) {
                return false;
            }
            if (elements.replace(there, there - 1)) {
                return true;
            }
        }
    }

    /** Waits until it is called; returns false if it has given up before. */
    private boolean await(int receiver, boolean interrupted) {
        met[receiver].write(0);
        lock();
        line.addLast(receiver);
        if (flaw == Flaw.JOINS_WITHOUT_A_FENCE) {
            waiting.write(waiting.read() + 1);
        } else {
            waiting.add(1);
        }
        unlock();
        boolean mayGoOn = true;
        if (flaw == Flaw.DOES_NOT_LOOK_AGAIN || elements.read() == 0) {
            mayGoOn = sleep(receiver, interrupted);
        }
        if (flaw != Flaw.ARRIVES_TOO_LATE && !(flaw == Flaw.STAYS_UNDERWAY && interrupted)) {
            leave(receiver);
        }
        return mayGoOn;
    }

    private boolean sleep(int receiver, boolean interrupted) {
        if (interrupted) {
            return !met[receiver].replace(0, 1);
        }
        sleeper.sleep(() -> met[receiver].read() == 1);
        return true;
    }

    private void leave(int receiver) {
        lock();
        if (line.remove(receiver)) {
            waiting.add(-1);
        } else if (called[receiver]) {
            called[receiver] = false;
            underway.add(-1);
        }
        unlock();
    }

    private void lock() {
        while (!locked.replace(0, 1)) {
            memory.settle();
        }
    }

    private void unlock() {
        locked.write(0);
    }

    /** How many elements nobody has received. */
    public long left() {
        return elements.read();
    }
}
