package io.roundhouse.railway;

import io.roundhouse.memory.Sequence;
import io.roundhouse.railway.internal.GiveBack;
import io.roundhouse.railway.internal.Shares;
import io.roundhouse.railway.internal.TurnsByBlock;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import io.roundhouse.waiting.internal.BellWait;
import io.roundhouse.waiting.internal.Stay;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What the unloaders of all kinds of goods have in common: finding goods, moving on, waiting,
 * leaving.
 */
abstract sealed class UnloadingEnd extends End permits LongUnloader, Unloader {
    /** No position: it is where it has published. */
    static final long NOT_BY_INDEX = -1;

    /** With so many goods at a look, more are on their way. */
    private static final int STREAM = 32;

    private final Lane[] lanes;
    private final Sequence[] unloaded;
    private final Sequence[] emptied;
    private final @Nullable GiveBack[] giveBacks;

    /** Where a lane is shared, what this station holds of it: its own, or what another has left. */
    private final Sequence[] holds;

    private final long[] limits;
    private final Wait forBlock = new ForBlock();
    private final Wait forGoods;
    private final TurnsByBlock turnsByBlock = new TurnsByBlock();

    // the lane that is being unloaded; unloading thread only
    private int current;
    Lane lane;
    private Sequence passed;
    private Sequence passedBlocks;
    private @Nullable Shares shares;
    private final Share share = new Share();
    private long block;

    /** The bits of a position within its block; none where every good must be told of. */
    private long withinBlock;

    private boolean streaming;

    /** Whether the lane at hand is the next one already, and nothing of it has been seen. */
    private boolean turnBegins;

    /** How far there are goods for certain, of which {@link #limit} allows the next few. */
    long available;

    private Bell roomBell;

    private final AtomicBoolean left = new AtomicBoolean();

    /** Whether nothing more comes, also from others that share; unloading thread only. */
    private boolean seesEnd;

    /** Whether it has left because nothing more came; unloading thread only. */
    private boolean cameToItsEnd;

    /** Set when all that leaving does has been done. */
    private volatile boolean ended;

    UnloadingEnd(Track track, int station, Lane[] lanes, Waiter waiter) {
        super("unloader", track, station, waiter);
        this.lanes = lanes;
        this.unloaded = new Sequence[lanes.length];
        this.emptied = new Sequence[lanes.length];
        this.giveBacks = new GiveBack[lanes.length];
        this.limits = new long[lanes.length];
        this.holds = new Sequence[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            unloaded[i] = lanes[i].unloaded[lanes[i].placeOf(station)];
            holds[i] = unloaded[i];
            if (lanes[i].unloadingStations.length == 1) {
                giveBacks[i] = new GiveBack(lanes[i].mask + 1, Clock.system());
            }
            emptied[i] = lanes[i].emptied[lanes[i].placeOf(station)];
            lanes[i].unloader(station, this);
        }
        this.forGoods = new ForGoods();
        this.lane = lanes[0];
        this.passed = unloaded[0];
        this.passedBlocks = emptied[0];
        this.block = lane.block;
        this.roomBell = lane.roomBell;
        this.shares = lane.shares;
        this.withinBlock = shares == null ? block - 1 : 0;
    }

    // ---- hot path: what LongUnloader and Unloader build on
    // --------------------------------------------------------

    /** Goes on to {@code next}: everything below it is unloaded. */
    final void passed(long next) {
        goOn(next);
        ringForRoom();
    }

    /** The same, where it is one good below a {@link #limit} that {@link #allowBlock} has set. */
    final void passedInBlock(long next) {
        position = next;
        passed.publish(next);
        ringForRoom();
    }

    /** Goes on to the end of a block: so no good has to be asked whether it was the last of one. */
    final void allowBlock() {
        if ((position & withinBlock) == 0) {
            passedBlocks.publish(position);
        }
        limit = Math.min(available, (position | withinBlock) + 1);
    }

    /** The same, where the last of several stations to pass clears what all have passed. */
    final void passedTogether(long next) {
        goOn(next);
        Clearing clearing = lane.clearing;
        if (clearing != null) {
            clearing.clear();
        }
        ringForRoom();
    }

    private void goOn(long next) {
        if (shares != null) {
            goOnInShare(next);
            return;
        }
        long crossed = (position ^ next) & -block;
        position = next;
        passed.publish(next);
        if (crossed != 0) {
            passedBlocks.publish(next);
        }
    }

    private void goOnInShare(long next) {
        passedBlocks.publish(passedBlocks.acquire() + next - position); // how many, here
        position = next;
        if (next < available) {
            passed.publish(next);
            return;
        }
        passed.publish(passed == unloaded[current] ? Shares.NOTHING : Lane.GONE);
        passed = unloaded[current];
        holds[current] = passed;
        ringForEnd();
    }

    /** Goes on to {@code next}, as far as others see. */
    final void publishPassed(long next) {
        passed.publish(next);
    }

    /** Whether goods come in one lane only. */
    final boolean hasOneLane() {
        return lanes.length == 1;
    }

    /** Others see {@link #position} already; somebody may wait for that. */
    final void passedEnd() {
        if ((position & withinBlock) == 0) {
            passedBlocks.publish(position);
        }
        ringForRoom();
    }

    /** How far it may go on by an index within so many goods, a power of two. */
    final long endWithin(long window) {
        return Math.min(limit, Math.min(position | withinBlock, position | (window - 1)) + 1);
    }

    /** Whether a loader may sleep until there is room in this lane. */
    final boolean isRoomAwaited() {
        return !roomBell.quiet();
    }

    private void ringForRoom() {
        Bell room = roomBell;
        if (!room.quiet()) {
            room.ring();
        }
    }

    /** Others that share the lane may wait for their end: for what this station no longer holds. */
    private void ringForEnd() {
        Bell goods = lane.goodsBell;
        if (goods.closed()) {
            goods.ring();
        }
    }

    /**
     * Whether there is a good at {@code position}, after a wait for one.
     *
     * @throws RailwayClosedException if the railway has failed and the end has come
     */
    final boolean ready(long nanos) {
        if (position < limit || awaitGoods(nanos)) {
            return true;
        }
        if (left.get() && track.cause() != null) {
            throw over();
        }
        return false;
    }

    /** Waits for a good, and throws if the end has come. */
    final void awaitGood() {
        if (!awaitGoods(Long.MAX_VALUE)) {
            throw over();
        }
    }

    // ---- cold path

    /**
     * Waits until {@link #lane} is one that has goods, up to {@link #available}.
     *
     * @return false if there were none in time, or the end has come
     */
    final boolean awaitGoods(long nanos) {
        if (left.get()) {
            return false;
        }
        if (position < available) {
            turnBegins = false;
            arrange();
            return true;
        }
        if (shares == null) {
            passedBlocks.publish(position);
        }
        if (!turnBegins) {
            nextLane(); // what was seen in this one is unloaded: now the others
        }
        turnBegins = false;
        if (streaming && nanos > 0 && turnsByBlock.isNext(lanes.length) && waiter.pause(forBlock)) {
            return true;
        }
        boolean more = moreGoods();
        streaming = more && Math.max(available, limit) - position >= STREAM;
        if (more) {
            return true;
        }
        waitForGoods(nanos);
        boolean found = position < limit || lastGoods();
        if (!found && nanos == Long.MAX_VALUE && !left.get()) {
            throw gaveUp(forGoods);
        }
        return found;
    }

    private void waitForGoods(long nanos) {
        int waiting = current; // the wait may end at another lane
        GiveBack giveBack = giveBacks[waiting];
        if (giveBack != null) {
            giveBack.waits(unloaded[waiting].acquire());
        }
        try {
            waiter.await(forGoods, nanos);
        } finally { // an interrupted wait is one, too
            if (giveBack != null) {
                giveBack.waited(unloaded[waiting].acquire());
            }
        }
    }

    /** Looks for goods in this lane and then, in turn, in all others. */
    final boolean moreGoods() {
        for (int i = 0; i < lanes.length; i++) {
            if (more()) {
                return true;
            }
            nextLane();
        }
        return false;
    }

    /** Goes on to the next lane, so that a busy loader cannot starve the others. */
    final void nextLane() {
        if (lanes.length > 1) {
            putBack();
            limits[current] = available;
            current = current + 1 == lanes.length ? 0 : current + 1;
            lane = lanes[current];
            shares = lane.shares;
            passed = holds[current];
            passedBlocks = emptied[current];
            block = lane.block;
            withinBlock = shares == null ? block - 1 : 0;
            position = passed.acquire();
            available = limits[current];
            limit = position;
            roomBell = lane.roomBell;
            laneChanged();
        }
    }

    /** Whether cache lines of this lane are to be written to after they were read. */
    final boolean giveBackNow() {
        GiveBack giveBack = giveBacks[current];
        return giveBack != null && giveBack.at(position, available);
    }

    /** {@link #lane} is another one. */
    abstract void laneChanged();

    /** Sets {@link #limit} for the goods up to {@link #available}. */
    void arrange() {
        limit = available;
    }

    /** Looks how far has been loaded; returns whether there are goods. */
    boolean look() {
        return shares == null ? found(lane.loaded()) : claim(shares, lane.loaded());
    }

    /** Whether others get the goods of this lane that this station does not. */
    final boolean isShared() {
        return shares != null;
    }

    /** Looks for goods of those of which a block is complete. */
    private boolean lookForBlock() {
        long end = lane.departed.acquire();
        return shares == null ? found(end) : claim(shares, end);
    }

    /** Claims goods, of those up to {@code end}, or takes over what another station has left. */
    private boolean claim(Shares from, long end) {
        Lane.Rest rest = lane.takeRest();
        if (rest != null) {
            passed = rest.hold();
            holds[current] = passed;
            share.claimed(passed.acquire(), rest.end());
            return true;
        }
        if (from.claim(share, end)) {
            return true;
        }
        if (passed.acquire() != Shares.NOTHING) {
            passed.publish(Shares.NOTHING);
            try {
                ringForRoom(); // the loader may have seen the hold and gone to sleep
            } finally {
                ringForEnd(); // likewise another station
            }
        }
        return false;
    }

    /** Goes on if there are goods up to {@code end}; leaves a line that is being loaded alone. */
    final boolean found(long end) {
        if (position >= end) {
            return false;
        }
        available = end - position < STREAM ? end : end & -Lane.LINE;
        arrange();
        return true;
    }

    private boolean more() {
        if (position < limit) {
            return true;
        }
        if (position < available) {
            arrange();
            return true;
        }
        return look();
    }

    /** Whether there are goods after all; leaves if there are none and the end has come. */
    private boolean lastGoods() {
        if (!hasEndOrGoods()) {
            return false;
        }
        if (position < limit) {
            return true;
        }
        cameToItsEnd = true;
        leave();
        return false;
    }

    /**
     * Where all loaders have left or the railway is closed: whether there are goods all the same,
     * or never will be. Once the end was seen it has come: who shares and is slow may seem to hold
     * something for a moment yet.
     */
    private boolean hasEndOrGoods() {
        if (seesEnd) {
            return true;
        }
        if (!Lane.areClosed(lanes)) {
            return false;
        }
        if (moreGoods()) { // loaded before the closing that was just read
            return true;
        }
        seesEnd = track.hasFailed() || !Lane.areHeld(lanes); // who has thrown may not come back
        return seesEnd;
    }

    /** Whoever does not go on by an index goes by the position, from here on. */
    void settlePosition() {}

    /**
     * How far it has unloaded its only lane, if others are to reckon that from its index; otherwise
     * {@link #NOT_BY_INDEX}, and the lane has been told. Any thread.
     */
    long unloadedByIndex() {
        return NOT_BY_INDEX;
    }

    /** What was taken off trains, but not unloaded, is put back. */
    void putBack() {}

    /** Why there is nothing more. */
    final RailwayClosedException over() {
        if (!cameToItsEnd) {
            return new RailwayClosedException(
                    "station " + station + " cannot unload: its unloader has been closed",
                    track.cause());
        }
        return track.closed("station " + station + " has nothing more to unload");
    }

    /**
     * Whether this unloader has left, or one of its own calls has found that the end has come: who
     * only looks from outside may see false although nothing is left. Any thread.
     */
    public final boolean hasEnded() {
        return ended;
    }

    // ---- visits -------------------------------------------------------------------------------

    /** Waits for goods, and says how many a visit has; 0 if there were none in time. */
    final int goodsAhead(long nanos) {
        assert owner.isCaller();
        return ready(nanos) ? lane.stretch(position, available) : 0;
    }

    /** After a visit whose goods have been passed. */
    final void visited() {
        nextLane();
        turnBegins = true;
        exit();
    }

    // ---- life cycle

    /**
     * Leaves: nothing more will be unloaded here, and loaders no longer wait for this station. What
     * it has not unloaded is counted as undelivered. Where no station is left that unloads a
     * loader's goods, that loader is told so by an exception. Idempotent. The unloading thread
     * only, or any thread when that one has ended; caught when assertions are on. In a visit of
     * this unloader it takes effect when the visit returns, and the goods of that visit count as
     * unloaded.
     */
    @Override
    public final void close() {
        assert owner.isCallerOrGone();
        leaveOrWillLeave();
    }

    @Override
    final void leave() {
        if (left.compareAndSet(false, true)) {
            settlePosition();
            putBack();
            halt();
            limits[current] = available;
            for (int i = 0; i < lanes.length; i++) {
                if (lanes[i].shares == null) {
                    lanes[i].leave(station);
                } else {
                    lanes[i].leaveShared(station, holds[i], limits[i]);
                }
            }
            ended = true; // last: who sees it may hand back what was put back
        }
    }

    @Override
    public String toString() {
        return "unloader of station "
                + station
                + " ["
                + allUnloaded()
                + " unloaded"
                + (left.get() ? ", left]" : "]");
    }

    /** How many goods it has unloaded, of all lanes. */
    private long allUnloaded() {
        long sum = 0;
        for (Lane each : lanes) {
            sum += each.reachedBy(station);
        }
        return sum;
    }

    /** This station as one of those that share the lane at hand. */
    private final class Share implements Shares.Sharer {
        @Override
        public void hold(long good) {
            boolean moves = passed.acquire() != Shares.NOTHING; // a claim was lost
            passed.publish(good);
            if (moves) {
                ringForRoom(); // the loader may have seen the hold and gone to sleep
            }
        }

        @Override
        public void claimed(long from, long to) {
            position = from;
            available = to;
            arrange();
        }
    }

    private final class ForBlock implements Wait {
        @Override
        public boolean met() {
            for (int i = 0; i < lanes.length; i++) {
                if (position < limit) {
                    return true;
                }
                if (position < available) {
                    arrange();
                    return true;
                }
                if (lookForBlock()) {
                    return true;
                }
                nextLane();
            }
            return false;
        }
    }

    private final class ForGoods extends BellWait {
        ForGoods() {
            super(
                    Arrays.stream(lanes).allMatch(each -> each.unloadingStations.length == 1)
                            ? Stay.ofOne()
                            : Stay.none(),
                    Arrays.stream(lanes).map(each -> each.goodsBell).toArray(Bell[]::new));
        }

        @Override
        protected void announced() {
            for (Lane each : lanes) {
                each.watchLoader();
            }
        }

        @Override
        protected long position() {
            return allUnloaded();
        }

        @Override
        public boolean met() {
            return moreGoods() || hasEndOrGoods();
        }

        @Override
        public String toString() {
            return "station "
                    + station
                    + " waits for goods; they come from "
                    + Track.stations(lanes);
        }
    }
}
