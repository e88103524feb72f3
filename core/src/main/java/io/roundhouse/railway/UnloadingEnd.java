package io.roundhouse.railway;

import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What the unloaders of all kinds of goods have in common: finding goods, moving on, waiting,
 * leaving.
 */
abstract sealed class UnloadingEnd extends End permits LongUnloader, Unloader {
    /** With so many goods at a look, more are on their way. */
    private static final int STREAM = 8;

    private final Lane[] lanes;
    private final Sequence[] unloaded;
    private final Sequence[] emptied;
    private final long[] limits;
    private final Wait forBlock = new ForBlock();
    private final Wait forGoods = new ForGoods();

    // the lane that is being unloaded; unloading thread only
    private int current;
    Lane lane;
    private Sequence passed;
    private Sequence passedBlocks;
    private long block;
    private boolean streaming;
    private Bell roomBell;

    private final AtomicBoolean left = new AtomicBoolean();

    UnloadingEnd(Track track, int station, Lane[] lanes, Waiter waiter) {
        super("unloader", track, station, waiter);
        this.lanes = lanes;
        this.unloaded = new Sequence[lanes.length];
        this.emptied = new Sequence[lanes.length];
        this.limits = new long[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            unloaded[i] = lanes[i].unloaded[lanes[i].placeOf(station)];
            emptied[i] = lanes[i].emptied[lanes[i].placeOf(station)];
        }
        this.lane = lanes[0];
        this.passed = unloaded[0];
        this.passedBlocks = emptied[0];
        this.block = lane.block;
        this.roomBell = lane.roomBell;
    }

    // ---- hot path: what LongUnloader and Unloader build on
    // --------------------------------------------------------

    /** Goes on to {@code next}: everything below it is unloaded. */
    final void passed(long next) {
        goOn(next);
        ringForRoom();
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
        long crossed = (position ^ next) & -block;
        position = next;
        passed.publish(next);
        if (crossed != 0) {
            passedBlocks.publish(next);
        }
    }

    private void ringForRoom() {
        Bell room = roomBell;
        if (!room.quiet()) {
            room.ring();
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
    // ------------------------------------------------------------------------------------------------

    /**
     * Waits until {@link #lane} and {@link #end} are at goods.
     *
     * @return false if there were none in time, or the end has come
     */
    final boolean awaitGoods(long nanos) {
        if (left.get()) {
            return false;
        }
        passedBlocks.publish(position);
        nextLane(); // what was seen in this one is unloaded: now the others
        if (streaming && nanos > 0 && waiter.pause(forBlock)) {
            return true;
        }
        boolean more = moreGoods();
        streaming = more && limit - position >= STREAM;
        if (more) {
            return true;
        }
        waiter.await(forGoods, nanos);
        return position < limit || lastGoods();
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
            limits[current] = limit;
            current = current + 1 == lanes.length ? 0 : current + 1;
            lane = lanes[current];
            passed = unloaded[current];
            passedBlocks = emptied[current];
            block = lane.block;
            position = passed.acquire();
            limit = limits[current];
            roomBell = lane.roomBell;
            laneChanged();
        }
    }

    /** {@link #lane} is another one. */
    abstract void laneChanged();

    private boolean more() {
        if (position >= limit) {
            limit = lane.loaded();
        }
        return position < limit;
    }

    /**
     * Where all loaders have left or the railway is closed: whether there are goods all the same;
     * leaves if not.
     */
    private boolean lastGoods() {
        for (Lane each : lanes) {
            if (!each.goodsBell.closed()) {
                return false;
            }
        }
        if (moreGoods()) { // loaded before the closing that was just read
            return true;
        }
        leave();
        return false;
    }

    /** Why there is nothing more. */
    final RailwayClosedException over() {
        return track.closed("station " + station + " has nothing more to unload");
    }

    /** Whether this unloader has come to its end or left. Any thread. */
    public final boolean hasEnded() {
        return left.get();
    }

    // ---- visits -------------------------------------------------------------------------------

    /** Waits for goods, and says how many a visit has; 0 if there were none in time. */
    final int goodsAhead(long nanos) {
        assert owner.isCaller();
        return ready(nanos) ? lane.run(position, limit) : 0;
    }

    /** After a visit whose goods have been passed. */
    final void visited() {
        nextLane();
        exit();
    }

    // ---- life cycle
    // -------------------------------------------------------------------------------------------------

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
            halt();
            for (Lane each : lanes) {
                each.leave(station);
            }
        }
    }

    @Override
    public String toString() {
        long sum = 0;
        for (Lane each : lanes) {
            sum += each.reachedBy(station);
        }
        return "unloader of station "
                + station
                + " ["
                + sum
                + " unloaded"
                + (left.get() ? ", left]" : "]");
    }

    private final class ForBlock implements Wait {
        @Override
        public boolean met() {
            for (int i = 0; i < lanes.length; i++) {
                if (position < limit || position < (limit = lane.departed.acquire())) {
                    return true;
                }
                nextLane();
            }
            return false;
        }
    }

    private final class ForGoods implements Wait {
        @Override
        public boolean met() {
            return moreGoods() || allClosed();
        }

        private boolean allClosed() {
            for (Lane each : lanes) {
                if (!each.goodsBell.closed()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public void beforePark() {
            for (Lane each : lanes) {
                each.goodsBell.listen();
            }
        }

        @Override
        public void afterPark() {
            for (Lane each : lanes) {
                each.goodsBell.ignore();
            }
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
