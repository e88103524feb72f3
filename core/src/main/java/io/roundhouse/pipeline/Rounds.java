package io.roundhouse.pipeline;

import io.roundhouse.railway.internal.Bell;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The stages that any thread of the line may run, in a line that goes round and has more threads
 * than there are processors.
 *
 * <p>Design. Threads that take turns on a processor each find a whole line full of events that have
 * left its caches meanwhile, and pay for the switch on top. So a thread that has run a batch of one
 * stage does not leave the next one to its thread, but runs that stage, too, on the same events,
 * and so on: it <em>goes round</em>. Whoever runs a stage has claimed it for one batch, so a stage
 * is run by one thread at a time.
 *
 * <pre>
 *   thread of             what it does                                      when it has nothing to do
 *   the first stage       goes round                                        waits for publishers
 *   deputy on watch       goes round once a stage has been left alone       dozes, looks, dozes …
 *   other deputies        go on watch once nobody is                        sleep
 *
 * Invariants
 *   I1  a worker is touched only by who has claimed it; the claim carries all that was done before
 *   I2  who tells how far a stage has come, or lets go of one, looks at all stages afterwards, or
 *       wakes the first thread, which does
 *   I3  somebody is on watch, unless all deputies go round, or the end is known
 *   I4  who has claimed a worker has woken the deputy on watch, or that one sees its events
 * </pre>
 *
 * Why no event is left lying (I2): who finds a stage claimed has told of its events before, and who
 * has the claim looks for events after having let go. A full fence stands between the two steps of
 * each, so one of them sees what the other did (Dekker).
 *
 * <p>Why a watch: a handler may block, or just take long, while its thread is the only one that
 * goes round. Stages that have events and nobody for the whole of a nap are then taken over by the
 * deputy on watch, and the next deputy goes on watch. Nobody reads a clock in between. What is not
 * noticed so are stages that are alone for less than a nap, again and again: they are run one after
 * the other. Therefore a line goes round only where that is asked for.
 *
 * <p>Stages with several workers, with a thread of their own by request, and all stages behind
 * them, are run by their own threads: who goes round must not have to be told by somebody who does
 * not.
 *
 * <p>Once the end is known all threads wait for their own stage, so that each ends when that has.
 *
 * <p>Proof: {@code RoundsStress} and the twin {@code Claiming} in the module proof. Price and what
 * was refused: docs/design/0011-a-lane-a-publisher.md. Roots: helping, as in Herlihy, "Wait-free
 * synchronization" (TOPLAS 1991), with a claim instead of idempotent steps; run to completion, as
 * in Welsh et al., "SEDA" (SOSP 2001), which batches stages for the same reason.
 */
final class Rounds<T> {
    private static final long NOT_ALONE = -1;

    private final Worker<T>[] stages;
    private final Waiter[] deputies;
    private final AtomicBoolean watched = new AtomicBoolean();

    /** Heard by the deputy on watch while nothing moves. */
    private final Bell movingBell;

    /**
     * @param stages each behind those that it follows and the first one that of the thread which
     *     waits for publishers
     * @param deputies the waiters of the deputies' threads
     */
    @SuppressWarnings("unchecked")
    Rounds(List<Worker<T>> stages, List<Waiter> deputies) {
        this.stages = stages.toArray(Worker[]::new);
        this.deputies = deputies.toArray(Waiter[]::new);
        movingBell = new Bell(this.deputies);
        for (Worker<T> each : stages) {
            each.goesRoundIn(this);
        }
    }

    /** A claim has been made (a full fence): whoever watches and sleeps is to look at it. */
    void moves() {
        if (!movingBell.quiet()) {
            movingBell.ring();
        }
    }

    /** A stage was let go that has events: the thread that waits for publishers looks again. */
    void leftEvents() {
        stages[0].waiter().wake();
    }

    /** What a worker's own thread does. */
    Runnable bodyOf(Worker<T> worker) {
        return stages.length > 1 && worker.stage.isMovable()
                ? new GoingRound<>(worker, this, worker != stages[0])
                : worker;
    }

    // ---- hot path: once a batch

    /** Runs a batch of each stage that has events and nobody; returns whether there was one. */
    boolean go() {
        VarHandle.fullFence(); // keeps I2: what the caller has told is seen before it finds a claim
        boolean moved = false;
        for (Worker<T> each : stages) {
            moved |= each.visit();
        }
        return moved;
    }

    /** Whether a stage has events, and nobody. Any thread. */
    boolean isOneLeftAlone() {
        for (Worker<T> each : stages) {
            if (each.isLeftAlone()) {
                return true;
            }
        }
        return false;
    }

    // ---- cold path: deputies

    /** Whether a stage has events, whoever is at them. Any thread. */
    boolean isMoving() {
        for (Worker<T> each : stages) {
            if (each.hasEvents()) {
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
        watched.set(false);
        VarHandle.fullFence(); // who goes to sleep now finds nobody on watch, or is found asleep
        for (Waiter each : deputies) {
            each.wake();
        }
    }

    Bell movingBell() {
        return movingBell;
    }

    /** Marks for {@link #wereLeftAlone} before the first look. */
    long[] newMarks() {
        long[] marks = new long[stages.length];
        Arrays.fill(marks, NOT_ALONE);
        return marks;
    }

    /**
     * Looks which stages have events and nobody.
     *
     * @param marks where they were at the look before; where they are now, afterwards
     * @return whether one of them is where it was
     */
    boolean wereLeftAlone(long[] marks) {
        boolean left = false;
        for (int i = 0; i < stages.length; i++) {
            long now = stages[i].isLeftAlone() ? stages[i].reached() : NOT_ALONE;
            left |= now != NOT_ALONE && now == marks[i];
            marks[i] = now;
        }
        return left;
    }
}
