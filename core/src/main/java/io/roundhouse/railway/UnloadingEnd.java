package io.roundhouse.railway;

import io.roundhouse.memory.Cursor;
import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the unloaders of all kinds of goods have in common: finding goods, moving on, waiting,
 * leaving.
 */
abstract sealed class UnloadingEnd extends Cursor implements AutoCloseable permits LongUnloader {
    final Track track;
    final int station;
    final Owner owner;

    /** With so many goods at a look, more are on their way. */
    private static final int STREAM = 32;

    private final Lane[] lanes;
    private final Sequence[] unloaded;
    private final Sequence[] emptied;
    private final @Nullable GiveBack[] giveBacks;
    private final long[] limits;
    private final Waiter waiter;
    private final Wait forBlock = new ForBlock();
    private final Wait forGoods = new ForGoods();

    // the lane that is being unloaded; unloading thread only
    private int current;
    Lane lane;
    private Sequence passed;
    private Sequence passedBlocks;
    private long block;
    private boolean streaming;

    /**
     * The lane in which goods were last found, -1 for none: its turn is over when they are gone.
     */
    private int served = -1;

    private boolean visiting;
    private boolean leaving;
    private Bell roomBell;

    private volatile boolean left;

    UnloadingEnd(Track track, int station, Lane[] lanes, Waiter waiter) {
        this.track = track;
        this.station = station;
        this.lanes = lanes;
        this.waiter = waiter;
        this.unloaded = new Sequence[lanes.length];
        this.emptied = new Sequence[lanes.length];
        this.giveBacks = new GiveBack[lanes.length];
        this.limits = new long[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            unloaded[i] = lanes[i].unloaded[lanes[i].placeOf(station)];
            if (lanes[i].unloadingStations.length == 1) {
                giveBacks[i] = new GiveBack(lanes[i].mask + 1, Clock.system());
            }
            emptied[i] = lanes[i].emptied[lanes[i].placeOf(station)];
        }
        this.lane = lanes[0];
        this.passed = unloaded[0];
        this.passedBlocks = emptied[0];
        this.block = lane.block;
        this.roomBell = lane.roomBell;
        this.owner = new Owner("the unloader of station " + station);
    }

    // ---- hot path: what LongUnloader and Unloader build on
    // --------------------------------------------------------

    /** Goes on to {@code next}: everything below it is unloaded. */
    final void passed(long next) {
        long crossed = (position ^ next) & -block;
        position = next;
        passed.publish(next);
        if (crossed != 0) {
            passedBlocks.publish(next);
        }
        Bell room = roomBell;
        if (!room.quiet()) {
            room.ring();
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
        if (left) {
            return false;
        }
        passedBlocks.publish(position);
        if (current == served) {
            nextLane();
        }
        boolean found = findGoods(nanos);
        served = found ? current : -1;
        return found;
    }

    private boolean findGoods(long nanos) {
        if (streaming && nanos > 0 && waiter.pause(forBlock)) {
            return true;
        }
        boolean more = moreGoods();
        streaming = more && limit - position >= STREAM;
        if (streaming) {
            limit &= -Lane.LINE; // leave the line that is being loaded to its loader
        }
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
        }
    }

    /** Whether cache lines of this lane are to be written to after they were read. */
    final boolean giveBackNow() {
        GiveBack giveBack = giveBacks[current];
        return giveBack != null && giveBack.at(position);
    }

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
        close();
        return false;
    }

    /** Why there is nothing more. */
    final RailwayClosedException over() {
        return track.closed("station " + station + " has nothing more to unload");
    }

    /** Whether this unloader has come to its end or left. Any thread. */
    public final boolean hasEnded() {
        return left;
    }

    // ---- life cycle
    // -------------------------------------------------------------------------------------------------

    /**
     * Leaves: nothing more will be unloaded here, and loaders no longer wait for this station. What
     * it has not unloaded is counted as undelivered. Where no station is left that unloads a
     * loader's goods, that loader is told so by an exception. Idempotent. The unloading thread
     * only, or any thread when that one has ended. Within a visit: leaves when the visit ends, and
     * the goods of the visit count as unloaded.
     */
    @Override
    public final void close() {
        if (visiting) {
            leaving = true;
        } else if (!left) {
            left = true;
            halt();
            for (Lane each : lanes) {
                each.leave(station);
            }
        }
    }

    final void visitBegins() {
        visiting = true;
    }

    final void visitEnds() {
        visiting = false;
        if (leaving) {
            close();
        }
    }

    /**
     * Lets another thread use this unloader from now on. The caller sees to it that the other one
     * starts later.
     */
    public final void handOver() {
        owner.nobody();
    }

    /** The number of this station, counted from 0. */
    public final int station() {
        return station;
    }

    final long waits() {
        return waiter.waits();
    }

    final long parks() {
        return waiter.parks();
    }

    @Override
    public String toString() {
        return "unloader of station "
                + station
                + " "
                + Arrays.toString(unloaded)
                + (left ? " [left]" : "");
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
