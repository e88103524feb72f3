package io.roundhouse.railway;

import io.roundhouse.memory.End;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;

/** What the loaders of all kinds of goods have in common: finding room, publishing, waiting, leaving. */
abstract sealed class LoadingEnd implements AutoCloseable permits LongLoader {
    final Track track;
    final Lane lane;
    final End end;
    final Bell bell;
    final Owner owner;
    private final Waiter waiter;
    private final Wait forRoom = new ForRoom();

    LoadingEnd(Track track, Lane lane, Waiter waiter) {
        this.track = track;
        this.lane = lane;
        this.end = lane.loader;
        this.bell = lane.goods;
        this.waiter = waiter;
        this.owner = new Owner("the loader of station " + lane.station);
    }

    // ---- hot path: what LongLoader and Loader build on ----------------------------------------------------------

    /** Whether the next slot is known to be free, the railway open, and nobody asleep. */
    final boolean clear(int index) {
        return index != end.limit && bell.quiet();
    }

    /** Publishes {@code count} goods, the last of which is below {@code index}. */
    final void publish(int index, int count) {
        end.index = index;
        end.publish(end.positionPlain() + count);
        if (!bell.quiet()) {
            bell.ring();
        }
    }

    // ---- cold path ----------------------------------------------------------------------------------------------

    /** Waits for room; returns the next free slot, or -1 if there was none in time. */
    final int awaitRoom(long nanos) {
        track.checkMayLoad(lane);
        if (end.index == end.limit && !moreRoom()) {
            boolean met = waiter.await(forRoom, nanos);
            track.checkMayLoad(lane);
            if (!met) {
                return -1;
            }
        }
        return end.index;
    }

    /** Looks how far the unloaders have come. */
    final boolean moreRoom() {
        long free = lane.slots - (end.positionPlain() - lane.leastUnloaded());
        if (free <= 0) {
            return false;
        }
        if (end.index == lane.slots) {
            end.index = 0;
        }
        end.limit = (int) Math.min(end.index + free, lane.slots);
        return true;
    }

    /** The first slot after {@code index} that is not the loader's to fill in one visit. */
    final int endOfVisit(int index) {
        return Math.min(end.limit, lane.endOfTrain(index));
    }

    final int checkLoaded(int loaded, int room) {
        if (loaded < 0 || loaded > room) {
            throw new IndexOutOfBoundsException(
                    "station " + lane.station + " says it loaded " + loaded + " goods where there was room for " + room);
        }
        return loaded;
    }

    // ---- life cycle -----------------------------------------------------------------------------------------------

    /**
     * Leaves: nothing more will be loaded here. What was loaded is delivered; stations that unload only from loaders
     * that have left come to their end. Idempotent. The loading thread only, or any thread when that one has ended.
     */
    @Override
    public final void close() {
        bell.close();
    }

    /** Lets another thread use this loader from now on. The caller sees to it that the other one starts later. */
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
        return "loader of station " + lane.station + " [" + end + " loaded]";
    }

    private final class ForRoom implements Wait {
        @Override
        public boolean met() {
            return bell.closed() || moreRoom();
        }

        @Override
        public void beforePark() {
            lane.room.listen();
        }

        @Override
        public void afterPark() {
            lane.room.ignore();
        }

        @Override
        public String toString() {
            return "station " + lane.station + " waits for room; " + lane.describeUnloaders();
        }
    }
}
