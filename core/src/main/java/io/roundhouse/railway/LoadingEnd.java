package io.roundhouse.railway;

import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import io.roundhouse.waiting.internal.BellWait;
import io.roundhouse.waiting.internal.Stay;
import java.lang.invoke.VarHandle;

/**
 * What the loaders of all kinds of goods have in common: finding room, publishing, waiting,
 * leaving.
 */
abstract sealed class LoadingEnd extends End permits LongLoader, Loader {
    /** In lanes with room for fewer, a loader goes on as soon as there is any. */
    static final long LONG_LANE = 1 << 16;

    /** Twice as many goods as fit into the second cache of most cores: more distance is no gain. */
    private static final long MOST_ROOM_TO_AWAIT = 1 << 19;

    /** An unloader that needs longer for a good would not gain from the distance. */
    private static final long NANOS_A_GOOD = 4;

    private static final int LONGEST_REST = 1023;

    final Lane lane;
    private final Sequence departed;
    final long block;
    private final long withinBlock;
    final Bell bell;
    private final Wait forBlock = new ForBlock();
    private final Wait forRoom;
    private final Wait forDistance = new ForDistance();

    /** How much room a loader that has used all would like before it goes on. */
    private final long distance;

    /**
     * Where the room ends that is there for certain; {@link #limit} ends with the block at hand.
     */
    private long roomEnd;

    /** Where the train ends that was visited last; a division a visit is saved by that. */
    private long trainEnd;

    // after a wait for that was in vain, so many waits do without, of which so many are left
    private int rest;
    private int restLeft;

    LoadingEnd(Track track, Lane lane, Waiter waiter) {
        super("loader", track, lane.station, waiter);
        this.lane = lane;
        this.departed = lane.departed;
        this.block = lane.block;
        this.withinBlock = block - 1;
        lane.loader(this);
        this.bell = lane.goodsBell;
        this.forRoom = new ForRoom();
        this.distance = lane.room < LONG_LANE ? 0 : Math.min(lane.room / 2, MOST_ROOM_TO_AWAIT);
    }

    // ---- hot path: what LongLoader and Loader build on
    // ----------------------------------------------------------

    /** Goes on to {@code next}: everything below it is loaded. */
    final void publish(long next) {
        long from = position;
        goTo(next);
        departed(from, next);
        if (!bell.quiet()) {
            bell.ring();
        }
    }

    /** Goes on to {@code next} for all to see (release; pairs with {@link #reached}). */
    void goTo(long next) {
        publishPosition(next);
    }

    /**
     * The same, where it is one good below {@link #limit}, and so within a block: that the block is
     * complete is told by the next load, which finds the limit there.
     */
    final void publishOne(long next) {
        publishPosition(next);
        if (!bell.quiet()) {
            bell.ring();
        }
    }

    /** Puts everything that was loaded where departed trains are. Loading thread only. */
    void depart() {}

    /** Tells that everything below {@code next} has departed, if a block is complete. */
    final void departed(long from, long next) {
        if (((from ^ next) & -block) != 0) {
            departed.publish(next);
        }
    }

    // ---- cold path
    // ----------------------------------------------------------------------------------------------

    /** Waits until there is room for one more; returns whether there was in time. */
    final boolean awaitRoom(long nanos) {
        track.checkMayLoad(lane);
        if (position < roomEnd) {
            allowBlock();
            return true;
        }
        depart();
        departed.publish(position);
        if (distance > 0 && nanos == Long.MAX_VALUE) {
            keepDistance();
        }
        if (room(lane.freedBlocks())) {
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
        if (!met && nanos == Long.MAX_VALUE) {
            throw gaveUp(forRoom);
        }
        return met;
    }

    /**
     * Waits a while for room for many. A loader that follows close behind an unloader writes to
     * lines that have just been read and are still in the other core's cache, each of which has to
     * be fetched from there; a while later they are where both get them faster
     * (docs/design/0004a-keep-your-distance.md).
     */
    private void keepDistance() {
        if (restLeft > 0) {
            restLeft--;
        } else if (waiter.linger(forDistance, distance * NANOS_A_GOOD)) {
            rest = 0;
        } else {
            rest = Math.min(2 * rest + 1, LONGEST_REST);
            restLeft = rest;
        }
    }

    /** Looks how far the unloaders have come. */
    final boolean moreRoom() {
        return room(lane.freed());
    }

    private boolean room(long emptied) {
        long next = emptied + lane.room;
        if (position >= next) {
            return false;
        }
        roomEnd = next;
        allowBlock();
        return true;
    }

    /** Goes on to the end of a block: so no load has to ask whether it has completed one. */
    private void allowBlock() {
        if ((position & withinBlock) == 0) {
            depart();
            departed.publish(position);
        }
        limit = Math.min(roomEnd, (position | withinBlock) + 1);
        VarHandle.fullFence(); // a closing is seen here, or halts the end after this limit was set
        if (bell.closed()) {
            halt();
        }
    }

    // ---- visits -------------------------------------------------------------------------------

    /** Waits for room, and says for how many a visit has it; 0 if there was none in time. */
    final int roomAhead(long nanos) {
        assert owner.isCaller();
        if (position >= limit && !awaitRoom(nanos)) {
            return 0;
        }
        return run(position >= limit ? position + 1 : roomEnd); // halted since: one
    }

    /**
     * How many goods from here on, up to {@code end}, lie one behind the other in the array and
     * belong to one train.
     */
    private int run(long end) {
        long at = position;
        if (at >= trainEnd) {
            trainEnd = at - trainEnd < lane.share ? trainEnd + lane.share : lane.trainEnd(at);
        }
        return (int) Math.min(Math.min(end, trainEnd) - at, lane.mask + 1 - (at & lane.mask));
    }

    /** After a visit that loaded so many goods, 0 if it threw. */
    final void visited(int loaded) {
        try {
            if (loaded > 0) {
                publish(position + loaded);
            }
        } finally { // a wake-up may throw
            exit();
        }
    }

    final int checkLoaded(int loaded, int room) {
        if (loaded < 0 || loaded > room) {
            throw new IndexOutOfBoundsException(
                    "station "
                            + station
                            + " says it loaded "
                            + loaded
                            + " goods where there was room for "
                            + room);
        }
        return loaded;
    }

    // ---- life cycle ---------------------------------------------------------------------------

    /**
     * Leaves: nothing more will be loaded here. What was loaded is delivered; stations that unload
     * only from loaders that have left come to their end. Idempotent. Any thread: a load that runs
     * at the same moment is either refused or accepted, and one that waits is refused. In a visit
     * of this loader it takes effect when the visit returns.
     */
    @Override
    public final void close() {
        leaveOrWillLeave();
    }

    @Override
    final void leave() {
        lane.loaderHasLeft();
    }

    @Override
    public String toString() {
        return "loader of station " + station + " [" + reached() + " loaded]";
    }

    private final class ForBlock implements Wait {
        @Override
        public boolean met() {
            return room(lane.freedBlocks());
        }
    }

    private final class ForDistance implements Wait {
        @Override
        public boolean met() {
            return bell.closed() || lane.freedBlocks() - position >= distance - lane.room;
        }

        @Override
        public String toString() {
            return forRoom.toString();
        }
    }

    private final class ForRoom extends BellWait {
        ForRoom() {
            super(Stay.ofOne(), lane.roomBell);
        }

        @Override
        protected void announced() {
            lane.watchUnloaders();
        }

        @Override
        protected long position() {
            return position;
        }

        @Override
        public boolean met() {
            return bell.closed() || moreRoom();
        }

        @Override
        public String toString() {
            return "station " + station + " waits for room; " + lane.describeUnloaders();
        }
    }
}
