package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Function;

/**
 * Workers that sleep at the same two bells, after the same algorithm as {@code SharingWorker},
 * {@code Source.merge}, {@code SharedStay} and {@code Bell}. They share the events: who tells of
 * one wakes one of them, which wakes the next where there is more; or each handles all of them, and
 * all are woken: there whoever looks first takes what is new for all. While they stay at both bells
 * nobody naps. Each publisher rings a bell of its own. A stay lasts for two rings here.
 */
public final class SharedBells {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** Who has waited does not look whether there is more, for another one. */
        WAKES_NO_OTHER,

        /**
         * Who finds more wakes another one within its wait: it may be woken itself, and is gone.
         */
        WAKES_ANOTHER_WITHIN_ITS_WAIT,

        /** Who comes to the end does not tell another one. */
        KEEPS_THE_END,

        /** Who rings while workers stay goes without the fence. */
        RINGS_WITHOUT_A_FENCE,

        /** Who takes what is new says so before it has said how far the events go now. */
        TELLS_WHAT_IS_TAKEN_FIRST,

        /** Workers trust in a stay that has only just begun. */
        TRUSTS_A_FRESH_STAY,

        /** Workers ask one of the bells only whether they stay. */
        ASKS_ONE_BELL,

        /**
         * A stay that begins at one bell does not count where there is one at the other already.
         */
        DATES_ONE_BELL
    }

    private static final long NO_END = Long.MAX_VALUE;

    private final Flaw flaw;
    private final Memory memory;
    private final Waiter[] waiters;
    private final Cell[] bells;

    /** How many each publisher has published. */
    private final Cell[] published;

    /** How many of these are known to all; moved under the lock, as what was taken. */
    private final Cell merged;

    private final Cell taken;
    private final Cell locked;

    /** How many events were claimed by all, or by each. */
    private final Cell[] claimed;

    private final boolean shared;
    private final Cell end;

    private final StayTogether stay;

    /**
     * @param shared whether each event is for one of the workers, and not for each of them
     * @param makeWaiter makes those with which workers wait
     */
    public SharedBells(
            int workers,
            int publishers,
            boolean shared,
            Memory memory,
            Flaw flaw,
            Function<Memory, Waiter> makeWaiter) {
        this.flaw = flaw;
        this.memory = memory;
        waiters = new Waiter[workers];
        for (int i = 0; i < workers; i++) {
            waiters[i] = makeWaiter.apply(memory);
        }
        bells = cells(2);
        published = cells(publishers);
        merged = memory.cell(0);
        taken = memory.cell(0);
        locked = memory.cell(0);
        claimed = cells(shared ? 1 : workers);
        this.shared = shared;
        end = memory.cell(NO_END);
        stay = new StayTogether(memory);
    }

    private Cell[] cells(int number) {
        Cell[] made = new Cell[number];
        for (int i = 0; i < number; i++) {
            made[i] = memory.cell(0);
        }
        return made;
    }

    // ---- publishers

    /** Publishes so many, one by one. The publisher of that number. */
    public void publish(int publisher, int count) {
        Cell bell = bells[publisher % bells.length];
        for (int i = 1; i <= count; i++) {
            published[publisher].write(i);
            long seen = bell.read();
            if (seen != 0) {
                ring(bell, seen);
            }
        }
    }

    private void ring(Cell bell, long seen) {
        if (StayTogether.isStay(seen) && flaw != Flaw.RINGS_WITHOUT_A_FENCE) {
            StayTogether.countDown(bell, seen);
            memory.fence();
        }
        if (shared) {
            wakeAnother();
        } else {
            wakeAll();
        }
    }

    /** Tells all where the events end. */
    public void close(int events) {
        end.write(events);
        memory.fence();
        wakeAll();
    }

    private void wakeAll() {
        for (Waiter each : waiters) {
            each.wakeSleeper();
        }
    }

    // ---- workers

    /** Handles one event, however long it waits for it; returns false at the end. */
    public boolean handleOne(int worker) {
        if (claim(worker)) {
            return true;
        }
        ForMore forMore = new ForMore(worker);
        waiters[worker].await(forMore);
        if (shared && flaw != Flaw.WAKES_NO_OTHER && flaw != Flaw.WAKES_ANOTHER_WITHIN_ITS_WAIT) {
            wakeAnotherForMore();
        }
        return forMore.hasClaimed;
    }

    /** Handles events until the end, and passes that on. */
    public void handleAll(int worker) {
        while (!isAtEnd(worker) && handleOne(worker)) {
            // handled
        }
        if (flaw != Flaw.KEEPS_THE_END) {
            wakeAnother();
        }
    }

    /** How many events some have not claimed. Nobody else does anything. */
    public long left() {
        long left = 0;
        for (Cell each : claimed) {
            left += all() - each.read();
        }
        return left;
    }

    private Cell place(int worker) {
        return claimed[shared ? 0 : worker];
    }

    private boolean claim(int worker) {
        Cell mine = place(worker);
        long from = mine.read();
        while (from < available()) {
            if (mine.replace(from, from + 1)) {
                return true;
            }
            from = mine.read();
        }
        return false;
    }

    /** Takes what is new; how far the events go. */
    private long available() {
        if (shared) {
            return all();
        }
        if (all() != taken.read()) {
            while (!locked.replace(0, 1)) {
                memory.pause();
            }
            long all = all();
            if (flaw == Flaw.TELLS_WHAT_IS_TAKEN_FIRST) {
                taken.write(all);
                merged.write(all);
            } else {
                merged.write(all);
                taken.write(all);
            }
            locked.write(0);
        }
        return merged.read();
    }

    private long all() {
        long all = 0;
        for (Cell each : published) {
            all += each.read();
        }
        return all;
    }

    private boolean isAtEnd(int worker) {
        return place(worker).read() >= end.read();
    }

    private void wakeAnotherForMore() {
        if (claimed[0].read() < available()) {
            wakeAnother();
        }
    }

    private void wakeAnother() {
        for (Waiter each : waiters) {
            if (each.wakeSleeper()) {
                return;
            }
        }
    }

    private final class ForMore implements Wait {
        private final int worker;
        private boolean hasClaimed;

        ForMore(int worker) {
            this.worker = worker;
        }

        @Override
        public boolean met() {
            hasClaimed = hasClaimed || claim(worker);
            if (hasClaimed && flaw == Flaw.WAKES_ANOTHER_WITHIN_ITS_WAIT) {
                wakeAnotherForMore();
            }
            return hasClaimed || isAtEnd(worker);
        }

        @Override
        public void beforePark() {
            for (Cell bell : bells) {
                bell.add(1);
            }
        }

        @Override
        public void afterPark() {
            for (int i = 0; i < bells.length; i++) {
                stay.stay(bells[i], flaw != Flaw.DATES_ONE_BELL || i == 0);
            }
        }

        @Override
        public boolean wakersFence(Clock clock) {
            int asked = flaw == Flaw.ASKS_ONE_BELL ? 1 : bells.length;
            return stay.hasLasted(asked, flaw == Flaw.TRUSTS_A_FRESH_STAY, bells);
        }

        @Override
        public String toString() {
            return "waits for an event";
        }
    }
}
