package io.roundhouse.pipeline;

import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Sleep;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.WaitStrategy;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import io.roundhouse.waiting.internal.Stay;
import io.roundhouse.waiting.internal.Stores;
import io.roundhouse.waiting.internal.Thrown;
import io.roundhouse.waiting.internal.Waiters;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of one line share: the source, the stages, and whether it is open.
 *
 * <p>Design of the end. A publisher looks whether the line is closed by comparing its position with
 * a limit that a closing sets back, and pays no fence and no store for it. So a publication may be
 * under way while the line is closed. It is either delivered, or its publisher is told that it is
 * not.
 *
 * <pre>
 *   publisher:  look at limit ; fill ; publish ; closed? → if the lane was sealed before: take it back, throw
 *   who closes: closed ; limits set back ; a nap of 200 µs ; seal all lanes: end = all that is published
 * </pre>
 *
 * Who published and then still read "open" had published before that; its store was in a store
 * buffer when the line was closed, and is visible long before the nap is over
 * (docs/design/0002-who-wakes-whom.md tells why that is enough): the seal finds it. Who reads
 * "closed" asks, under the source's lock, under which lanes are sealed and events are put in order:
 * so what was taken back was seen by no stage. The stages end when they have reached the end, and
 * nobody waits for a filler that does not return.
 */
final class Line<T> {
    private static final long NO_END = Long.MAX_VALUE;
    private static final String A_WAITER = "a waiter";

    /** What the platform makes virtual threads with. Others' factories do not tell. */
    private static final Class<?> VIRTUAL = Thread.ofVirtual().factory().getClass();

    private final @Nullable String name;
    final int capacity;
    final WaitStrategy waiting;
    final boolean clears;

    private final int processors;

    /** Whether there are more threads, with one that publishes, than processors. */
    private final boolean isCrowded;

    /**
     * Whether its threads share carriers, and do not yield. Who publishes and gives way to them is
     * met by some that sleep, which it has to wake for few events.
     */
    private final boolean areVirtual;

    /** Whether threads go round: asked for, and more of them than processors ({@link Rounds}). */
    final boolean goesRound;

    /** Whether some stages are run by whoever goes round. */
    private boolean someGoRound;

    /** How many stages can take events off the line. */
    final int droppers;

    final Source<T> source;

    /** In the order in which they were described: each behind those that it follows. */
    final List<Stage<T>> stages = new ArrayList<>();

    /** How workers stay at bells. */
    private final Stays<T> stays = new Stays<>(stages);

    /** Rung by publishers; heard by the first stages. */
    final Bell eventBell;

    /** Rung by the last stages; heard by publishers. */
    final Bell roomBell;

    /** Rung by the last stages; heard by the first stages where the source is starved. */
    final Bell runBell;

    final Publishers<T> publishers;
    final Feeds feeds = new Feeds();
    final HowEnded ending = new HowEnded();
    private final Sequence end = new Sequence();
    private final List<Waiter> waiters = new ArrayList<>();
    private final StageThreads<T> threads = new StageThreads<>();
    private final Lock settling = new ReentrantLock();

    /**
     * More than 0 once workers must stop before their next event; alone on its lines, as each
     * looks.
     */
    private final Sequence stopping = new Sequence();

    private final OutcomeFinder<T> outcomes = new OutcomeFinder<>(this);

    /** Whether somebody waits for the threads to end: who fails then interrupts them. */
    private volatile boolean awaited;

    Line(PipelineBuilder<T> with, List<Plan<T>> plans) {
        name = with.name;
        capacity = with.capacity;
        waiting = with.waiting;
        droppers = (int) plans.stream().filter(Plan::dropsEvents).count();
        processors = with.processors;
        int workers = plans.stream().mapToInt(each -> each.with().workers).sum();
        isCrowded = workers + 1 > processors; // one that publishes
        goesRound = isCrowded && with.goesRound;
        Consumer<? super T> hook = with.clearing;
        clears = hook != null;
        source = new Source<>(capacity, hook == null ? null : new ClearingHook<>(this, hook));
        end.publish(NO_END);
        int lanes = with.publishers;
        areVirtual = VIRTUAL.isInstance(with.threads);
        Waiter[] forRoom = newWaiters(lanes + 1, waiting, workers + 1, 1);
        List<Waiter[]> ofFirst = new ArrayList<>();
        List<Waiter[]> ofStages = new ArrayList<>();
        for (Plan<T> plan : plans) {
            WaitStrategy its = plan.with().waiting;
            Waiter[] made =
                    newWaiters(plan.with().workers, its == null ? waiting : its, workers + 1, 0);
            ofStages.add(made);
            if (plan.before().isEmpty()) {
                ofFirst.addAll(Stage.groups(made, plan.isShared()).toList());
            }
        }
        eventBell = new Bell(ofFirst);
        runBell = new Bell(ofFirst);
        roomBell = new Bell(forRoom);
        publishers = new Publishers<>(this, with.factory, forRoom);
        connect(plans, ofStages);
        publishers.makeFirst();
    }

    /**
     * @param threads how many there are at least where the first one is used
     * @param more how many more where each further one is: who publishes by a lane that is not the
     *     first is not the only one
     */
    private Waiter[] newWaiters(int number, WaitStrategy strategy, int threads, int more) {
        Waiter[] made = new Waiter[number];
        for (int i = 0; i < number; i++) {
            made[i] =
                    areVirtual
                            ? Waiters.madeBy(strategy)
                            : Waiters.madeBy(strategy, threads + i * more);
        }
        waiters.addAll(List.of(made));
        return made;
    }

    private void connect(List<Plan<T>> plans, List<Waiter[]> itsWaiters) {
        int bit = 1;
        for (Plan<T> plan : plans) {
            List<Stage<T>> before = new ArrayList<>();
            for (Stage<T> each : stages) {
                if (plan.before().contains(each.name)) {
                    before.add(each);
                }
            }
            boolean drops = plan.dropsEvents();
            Waiter[] own = itsWaiters.get(stages.size());
            stages.add(new Stage<>(this, plan, before, own, drops ? bit : 0));
            bit <<= drops ? 1 : 0;
        }
        for (Stage<T> stage : stages) {
            stage.connect();
        }
        source.last(stages.stream().filter(Stage::isLast).toList());
    }

    /**
     * Makes the threads and starts them. Where one cannot be made or started, none is left running.
     */
    void start(ThreadFactory factory) {
        Rounds<T> rounds = makeRounds();
        threads.make(factory, name(), stages, worker -> outcomes.bodyOf(rounds.bodyOf(worker)));
        try {
            threads.start();
        } catch (Throwable thrown) {
            abandon(thrown);
            throw thrown;
        }
    }

    /** The stages that any of their threads may run; all but the first one's are deputies. */
    Rounds<T> makeRounds() {
        List<Worker<T>> movable = new ArrayList<>();
        List<Waiter> deputies = new ArrayList<>();
        for (Stage<T> stage : stages) {
            if (stage.isMovable()) {
                if (!movable.isEmpty()) {
                    deputies.add(stage.waiters[0]);
                }
                movable.add(stage.workers()[0]);
            }
        }
        someGoRound = movable.size() > 1;
        return new Rounds<>(movable, deputies, processors);
    }

    /** Ends the threads that run, although not all do, because of this. */
    private void abandon(Throwable cause) {
        Throwable first = Thrown.by(this::stop, null);
        settle(Long.MAX_VALUE);
        first = Thrown.by(this::wakeAll, first);
        if (first != null && first != cause) {
            cause.addSuppressed(first);
        }
        try {
            join(Long.MAX_VALUE);
        } catch (WaitInterruptedException interrupted) {
            return; // they end all the same; the flag is still set
        }
    }

    // ---- hot path

    /** Whether workers must stop before the next event. Any thread. */
    boolean isStopping() {
        return stopping.acquire() != 0;
    }

    /** What {@link #isStopping} reads, for loops that would otherwise read where it is, too. */
    Sequence stopping() {
        return stopping;
    }

    /** Where the order ends: no worker waits for more; beyond all events while the line is open. */
    long end() {
        return end.acquire();
    }

    /** Whether it is known where the order ends. Any thread. */
    boolean isSettled() {
        return end() != NO_END;
    }

    // ---- the end

    boolean isOpen() {
        return ending.isOpen();
    }

    @Nullable Throwable failure() {
        return ending.failure();
    }

    void checkMayPublish() {
        checkNotClearing("publish into");
        if (!isOpen()) {
            throw closed("nothing more can be published");
        }
    }

    PipelineClosedException closed(String what) {
        return ending.closed(what, this);
    }

    /** Nothing more is accepted from now on, but for what is under way. Any thread; idempotent. */
    private void refuse() {
        if (hasEnded()) {
            return; // who has settled it has done all of this before, and nobody waits any more
        }
        Throwable first = Thrown.by(eventBell::close, null);
        first = Thrown.by(publishers::halt, first); // after the closing: see Loading.goOnTo
        Thrown.again(Thrown.by(this::wakeAll, first));
    }

    /**
     * Wakes everybody, also where some of the wake-ups throw; throws the first of that. Nobody once
     * the line has ended.
     */
    void wakeAll() {
        if (hasEnded()) {
            return;
        }
        VarHandle.fullFence(); // a deputy sees the end before it sleeps, or is found asleep
        Throwable first = null;
        for (Waiter each : waiters) {
            first = Thrown.by(each::wake, first);
        }
        Thrown.again(first);
    }

    private void stopWorkers() {
        stopping.publish(1); // by whom does not matter
        VarHandle.fullFence();
    }

    /** Nothing more is accepted; what was accepted is still handled. Any thread; does not wait. */
    void close() {
        ending.close();
        refuse(); // also where another one has begun to: who closes settles next
    }

    /** Workers stop before their next event. Any thread; does not wait. */
    void stop() {
        ending.close();
        stopWorkers();
        refuse();
    }

    /**
     * The line stops because of this, unless it is being stopped already. Any thread; does not
     * wait.
     *
     * @param place where, in words, if that is known
     */
    void fail(@Nullable Object place, Throwable cause) {
        if (isStopping()) {
            ending.failsToo(place, cause);
            return;
        }
        if (!ending.fail(place, cause)) {
            stopWorkers(); // whoever was first may be about to
            ending.failsToo(place, cause);
            return;
        }
        stopWorkers(); // before the look, as who waits looks behind its own mark
        Throwable first = Thrown.by(this::refuse, null);
        feeds.leaveQueues();
        if (awaited) {
            interrupt();
        }
        Thrown.again(first);
    }

    /** A waiter has thrown at the end, and nobody else is told: the line has failed with that. */
    void failAtWaiter(Throwable thrown) {
        if (!ending.fail(A_WAITER, thrown)) {
            ending.failsToo(A_WAITER, thrown);
        }
    }

    /**
     * Somebody is about to wait for the threads to end. Handlers that run are interrupted where the
     * line has failed or been stopped, now or later: what one of them waits for may never come.
     */
    void awaitsEnd() {
        awaited = true;
        VarHandle.fullFence(); // this sees that they are to stop, or who stops them sees that
        if (isStopping()) {
            interrupt();
        }
    }

    /**
     * Waits until all that was published before has gone through all stages, or cannot any more;
     * returns whether it has in time.
     */
    boolean awaitDelivery(long nanos) {
        checkNotClearing("wait for");
        if (isOwnThread()) {
            throw new IllegalStateException(
                    "a stage cannot wait until all is delivered: what it handles is not, until it returns");
        }
        Delivery<T> all = new Delivery<>(this);
        boolean over = WaitStrategy.backOff().newWaiter().await(all, nanos);
        if (over && !all.isMade()) {
            throw closed("not all that was published had been delivered");
        }
        return over;
    }

    /** Whether what runs is interrupted: somebody waits for the end of a line that is stopped. */
    boolean interrupts() {
        return awaited && isStopping();
    }

    /** Interrupts the handlers that are running; not the calling one. */
    void interrupt() {
        threads.interrupt();
    }

    /**
     * Tells the stages where the order ends; those who sleep are still to be {@linkplain #wakeAll
     * woken}. Any thread, after {@link #refuse}; takes a moment, or as long as a clearing hook
     * does.
     *
     * @return whether it could in time
     */
    boolean settle(long nanos) {
        long deadline = Sleep.deadline(nanos);
        if (!lockSettling(nanos)) {
            return false;
        }
        try {
            if (end() != NO_END) {
                return true;
            }
            Stores.awaitVisible(
                    WaitStrategy.backOff(),
                    "a line that is being closed waits for what publishers have just stored");
            long sealed = source.seal(Sleep.left(deadline));
            if (sealed < 0) {
                return false;
            }
            end.publish(sealed);
            return true;
        } finally {
            settling.unlock();
        }
    }

    private boolean lockSettling(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            settling.lock();
            return true;
        }
        try {
            // one that was interrupted before is told so only if it has to wait
            return settling.tryLock() || settling.tryLock(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            throw interruptedInWait();
        }
    }

    private WaitInterruptedException interruptedInWait() {
        Thread.currentThread().interrupt();
        return new WaitInterruptedException(new ForThreads());
    }

    /** Waits until all threads have ended; returns whether they had in time. */
    boolean join(long nanos) {
        try {
            return threads.join(nanos);
        } catch (InterruptedException interrupted) {
            throw interruptedInWait();
        }
    }

    /**
     * Whether as many workers as there are processors have events at hand, and there are fewer
     * processors than threads, each of which has its own stage. Any thread; approximate.
     */
    boolean isBusy() {
        if (!isCrowded || someGoRound) {
            return false;
        }
        int busy = 0;
        for (int i = 0; i < stages.size(); i++) { // an iterator would be an object a look
            busy += stages.get(i).busy();
        }
        return busy >= processors;
    }

    /** For one of the workers of a stage; once all stages are described. */
    Stay stayOf(Stage<T> stage) {
        return stays.of(stage);
    }

    boolean isOwnThread() {
        return threads.isOneOfThem();
    }

    /**
     * Throws if the calling thread runs a clearing hook, which holds the source's lock.
     *
     * @param what what it wants to do
     */
    void checkNotClearing(String what) {
        if (source.isClearing()) {
            throw new IllegalStateException(
                    "a clearing hook cannot "
                            + what
                            + " its own line, whose publishers and stages wait for it; let it do no"
                            + " more than forget what the event refers to");
        }
    }

    // ---- inspection

    boolean hasEnded() {
        return !isOpen() && end() != NO_END && threads.haveEnded();
    }

    /** The stages of which a thread has not ended. */
    List<String> stagesThatRun() {
        return threads.stagesThatRun(stages);
    }

    LineCounters counters() {
        return hasEnded() ? outcome().counters() : countersSoFar();
    }

    /** Of what all stages had passed a moment ago. */
    LineCounters countersSoFar() {
        if (!clears) { // a hook is for the line's threads, which have it called themselves
            source.retire();
        }
        return source.counters();
    }

    /** What has become of all events, once all has ended. */
    Outcome<T> outcome() {
        return outcomes.outcome();
    }

    /** What each stage has done, and which one limits the line. */
    List<StageCounters> stageCounters() {
        return Sections.of(stages, capacity * busyLanes());
    }

    /** Several publishers may have more on the line than one; lanes without events do not count. */
    private long busyLanes() {
        long busy = 0;
        for (Lane<T> lane : source.lanes().all()) {
            busy += lane.isPassed() ? 0 : 1;
        }
        return Math.max(1, busy);
    }

    /** How it has ended, or is about to; null while it is open. */
    @Nullable Ending ending() {
        return ending.now();
    }

    String explain() {
        return new Explanation<>(this).toString();
    }

    /** What its threads are called after. */
    String name() {
        return name == null ? "pipeline" : name;
    }

    @Override
    public String toString() {
        return name == null ? "the line" : "line " + name;
    }

    private final class ForThreads implements Wait {
        @Override
        public boolean met() {
            return threads.haveEnded();
        }

        @Override
        public String toString() {
            return "a line that is being closed waits for its stages (an interrupt stops it;"
                    + " closeNow() returns what is left): "
                    + explain();
        }
    }
}
