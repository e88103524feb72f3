package io.roundhouse.pipeline;

import io.roundhouse.railway.internal.Bell;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The stages that any thread of the line may run, where it has more threads than there are
 * processors.
 *
 * <p>Design. Threads that take turns on a processor each find a whole line full of events that have
 * left the caches since, and pay for a switch on top. So a thread that has run a batch of one stage
 * does not wait for the thread of the next one, but runs that stage itself on the same events, and
 * so on: it <em>goes round</em>. Whoever runs a stage has claimed it, for one batch, so that a
 * stage is run by one thread at a time.
 *
 * <pre>
 *   threads            what they do
 *   conductor          goes round; with nothing to do it waits as its strategy says, for publishers
 *   deputy on watch    dozes; goes round, too, once a stage that has events was left alone for a whole nap
 *   other deputies     sleep until nobody is on watch
 *
 * Invariants
 *   I1  a stage's worker is touched by who has claimed it
 *   I2  who has let go of a stage, or told how far one has come, looks at all of them once more
 *   I3  where a deputy has not gone into a round, one is on watch, or the line is closed
 * </pre>
 *
 * Why no event is left lying (I2): who finds a stage claimed has told of the events before that, and
 * who has the claim looks for events after having let go; a full fence stands between the two steps
 * of each, so one of them sees the other.
 *
 * <p>A handler that takes long, or blocks, delays only its own stage: the deputy on watch finds the
 * others left alone and takes them over, and the next deputy is on watch. So there are as many
 * threads at work as there are stages that need one, at a delay of a nap each.
 */
final class Rounds<T> {
    private final Worker<T>[] stages;
    private final Waiter[] deputies;
    private final AtomicBoolean watched = new AtomicBoolean();

    /** Heard by the deputy on watch while nothing moves. */
    private final Bell movingBell;

    /**
     * @param stages each behind those that it follows
     * @param deputies the waiters of the deputies' threads
     */
    @SuppressWarnings("unchecked")
    Rounds(List<Worker<T>> stages, List<Waiter> deputies) {
        this.stages = stages.toArray(Worker[]::new);
        this.deputies = deputies.toArray(Waiter[]::new);
        movingBell = new Bell(this.deputies);
    }

    // ---- hot path: once a batch

    /** Runs a batch of each stage that has events and nobody; returns whether there was one. */
    boolean go() {
        if (!movingBell.quiet()) {
            movingBell.ring();
        }
        VarHandle.fullFence(); // keeps I2: what the caller has told before, its claims come after
        boolean moved = false;
        for (Worker<T> each : stages) {
            moved |= each.visit();
        }
        return moved;
    }

    /** Whether a stage has events and nobody. Any thread. */
    boolean isWanted() {
        for (Worker<T> each : stages) {
            if (each.isWanted()) {
                return true;
            }
        }
        return false;
    }

    // ---- cold path: deputies

    /** Whether a stage has events, whoever is at them. Any thread. */
    boolean isMoving() {
        for (Worker<T> each : stages) {
            if (each.mayHaveMore()) {
                return true;
            }
        }
        return false;
    }

    /** Goes on watch, if nobody is; returns whether the caller is now. */
    boolean watch() {
        return watched.compareAndSet(false, true);
    }

    boolean isWatched() {
        return watched.get();
    }

    /** The caller is no longer on watch: another deputy is to be. */
    void leaveWatch() {
        watched.set(false); // volatile: a full fence stands between this store and the looks at sleepers
        VarHandle.fullFence();
        for (Waiter each : deputies) {
            each.wake();
        }
    }

    Bell movingBell() {
        return movingBell;
    }

    int size() {
        return stages.length;
    }

    /**
     * Notes where stages are that have events and nobody.
     *
     * @param marks where they were at the look before; -1 for the others
     * @return whether one of them is where it was
     */
    boolean isLeftAlone(long[] marks) {
        boolean left = false;
        for (int i = 0; i < stages.length; i++) {
            long now = stages[i].isWanted() ? stages[i].reached() : -1;
            left |= now >= 0 && now == marks[i];
            marks[i] = now;
        }
        return left;
    }
}
