package io.roundhouse.railway;

import io.roundhouse.railway.internal.GiveBack;
import io.roundhouse.railway.internal.Inbound;
import io.roundhouse.railway.internal.Unloading;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Waiter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the unloaders of all kinds of goods have in common: the railway they unload from, and leaving it. */
abstract sealed class UnloadingEnd extends Unloading implements AutoCloseable permits LongUnloader {
    final Track track;
    final int station;
    final Owner owner;

    private final Lane[] lanes;
    private final @Nullable GiveBack[] giveBacks;
    private @Nullable GiveBack giveBack;

    /** The lane that is being unloaded. Unloading thread only. */
    Lane lane;

    private boolean visiting;
    private boolean leaving;
    private volatile boolean left;

    UnloadingEnd(Track track, int station, Lane[] lanes, Waiter waiter) {
        super(inbound(station, lanes), waiter);
        this.track = track;
        this.station = station;
        this.lanes = lanes;
        this.lane = lanes[0];
        this.giveBacks = new GiveBack[lanes.length];
        for (int i = 0; i < lanes.length; i++) {
            if (lanes[i].unloadingStations.length == 1) {
                giveBacks[i] = new GiveBack(lanes[i].mask + 1, Clock.system());
            }
        }
        this.giveBack = giveBacks[0];
        this.owner = new Owner("the unloader of station " + station);
    }

    private static Inbound[] inbound(int station, Lane[] lanes) {
        return Arrays.stream(lanes).map(lane -> lane.inbound(station)).toArray(Inbound[]::new);
    }

    // ---- cold path
    // ------------------------------------------------------------------------------------------------

    /**
     * Waits until {@link #lane} and the position are at goods.
     *
     * @return false if there were none in time, or the end has come
     */
    final boolean awaitGoods(long nanos) {
        return !left && (awaitMore(nanos) || lastGoods());
    }

    @Override
    protected final void arrivedAt(int index) {
        lane = lanes[index];
        giveBack = giveBacks[index];
    }

    /** Whether cache lines of this lane are to be written to after they were read. */
    final boolean giveBackNow() {
        return giveBack != null && giveBack.at(position);
    }

    @Override
    protected final boolean over() {
        for (Lane each : lanes) {
            if (!each.goodsBell.closed()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Where all loaders have left or the railway is closed: whether there are goods all the same;
     * leaves if not.
     */
    private boolean lastGoods() {
        if (!over()) {
            return false;
        }
        if (moreGoods()) { // loaded before the closing that was just read
            return true;
        }
        close();
        return false;
    }

    @Override
    protected final String describeWait() {
        return "station " + station + " waits for goods; they come from " + Track.stations(lanes);
    }

    /** Why there is nothing more. */
    final RailwayClosedException end() {
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

    private String positions() {
        StringBuilder words = new StringBuilder();
        for (Lane each : lanes) {
            words.append(words.isEmpty() ? "" : ", ").append(each.reachedBy(station));
        }
        return words.toString();
    }

    @Override
    public String toString() {
        return "unloader of station "
                + station
                + " ["
                + positions()
                + " unloaded]"
                + (left ? " [left]" : "");
    }
}
