package io.roundhouse.railway;

import io.roundhouse.memory.Cursor;
import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.VarHandle;

/**
 * What the loaders of all kinds of goods have in common: finding room, publishing, waiting,
 * leaving.
 */
abstract sealed class LoadingEnd extends Cursor implements AutoCloseable permits LongLoader {
    final Track track;
    final Lane lane;
    private final Sequence departed;
    private final long block;
    final Bell bell;
    final Owner owner;
    private final Waiter waiter;
    private final Wait forBlock = new ForBlock();
    private final Wait forRoom = new ForRoom();

    // loading thread only
    private boolean visiting;
    private boolean leaving;

    LoadingEnd(Track track, Lane lane, Waiter waiter) {
        this.track = track;
        this.lane = lane;
        this.departed = lane.departed;
        this.block = lane.block;
        lane.loader(this);
        this.bell = lane.goodsBell;
        this.waiter = waiter;
        this.owner = new Owner("the loader of station " + lane.station);
    }

    // ---- hot path: what LongLoader and Loader build on
    // ----------------------------------------------------------

    /** Goes on to {@code next}: everything below it is loaded. */
    final void publish(long next) {
        long crossed = (position ^ next) & -block;
        publishPosition(next);
        if (crossed != 0) {
            departed.publish(next);
        }
        if (!bell.quiet()) {
            bell.ring();
        }
    }

    // ---- cold path
    // ----------------------------------------------------------------------------------------------

    /** Waits until there is room for one more; returns whether there was in time. */
    final boolean awaitRoom(long nanos) {
        track.checkMayLoad(lane);
        departed.publish(position);
        if (room(lane.leastEmptied())) {
            return true;
        }
        if (nanos > 0 && block > 1 && waiter.pause(forBlock)) {
            return true;
        }
        if (moreRoom()) {
            return true;
        }
        boolean met = waiter.await(forRoom, nanos);
        track.checkMayLoad(lane);
        return met;
    }

    /** Looks how far the unloaders have come. */
    final boolean moreRoom() {
        return room(lane.leastUnloaded());
    }

    private boolean room(long emptied) {
        long next = emptied + lane.room;
        if (position >= next) {
            return false;
        }
        limit = next;
        VarHandle.fullFence(); // a closing is seen here, or halts the end after this limit was set
        if (bell.closed()) {
            halt();
        }
        return true;
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

    final long waits() {
        return waiter.waits();
    }

    final long parks() {
        return waiter.parks();
    }

    @Override
    public String toString() {
        return "loader of station " + lane.station + " [" + reached() + " loaded]";
    }

    private final class ForBlock implements Wait {
        @Override
        public boolean met() {
            return room(lane.leastEmptied());
        }
    }

    private final class ForRoom implements Wait {
        @Override
        public boolean met() {
            return bell.closed() || moreRoom();
        }

        @Override
        public void beforePark() {
            lane.roomBell.listen();
        }

        @Override
        public void afterPark() {
            lane.roomBell.ignore();
        }

        @Override
        public String toString() {
            return "station " + lane.station + " waits for room; " + lane.describeUnloaders();
        }
    }
}
