package io.roundhouse.railway;

import io.roundhouse.railway.internal.Bell;
import io.roundhouse.railway.internal.Loading;
import io.roundhouse.waiting.Waiter;

/** What the loaders of all kinds of goods have in common: the railway they load for, and leaving it. */
abstract sealed class LoadingEnd extends Loading implements AutoCloseable permits LongLoader {
    final Track track;
    final Lane lane;
    final Owner owner;

    // loading thread only
    private boolean visiting;
    private boolean leaving;

    LoadingEnd(Track track, Lane lane, Waiter waiter) {
        super(lane.departed, lane.block, lane.goodsBell, waiter);
        this.track = track;
        this.lane = lane;
        lane.loader(this);
        this.owner = new Owner("the loader of station " + lane.station);
    }

    @Override
    protected final long unloaded() {
        return lane.leastUnloaded();
    }

    @Override
    protected final long emptied() {
        return lane.leastEmptied();
    }

    @Override
    protected final long limitAfter(long unloaded) {
        return unloaded + lane.room;
    }

    @Override
    protected final Bell roomBell() {
        return lane.roomBell;
    }

    @Override
    protected final void checkMayLoad() {
        track.checkMayLoad(lane);
    }

    @Override
    protected final String describeWait() {
        return "station " + lane.station + " waits for room; " + lane.describeUnloaders();
    }

    final int checkLoaded(int loaded, int room) {
        if (loaded < 0 || loaded > room) {
            throw new IndexOutOfBoundsException(
                    "station "
                            + lane.station
                            + " says it loaded "
                            + loaded
                            + " goods where there was room for "
                            + room);
        }
        return loaded;
    }

    // ---- life cycle
    // -----------------------------------------------------------------------------------------------

    /**
     * Leaves: nothing more will be loaded here. What was loaded is delivered; stations that unload
     * only from loaders that have left come to their end. Idempotent. The loading thread only, or
     * any thread when that one has ended. Within a visit: leaves when the visit ends.
     */
    @Override
    public final void close() {
        if (visiting) {
            leaving = true;
        } else {
            lane.close();
        }
    }

    final void visitBegins() {
        visiting = true;
    }

    final void visitEnds() {
        visiting = false;
        if (leaving) {
            lane.close();
        }
    }

    /**
     * Lets another thread use this loader from now on. The caller sees to it that the other one
     * starts later.
     */
    public final void handOver() {
        owner.nobody();
    }

    /** The number of this station, counted from 0. */
    public final int station() {
        return lane.station;
    }

    @Override
    public String toString() {
        return "loader of station " + lane.station + " [" + reached() + " loaded]";
    }
}
