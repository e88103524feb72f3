package io.roundhouse.pipeline;

import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import io.roundhouse.waiting.internal.BellWait;
import io.roundhouse.waiting.internal.Stay;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One worker of a stage, which passes by all events: that of a stage that works alone, or one that
 * skips what is not in its partition. It is run by a thread of its own, or by whoever has claimed
 * it for a batch ({@link Claim}).
 *
 * <p>Design. A worker looks how far the stages before it have come, handles what it finds there, a
 * block at most, and tells then how far it has come itself: one release a batch, which is what the
 * stages behind wait for. A stage that has much to do thus makes few of them.
 *
 * <pre>
 * Invariants
 *   I1  position &lt;= limit &lt;= least of what the stages before have reached
 *   I2  everything below position is handled, and the batch that it was in has ended
 * </pre>
 */
class Worker<T> extends Counted implements Runnable {
    /** With so many events at a look, more are on their way. */
    private static final int STREAM = 4;

    private static final long NONE = -1;

    final Stage<T> stage;
    final Line<T> line;
    final Source<T> source;
    final int number;

    /** The greatest batch. */
    private final long most;

    /** What is worth a moment's wait: a power of two, no more than a batch. */
    private final long block;

    private final Handler<? super T> handler;
    private final @Nullable Predicate<? super T> filter;
    private final @Nullable Partition<T> partition;
    private final boolean plain;
    private final Stay stay;
    private final Bell bell;
    private final Waiter waiter;
    private final Wait forMore;
    private final Wait forWholeBlock = new ForWholeBlock();
    private final Wait forBlock = new ForBlock();

    private boolean streaming;
    boolean stopped;

    /** The run of the newest event; a run before it was the last where to look for it. */
    private long run;

    /** Events of the batch at hand that were not this worker's, or left the line here. */
    private long passedOver;

    /** The event that is on its way to the siding, or {@link #NONE}. */
    private long toSiding = NONE;

    Worker(Stage<T> stage, int number) {
        this.stage = stage;
        this.line = stage.line;
        this.source = line.source;
        this.number = number;
        this.most = stage.block;
        this.block = Long.highestOneBit(most);
        this.handler = stage.handlerOf(this);
        this.filter = handler instanceof Filter<? super T> some ? some.wanted() : null;
        this.partition = stage.key == null ? null : new Partition<>(this, stage.key);
        this.plain = filter == null && partition == null && stage.bitsBefore == 0;
        this.bell = stage.bell();
        this.waiter = stage.waiters[number];
        this.stay = line.stayOf(stage);
        this.forMore = new ForMore(this::look, stay);
    }

    /**
     * Rung when there may be more for it. A first stage may also be starved, later in its sleep.
     */
    private Bell[] bellsOfMore() {
        return stage.before.isEmpty()
                ? new Bell[] {line.runBell, line.eventBell}
                : stage.before.stream().map(Stage::bell).toArray(Bell[]::new);
    }

    // ---- the worker's loop

    @Override
    public final void run() {
        if (!begin()) {
            return;
        }
        try {
            while (!stopped && awaitMore()) {
                work();
            }
        } catch (Throwable thrown) {
            line.fail(stage, thrown);
        } finally {
            end();
        }
    }

    /** Tells the handler that its worker begins; returns whether it does. Its own thread. */
    boolean begin() {
        if (line.isStopping()) {
            return false;
        }
        try {
            handler.started();
            return true;
        } catch (Throwable thrown) {
            stopped = true;
            line.fail(stage, thrown);
            return false;
        }
    }

    /** Tells the handler that its worker has ended. Its own thread; nobody runs it any more. */
    void end() {
        Thread.interrupted(); // it was meant for handlers that ran
        try {
            handler.stopped();
        } catch (Throwable thrown) {
            line.fail(stage, thrown);
        }
    }

    /** Waits for events; returns whether there are any, and not the end. */
    private boolean awaitMore() {
        if (line.isStopping()) {
            return false;
        }
        if (streaming && block > 1 && waiter.pause(forBlock)) {
            return true;
        }
        if (look()) {
            return true;
        }
        try {
            waiter.await(forMore);
            hasWaited();
        } catch (WaitInterruptedException _) {
            if (line.isStopping()) {
                return false;
            }
            throw interrupted();
        }
        return hasMore() && !line.isStopping();
    }

    /** A wait for more has ended. Its own thread. */
    void hasWaited() {}

    /** Whether there are events at hand. */
    boolean hasMore() {
        return position < limit;
    }

    /** Looks for events; returns whether there are any. */
    boolean look() {
        if (position >= limit) {
            limit = Math.max(limit, stage.available());
        }
        return position < limit;
    }

    /** How far this worker has come, whatever it does at the moment. Any thread. */
    long place() {
        return reached();
    }

    /**
     * Whether it has events at hand, or some in hand. Any thread; approximate.
     *
     * @param end how far the stages before have come
     */
    boolean isBusy(long end) {
        return reached() < end;
    }

    // ---- where threads go round: who has claimed it (see Claim), or its own thread

    /** How its own thread waits. */
    Waiter waiter() {
        return waiter;
    }

    /** How that stays at its bells. */
    Stay stay() {
        return stay;
    }

    /** Whether it has come to the end of the line's events. */
    boolean isAtEnd() {
        return place() >= line.end();
    }

    /** Whether it has events, as far as can be seen without having claimed it. Any thread. */
    boolean hasEvents() {
        return reached() < stage.available();
    }

    /** Runs a batch if there is one; returns whether there was. */
    boolean runBatch() throws Exception {
        if (stopped || line.isStopping() || !look()) {
            return false;
        }
        work();
        failIfInterrupted();
        return true;
    }

    /** An interrupt that its handler has left is this stage's, and not that of the next one. */
    private void failIfInterrupted() {
        if (Thread.currentThread().isInterrupted() && !line.isStopping()) {
            line.fail(stage, interrupted());
        }
    }

    /** What the line fails with where its thread was interrupted, and not by the line. */
    final WaitInterruptedException interrupted() {
        return new WaitInterruptedException(new Interrupted());
    }

    /** A batch of it threw this. */
    void fails(Throwable thrown) {
        stopped = true;
        line.fail(stage, thrown);
    }

    /** With a stream of events, as far as its own thread can see, a block is worth a moment. */
    void pauseForBlock() {
        if (streaming && block > 1 && stage.before.isEmpty()) {
            waiter.pause(forWholeBlock);
        }
    }

    /** Handles what is at hand, a batch at most. */
    void work() throws Exception {
        long from = position;
        long to = Math.min(limit, from + most);
        streaming = to - from >= STREAM;
        publishAfter(batch(from, to, limit));
    }

    /**
     * Handles events as one batch; returns the first that was not handled.
     *
     * @param atHand where what is at hand ends
     */
    final long batch(long from, long to, long atHand) throws Exception {
        handler.beginBatch(from, (int) (to - from), atHand - to);
        long at = from;
        while (at < to && !stopped) {
            run = source.runOf(at, run);
            Lane<T> lane = source.lane(run);
            long offset = source.offset(run);
            long end = Math.min(to, source.endOf(run, to));
            at = handle(lane, at + offset, end + offset) - offset;
        }
        handler.endBatch();
        hasHandled(at - from - passedOver);
        passedOver = 0;
        return at;
    }

    private void publishAfter(long next) {
        publishPosition(next); // release; pairs with Stage.reached: carries all of the batch
        told();
    }

    /** Wakes whom it may concern that this worker has come further. */
    final void told() {
        if (!bell.quiet()) {
            bell.ring();
        }
        if (stage.isLast()) {
            toldAsLast();
        }
    }

    private void toldAsLast() {
        if (!line.runBell.quiet() && isFirstAwaiting()) {
            line.runBell.ring();
        }
        if (line.clears) {
            VarHandle.fullFence(); // of two last stages one sees that both have passed
            source.retire();
        }
    }

    /**
     * Whether the first stage may want an entry; else it would be woken in vain. Where workers
     * share this stage it may have seen less of what they have done than a publisher, and so may
     * want one though there are as many as events; but not where it has taken all that was
     * published: who publishes now rings.
     */
    private boolean isFirstAwaiting() {
        if (!stage.isShared()) {
            return source.canStarve();
        }
        VarHandle.fullFence(); // it sees how far this has come, or what it has left is seen here
        return source.lanes().haveNews();
    }

    // ---- hot path: one lane's events, one behind the other

    /** Handles the events at these positions of a lane; returns the first that was not handled. */
    private long handle(Lane<T> lane, long from, long to) {
        long at = from;
        while (at < to && !stopped) {
            at = plain ? handleAll(lane, at, to) : handleOurs(lane, at, to);
        }
        return at;
    }

    /**
     * The same, where all are this worker's, up to the last slot at most, or to one that fails. By
     * slots, and with nothing in hand but what each round needs: with more, the compiler moves
     * values between kinds of registers, each round behind the other.
     */
    private long handleAll(Lane<T> lane, long from, long to) {
        // locals, as each look at stopping makes all fields be read anew
        Handler<? super T> handler = this.handler;
        Sequence stopping = line.stopping();
        T[] events = lane.events();
        int slot = lane.slot(from);
        long base = from - slot;
        int end = (int) Math.min(to - base, lane.endOfSlots());
        try {
            for (; slot < end && stopping.acquire() == 0; slot++) {
                handler.handle(events[slot]);
            }
            stopped = slot < end;
        } catch (Throwable thrown) {
            stopped = !afterFailure(lane, base + slot, thrown);
            slot += stopped ? 0 : 1;
        }
        return base + slot;
    }

    private long handleOurs(Lane<T> lane, long from, long to) {
        long at = from;
        try {
            for (; at < to && !line.isStopping(); at++) {
                handleIfOurs(lane, at);
            }
            stopped = at < to;
        } catch (Throwable thrown) {
            stopped = !afterFailure(lane, at, thrown);
            at += stopped ? 0 : 1;
        }
        return at;
    }

    private void handleIfOurs(Lane<T> lane, long at) throws Exception {
        T event = lane.event(at);
        if (lane.isOff(lane.slot(at), stage.bitsBefore)
                || (partition != null && !partition.has(event))) {
            passedOver++;
        } else {
            handle(lane, at, event);
        }
    }

    private void handle(Lane<T> lane, long at, T event) throws Exception {
        if (filter == null) {
            handler.handle(event);
        } else if (!filter.test(event)) {
            passedOver++;
            hasFiltered();
            takeOff(lane, at, stage.bit);
        }
        assert partition == null || partition.hasStill(event);
    }

    /** Takes an event off the line; returns whether this stage had not done so before. */
    private boolean takeOff(Lane<T> lane, long at, int fate) {
        return (lane.takeOff(lane.slot(at), fate) & stage.bit) == 0;
    }

    // ---- cold path: a handler has thrown

    /** Does what the stage's policy says; returns whether the line goes on. */
    private boolean afterFailure(Lane<T> lane, long at, Throwable first) {
        Throwable thrown = first;
        for (int i = 0; i < stage.retries && thrown instanceof Exception; i++) {
            if (line.isStopping()) {
                return false;
            }
            triesAgain();
            try {
                tryAgain(lane, at);
                return true;
            } catch (Throwable again) {
                thrown = again;
            }
        }
        try {
            if (thrown instanceof Exception failure
                    && !line.isStopping()
                    && skip(lane, at, failure)) {
                return true;
            }
        } catch (Throwable atTheSiding) {
            if (atTheSiding != thrown) {
                atTheSiding.addSuppressed(thrown);
            }
            thrown = atTheSiding;
        }
        line.fail(stage, thrown);
        return false;
    }

    /** Asks for the key only if it was that which failed: a handler may have changed it. */
    private void tryAgain(Lane<T> lane, long at) throws Exception {
        if (partition != null && partition.takeFailed()) {
            handleIfOurs(lane, at);
        } else {
            handle(lane, at, lane.event(at));
        }
    }

    /** Takes the event off the line and to the siding, if there is one. */
    private boolean skip(Lane<T> lane, long at, Exception failure) {
        var siding = stage.siding;
        var copier = stage.copier;
        if (siding == null || copier == null) {
            return false;
        }
        T event = lane.event(at);
        T made = copier.apply(event);
        T copy = Objects.requireNonNull(made, () -> "the copier of " + stage + " made null");
        if (copy == event) {
            throw new IllegalStateException(
                    "the copier of "
                            + stage
                            + " made no copy: it returned the event itself, which is filled again"
                            + " while the siding has it");
        }
        // where its key failed, all workers are here
        if (takeOff(lane, at, stage.bit | Lane.FAILED)) {
            toSiding = at - source.offset(run);
            siding.accept(new FailedEvent<>(stage.name, toSiding, copy, failure));
            toSiding = NONE;
            hasFailed();
        }
        if (partition != null) {
            partition.takeFailed(); // what fails next is another event
        }
        passedOver++;
        return true;
    }

    // ---- inspection: any thread, once the worker has ended

    /** Whether it has taken this event off the line, and the siding has not taken it. */
    boolean hasLost(long sequence) {
        return toSiding == sequence;
    }

    /** Whether it has claimed this event and not handled it. */
    boolean hasLeft(long sequence) {
        return false;
    }

    // ---- inspection: any thread, approximate

    long waits() {
        return waiter.waits();
    }

    long parks() {
        return waiter.parks();
    }

    @Override
    public String toString() {
        return stage + (stage.workerCount == 1 ? "" : ", worker " + number);
    }

    // ---- waiting

    private final class ForWholeBlock implements Wait {
        @Override
        public boolean met() {
            return source.merged() > place() || source.lanes().haveTrain();
        }
    }

    private final class ForBlock implements Wait {
        @Override
        public boolean met() {
            boolean likely =
                    stage.before.isEmpty()
                            ? source.merged() > position || source.lanes().haveTrain()
                            : stage.reachedBefore() > (position | (block - 1));
            return likely && look();
        }
    }

    /** For more, when the thread was interrupted before or meanwhile. */
    private final class Interrupted implements Wait {
        @Override
        public boolean met() {
            return forMore.met();
        }

        @Override
        public String toString() {
            return forMore
                    + "; its handler has left the thread interrupted, or somebody else has"
                    + " interrupted it";
        }
    }

    /** For its own thread. */
    final class ForMore extends BellWait {
        private final BooleanSupplier atHand;
        private final Pace pace = new Pace();

        /**
         * @param stay how it stays at its bells: not, where somebody else has to tell of what is at
         *     hand, without a fence
         */
        ForMore(BooleanSupplier atHand, Stay stay) {
            super(stay, bellsOfMore());
            this.atHand = atHand;
        }

        @Override
        public boolean met() {
            return line.isStopping() || atHand.getAsBoolean() || isAtEnd();
        }

        @Override
        protected long position() {
            return place();
        }

        /** Behind others that have its events in hand, and more of them. */
        @Override
        public boolean isInTheWay(Clock clock, long nap) {
            return !stage.before.isEmpty()
                    && line.isBusy()
                    && pace.outlasts(
                            clock.nanoTime(), place(), source.lanes().published() - place(), nap);
        }

        @Override
        public String toString() {
            return Worker.this
                    + " waits for "
                    + (stage.before.isEmpty() ? "publishers" : stage.before.toString());
        }
    }
}
