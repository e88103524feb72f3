package io.roundhouse.pipeline;

import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

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
 *   deputy on watch       goes round once it is called, or a stage has      dozes, looks, dozes …
 *                         been left alone, as long as it is needed
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
 * <p>How many go round: one, as long as what a round takes is less than what it would cost to hand
 * its events to another processor. A round that takes longer ({@link #LONG_NANOS}, {@link
 * #LONG_NANOS_EACH}) and leaves stages behind that have events and nobody calls the deputy on
 * watch, unless as many go round as there are processors; one that waits for a moment after a long
 * round is not counted, so there may be one more or two. A deputy whose own round was short stands
 * by again, unless no thread of a stage before its own has done one meanwhile: so never do all.
 *
 * <p>Why a watch: a handler may block, or just take long, while its thread is the only one that
 * goes round, and then nobody comes to the end of a round. Stages that have events and nobody for
 * the whole of a nap are then taken over by the deputy on watch, and the next deputy goes on watch.
 *
 * <p>Stages with several workers, with a thread of their own by request, and all stages behind
 * them, are run by their own threads: who goes round must not have to be told by somebody who does
 * not.
 *
 * <p>Once the end is known all threads wait for their own stage, so that each ends when that has.
 *
 * <p>Proof: {@code RoundsStress} and the twin {@code Claiming} in the module proof. Price and what
 * was refused: docs/design/0011h-going-round-is-asked-for.md and
 * 0013b-how-many-threads-go-round.md. Roots: helping, as in Herlihy, "Wait-free synchronization"
 * (TOPLAS 1991), with a claim instead of idempotent steps; run to completion, as in Welsh et al.,
 * "SEDA" (SOSP 2001), which batches stages for the same reason.
 */
final class Rounds<T> {
    private static final long NOT_ALONE = -1;

    /** A round that takes longer, and so much an event, is worth another thread. */
    private static final long LONG_NANOS = 5_000;

    private static final long LONG_NANOS_EACH = 30;

    private final Claim<T>[] stages;
    private final Waiter[] deputies;
    private final int processors;

    /** How many rounds each thread has done that goes round, that of the first stage's first. */
    private final List<Sequence> done = new ArrayList<>();

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger goRound = new AtomicInteger();
    private final AtomicBoolean watched = new AtomicBoolean();
    private final AtomicBoolean called = new AtomicBoolean();
    private volatile @Nullable Waiter onWatch;

    /** Not quiet while the deputy on watch sleeps, as nothing moves. */
    private final Bell movingBell = new Bell();

    /**
     * @param stages each behind those that it follows and the first one that of the thread which
     *     waits for publishers
     * @param deputies the waiters of the deputies' threads
     * @param processors how many threads may go round
     */
    @SuppressWarnings("unchecked")
    Rounds(List<Worker<T>> stages, List<Waiter> deputies, int processors) {
        this.processors = processors;
        this.stages = stages.stream().map(each -> new Claim<>(each, this)).toArray(Claim[]::new);
        this.deputies = deputies.toArray(Waiter[]::new);
    }

    /** A claim has been made (a full fence): whoever watches and sleeps is to look at it. */
    void moves() {
        Waiter watching = movingBell.quiet() ? null : onWatch;
        if (watching != null) {
            wake(watching);
        }
    }

    /** A stage was let go that has events: the thread that waits for publishers looks again. */
    void leftEvents() {
        wake(stages[0].worker.waiter());
    }

    private void wake(Waiter each) {
        stages[0].wake(each);
    }

    /** What a worker's own thread does. */
    Runnable bodyOf(Worker<T> worker) {
        Claim<T> claim = claim(worker);
        if (stages.length == 1 || claim == null) {
            return worker;
        }
        done.add(new Sequence());
        return new GoingRound<>(claim, this, done.size() - 1);
    }

    /** How that worker is claimed; null if it is run by its own thread only. */
    @Nullable Claim<T> claim(Worker<T> worker) {
        for (Claim<T> each : stages) {
            if (each.worker == worker) {
                return each;
            }
        }
        return null;
    }

    // ---- hot path: once a batch

    /**
     * Runs a batch of each stage that has events and nobody; returns how many events there were.
     */
    long go() {
        VarHandle.fullFence(); // keeps I2: what the caller has told is seen before it finds a claim
        long events = 0;
        for (Claim<T> each : stages) {
            events += each.visit();
        }
        return events;
    }

    /** Whether it would have been worth handing such a round's events to another processor. */
    static boolean isLong(long nanos, long events) {
        return nanos > LONG_NANOS + LONG_NANOS_EACH * events;
    }

    /** Whether a stage has events, and nobody. Any thread. */
    boolean isOneLeftAlone() {
        for (Claim<T> each : stages) {
            if (each.isLeftAlone()) {
                return true;
            }
        }
        return false;
    }

    // ---- cold path: deputies

    /**
     * Whether all threads have begun: until then a stage is held by a claim that nobody was told
     * of.
     */
    boolean haveAllBegun() {
        return begun.get() == done.size();
    }

    /** The caller's stage may be run by all. */
    void begins() {
        begun.getAndIncrement();
    }

    /** Whether a stage has events, whoever is at them. Any thread. */
    boolean isMoving() {
        for (Claim<T> each : stages) {
            if (each.hasEvents()) {
                return true;
            }
        }
        return false;
    }

    /** The caller begins to go round. */
    void enter() {
        goRound.getAndIncrement();
    }

    /**
     * The caller no longer goes round, though there may be events: the first thread looks, unless
     * somebody is at them.
     */
    void leave() {
        goRound.getAndDecrement(); // a full fence; keeps I2: who lets go now looks, or this does
        if (isOneLeftAlone()) {
            leftEvents();
        }
    }

    /** That thread has done one more round. */
    void hasDoneOne(int thread) {
        Sequence its = done.get(thread);
        its.publish(its.acquire() + 1);
    }

    /** How many rounds the threads before that one have done. Any thread; approximate. */
    long doneBefore(int thread) {
        long sum = 0;
        for (int i = 0; i < thread; i++) {
            sum += done.get(i).acquire();
        }
        return sum;
    }

    /** There is more to do than one thread should: has one more go round, if that may help. */
    void call() {
        Waiter next = onWatch;
        if (next != null
                && goRound.get() < processors
                && isOneLeftAlone()
                && called.compareAndSet(false, true)) {
            wake(next);
        }
    }

    boolean isCalled() {
        return called.get();
    }

    /** Goes on watch, if nobody is; returns whether the caller is now. */
    boolean watch(Waiter waiter) {
        if (!watched.compareAndSet(false, true)) {
            return false;
        }
        called.set(false);
        onWatch = waiter;
        return true;
    }

    boolean isWatched() {
        return watched.get();
    }

    /** The caller is no longer on watch: another deputy is to be. */
    void leaveWatch() {
        onWatch = null;
        watched.set(false);
        VarHandle.fullFence(); // who goes to sleep now finds nobody on watch, or is found asleep
        for (Waiter each : deputies) {
            wake(each);
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
            long now = stages[i].isLeftAlone() ? stages[i].worker.place() : NOT_ALONE;
            left |= now != NOT_ALONE && now == marks[i];
            marks[i] = now;
        }
        return left;
    }
}
