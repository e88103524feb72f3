package io.roundhouse.proof.twin;

import io.roundhouse.proof.twin.Memory.Cell;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.function.Function;

/**
 * A worker that sleeps until it is woken, after the same algorithm as {@code Search} and {@code
 * Workers.signal}: while the other worker rests it needs no naps, as whoever could have something
 * for it fences. The other one goes to work, puts something into its queue, and hangs in a call;
 * threads that are no workers leave notes. Who is awake and knows that the other one is at work
 * looks by itself from then on: that is not part of it.
 */
public final class SoundSleep {
    /** What they do wrong. */
    public enum Flaw {
        /** Nothing: passes every check. */
        NONE,

        /** The worker says that it rests no more, and may be seen to put something first. */
        GOES_TO_WORK_WITHOUT_A_FENCE,

        /** A note is written as if nobody could be asleep. */
        LEAVES_A_NOTE_WITHOUT_A_FENCE,

        /** The sleeper asks whether the other one rests, and only then says that it sleeps. */
        ASKS_BEFORE_IT_SAYS_SO,

        /** The sleeper lets a note lie whose actor is visited, and sleeps. */
        SLEEPS_BESIDE_A_NOTE,

        /** Who has something takes one that sleeps soundly for one that looks now and then. */
        TAKES_IT_FOR_A_WATCHER,

        /** Woken in vain, it goes on sleeping, and others go on thinking that it looks. */
        STAYS_WOKEN,

        /** Woken in vain, it says that it sleeps again, and does not look behind that. */
        LOOKS_BEFORE_IT_SLEEPS_AGAIN,

        /** It says that it looks no more, and is to be woken, behind its last look. */
        LOOKS_BEFORE_IT_SLEEPS
    }

    private final Flaw flaw;
    private final Memory memory;
    private final Waiter waiter;
    private final Cell rests;
    private final Cell queue;
    private final Cell notes;
    private final Cell visited;
    private final Cell parked;
    private final Cell searching;
    private final Cell sound;
    private long taken;

    /**
     * @param visited whether whom notes are for is visited at first, and cannot be run
     * @param waiters makes the one with which the sleeper waits
     */
    public SoundSleep(Memory memory, boolean visited, Flaw flaw, Function<Memory, Waiter> waiters) {
        this.flaw = flaw;
        this.memory = memory;
        this.waiter = waiters.apply(memory);
        rests = memory.cell(1);
        queue = memory.cell(0);
        notes = memory.cell(0);
        this.visited = memory.cell(visited ? 1 : 0);
        parked = memory.cell(0);
        searching = memory.cell(1);
        sound = memory.cell(0);
    }

    /** Goes to work, and puts so many into its queue. The other worker. */
    public void work(int count) {
        rests.write(0);
        if (flaw != Flaw.GOES_TO_WORK_WITHOUT_A_FENCE) {
            memory.fence();
        }
        for (long next = 1; next <= count; next++) {
            queue.write(next);
            signal();
        }
    }

    /** Leaves so many notes. A thread that is no worker, the only one. */
    public void note(int count) {
        for (long next = 1; next <= count; next++) {
            if (flaw == Flaw.LEAVES_A_NOTE_WITHOUT_A_FENCE) {
                notes.write(next);
            } else {
                notes.add(1);
            }
            signal();
        }
    }

    /** Tells of something that a third worker, which looks just now, takes. Any thread. */
    public void signalInVain() {
        signal();
    }

    private void signal() {
        long sleepers = parked.read();
        boolean nobodyWatches = sleepers <= sound.read() && flaw != Flaw.TAKES_IT_FOR_A_WATCHER;
        if (sleepers > 0 && searching.read() == 0 && nobodyWatches && parked.replace(1, 0)) {
            searching.add(1); // it, from now on
            waiter.wake();
        }
    }

    /** Takes so many, or fewer, if it sees that the other one is at work. The sleeper. */
    public void sleep(int count) {
        while (taken < count) {
            if (there() > taken) {
                taken++;
            } else if (!maySleepSoundly() || !isWoken()) {
                return; // it looks by itself from now on
            }
        }
    }

    /** Ends its visit, and wakes nobody. A thread that is no worker. */
    public void leave() {
        visited.write(0);
    }

    private long there() {
        return queue.read() + (visited.read() == 0 ? notes.read() : 0);
    }

    /** Nothing lies there, be it for one who is visited. */
    private boolean maySleepSoundly() {
        return rests.read() != 0
                && (flaw == Flaw.SLEEPS_BESIDE_A_NOTE || queue.read() + notes.read() <= taken);
    }

    private boolean isWoken() {
        sound.add(1);
        Sleep sleep = new Sleep();
        waiter.await(sleep);
        sound.add(-1);
        return !sleep.disturbed;
    }

    private final class Sleep implements Wait {
        private boolean disturbed;
        private boolean parks;
        private boolean told;

        @Override
        public boolean met() {
            boolean woken = parks && parked.read() == 0;
            boolean isOver = looks();
            if (flaw == Flaw.LOOKS_BEFORE_IT_SLEEPS && parks && !isOver && !told) {
                told = true;
                searching.add(-1);
            }
            if (woken && !isOver && flaw != Flaw.STAYS_WOKEN) {
                parks();
                isOver = flaw != Flaw.LOOKS_BEFORE_IT_SLEEPS_AGAIN && looks();
            }
            return isOver;
        }

        private boolean looks() {
            if (there() > taken) {
                return true;
            }
            disturbed = flaw != Flaw.ASKS_BEFORE_IT_SAYS_SO && !maySleepSoundly();
            return disturbed;
        }

        private void parks() {
            parked.add(1);
            if (flaw != Flaw.LOOKS_BEFORE_IT_SLEEPS) {
                searching.add(-1);
            }
        }

        @Override
        public boolean wakersFence(Clock clock) {
            return true;
        }

        @Override
        public void beforePark() {
            parks = true;
            parks();
        }

        @Override
        public void afterPark() {
            parks = false;
            if (parked.replace(1, 0)) { // else who has woken it has said so
                searching.add(1);
            }
        }

        @Override
        public String toString() {
            return "a worker sleeps soundly";
        }
    }
}
