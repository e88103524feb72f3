package io.roundhouse.proof.simulation;

import io.roundhouse.waiting.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs threads one step at a time, in the order that a {@link Schedule} says, so that a run can be
 * repeated. A step ends where a thread calls {@link #step} or {@link #park}: in every call of a
 * {@link SimulatedWaiter} and at every access to a {@link SimulatedMemory}.
 *
 * <p>A parked thread goes on when it is unparked or when its nap, if it has one, ends. A nap ends
 * at any time, but not before everything that was written has become visible: a nap takes a hundred
 * microseconds and a store at most a few. When nothing else is left to happen than the end of a
 * nap, and what the napping thread waits for is there, then nobody would have woken it, and the nap
 * was needed.
 */
final class Simulation {
    /** A run that went wrong, in words. */
    static final class Failed extends AssertionError {
        private static final long serialVersionUID = 1;

        Failed(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** Ends the threads of a run that is over. */
    private static final class Abandoned extends Error {
        private static final long serialVersionUID = 1;

        Abandoned() {
            super(null, null, false, false);
        }
    }

    /** What a thread does. */
    interface Body {
        void run() throws Exception;
    }

    private static final int MOST_STEPS = 20_000;

    private final Schedule schedule;
    private final List<Task> tasks = new ArrayList<>();
    private final List<SimulatedMemory> memories = new ArrayList<>();
    private final List<String> journal = new ArrayList<>();
    private final Semaphore back = new Semaphore(0);
    private @Nullable Task current;
    private boolean abandoned;
    private int napsNeeded;

    Simulation(Schedule schedule) {
        this.schedule = schedule;
    }

    /** A thread that starts with the run. */
    void thread(String name, Body body) {
        tasks.add(new Task(name, body));
    }

    /** Threads that start with the run, each with its part in what they have in common. */
    <T> void threads(T common, List<Consumer<T>> parts) {
        for (int i = 0; i < parts.size(); i++) {
            Consumer<T> part = parts.get(i);
            thread("thread " + i, () -> part.accept(common));
        }
    }

    void add(SimulatedMemory memory) {
        memories.add(memory);
    }

    /** How many naps were the only thing left that could wake their thread, and did. */
    int napsNeeded() {
        return napsNeeded;
    }

    /**
     * Runs until every thread has ended.
     *
     * @throws Failed if a thread throws, or waits though nobody will ever wake it
     */
    void run() {
        for (Task task : tasks) {
            task.start();
        }
        try {
            for (int steps = 0; go(); steps++) {
                if (steps == MOST_STEPS) {
                    throw new Failed("no end after " + steps + " steps" + history(), null);
                }
            }
        } finally {
            abandon();
        }
    }

    /** Takes one step; returns false when all is over. */
    private boolean go() {
        List<Runnable> options = new ArrayList<>();
        if (current != null && current.state == State.READY) {
            options.add(resume(current));
        }
        for (Task task : tasks) {
            if (task.state == State.READY && task != current) {
                options.add(resume(task));
            }
        }
        for (SimulatedMemory memory : memories) {
            memory.drains(options);
        }
        boolean visible = options.isEmpty() || memories.stream().allMatch(SimulatedMemory::visible);
        boolean onlyNaps = options.isEmpty();
        if (visible) {
            for (Task task : tasks) {
                if (task.state == State.PARKED && task.nap) {
                    options.add(() -> endNap(task, onlyNaps));
                }
            }
        }
        if (options.isEmpty()) {
            for (Task task : tasks) {
                if (task.state != State.DONE) {
                    throw new Failed(stranded() + history(), null);
                }
            }
            return false;
        }
        options.get(schedule.choose(options.size())).run();
        return true;
    }

    private Runnable resume(Task task) {
        return () -> {
            current = task;
            task.turn.release();
            back.acquireUninterruptibly();
            if (task.thrown != null) {
                throw new Failed(task.name + " threw " + task.thrown + history(), task.thrown);
            }
        };
    }

    private void endNap(Task task, boolean needed) {
        if (needed && task.met()) {
            napsNeeded++;
        }
        note(task, "nap ends");
        task.state = State.READY;
        resume(task).run();
    }

    private String stranded() {
        StringBuilder words = new StringBuilder();
        for (Task task : tasks) {
            if (task.state == State.PARKED) {
                words.append(task.name)
                        .append(" is stranded (")
                        .append(task.wait)
                        .append(
                                task.met()
                                        ? "); what it waits for is there, but nobody wakes it. "
                                        : "); what it waits for will never come. ");
            }
        }
        return words.toString();
    }

    String history() {
        return "\n  " + String.join("\n  ", journal);
    }

    private void abandon() {
        abandoned = true;
        for (Task task : tasks) {
            if (task.state != State.DONE) {
                task.turn.release();
                back.acquireUninterruptibly();
            }
        }
    }

    // ---- called by the threads of the run -------------------------------------------------------

    private Task me() {
        Task me = current;
        if (me == null || Thread.currentThread() != me.thread) {
            throw new IllegalStateException("not a thread of the simulation, or not its turn");
        }
        return me;
    }

    /** The number of the calling thread, from 1; 0 outside of a run. */
    int caller() {
        return current == null || Thread.currentThread() != current.thread
                ? 0
                : 1 + tasks.indexOf(current);
    }

    /** The end of a step: others may go on before what comes next. */
    void step(String next) {
        if (caller() == 0 || abandoned) {
            return; // while the scenario is set up, or taken down
        }
        Task me = me();
        me.giveUpTheTurn();
        note(me, next);
    }

    /** Parks until somebody unparks, or the nap, if any, ends. */
    void park(Wait wait, boolean nap) {
        Task me = me();
        note(me, "parks" + (nap ? " for a nap" : ""));
        if (!me.permit) {
            me.wait = wait;
            me.nap = nap;
            me.state = State.PARKED;
            me.giveUpTheTurn();
        }
        me.permit = false;
    }

    /** Lets others go on, as who spins does: to be unparked meanwhile, or before, is not over. */
    void pause(Wait wait) {
        Task me = me();
        boolean permit = me.permit;
        me.permit = false;
        me.wasUnparked = false;
        park(wait, true);
        me.permit = permit || me.wasUnparked;
    }

    void unpark(int thread) {
        Task task = tasks.get(thread - 1);
        task.wasUnparked = true;
        if (task.state == State.PARKED) {
            task.state = State.READY;
        } else {
            task.permit = true;
        }
    }

    private void note(Task task, String what) {
        journal.add(task.name + ": " + what);
    }

    private enum State {
        READY,
        PARKED,
        DONE
    }

    private final class Task {
        final String name;
        final Body body;
        final Semaphore turn = new Semaphore(0);
        State state = State.READY;
        boolean nap;
        boolean permit;
        boolean wasUnparked;
        @Nullable Wait wait;
        @Nullable Throwable thrown;
        @Nullable Thread thread;

        Task(String name, Body body) {
            this.name = name;
            this.body = body;
        }

        void start() {
            thread = Thread.ofVirtual().name(name).start(this::life);
        }

        private void life() {
            turn.acquireUninterruptibly();
            try {
                if (!abandoned) {
                    body.run();
                }
            } catch (Abandoned end) {
                // the run is over
            } catch (Throwable t) {
                thrown = t;
            } finally {
                state = State.DONE;
                back.release();
            }
        }

        void giveUpTheTurn() {
            back.release();
            turn.acquireUninterruptibly();
            if (abandoned) {
                throw new Abandoned();
            }
        }

        boolean met() {
            Task before = current;
            current = null;
            try {
                return wait != null && wait.met();
            } finally {
                current = before;
            }
        }
    }
}
