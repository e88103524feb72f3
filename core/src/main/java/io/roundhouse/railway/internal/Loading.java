package io.roundhouse.railway.internal;

import io.roundhouse.memory.Cursor;
import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;
import java.lang.invoke.VarHandle;

/**
 * The loader's end of a lane, whatever is loaded: finding room, publishing, waiting.
 *
 * <p>One thread. What may be on the way at most, who unloads and when the lane is closed is up to
 * the subclass.
 */
public abstract class Loading extends Cursor {
    /** Rung when something was loaded. */
    protected final Bell bell;

    private final Sequence departed;
    private final long block;
    private final Waiter waiter;
    private final Wait forBlock = new ForBlock();
    private final Wait forRoom = new ForRoom();

    /**
     * @param departed told of the progress whenever a multiple of {@code block} was passed
     * @param block a power of two
     * @param bell rung when something was loaded
     * @param waiter waits for room
     */
    protected Loading(Sequence departed, long block, Bell bell, Waiter waiter) {
        this.departed = departed;
        this.block = block;
        this.bell = bell;
        this.waiter = waiter;
    }

    // ---- hot path

    /** Goes on to {@code next}: everything below it is loaded. */
    protected final void publish(long next) {
        long crossed = (position ^ next) & -block;
        publishPosition(next);
        if (crossed != 0) {
            departed.publish(next);
        }
        if (!bell.quiet()) {
            rang();
        }
    }

    /** The same, by one who tells of blocks in another place. */
    protected final void publishNext(long next) {
        publishPosition(next);
        if (!bell.quiet()) {
            rang();
        }
    }

    // ---- cold path

    /** Something was published while somebody sleeps or the lane is closed. */
    protected void rang() {
        bell.ring();
    }

    /** Waits until there is room for one more; returns whether there was in time. */
    protected final boolean awaitRoom(long nanos) {
        checkMayLoad();
        return lookForRoom(nanos > 0) || waitForRoom(nanos);
    }

    /**
     * The unloaders see all that is loaded, also where that is no whole block: before a wait that
     * they are to end.
     */
    protected final void showAll() {
        departed.publish(position);
    }

    /** Looks for room, with a short pause if so wished; returns whether there is. */
    protected final boolean lookForRoom(boolean pause) {
        showAll();
        return room(emptied()) || (pause && block > 1 && waiter.pause(forBlock)) || moreRoom();
    }

    /** Waits until there is room for one more or the lane is closed; returns whether so in time. */
    protected final boolean waitForRoom(long nanos) {
        boolean met = waiter.await(forRoom, nanos);
        checkMayLoad();
        return met;
    }

    /** Looks how far the unloaders have come. */
    protected final boolean moreRoom() {
        return room(unloaded());
    }

    private boolean room(long unloaded) {
        long next = limitAfter(unloaded);
        if (position >= next) {
            return false;
        }
        goOnTo(next);
        return true;
    }

    /** Sets the limit; if the lane is closed meanwhile, that one does not stay. */
    protected final void goOnTo(long next) {
        limit = next;
        VarHandle.fullFence(); // a closing is seen here, or halts the end after this limit was set
        if (closed()) {
            halt();
        }
    }

    /**
     * Whether a loader that waits for room takes a processor from those who are to make it: see
     * {@link Wait#isInTheWay}.
     */
    protected boolean isInTheWay(Clock clock, long nap) {
        return false;
    }

    // ---- what the lane knows

    /** How far the slowest unloader has come. */
    protected abstract long unloaded();

    /** The same, but behind by up to a block: from lines that their owners seldom write. */
    protected abstract long emptied();

    /** How far may be loaded when so much has been unloaded. */
    protected abstract long limitAfter(long unloaded);

    /** Rung by unloaders when they have made room. */
    protected abstract Bell roomBell();

    /** Whether this loader must look at the state of the lane before every load. */
    protected boolean closed() {
        return bell.closed();
    }

    /** Throws if nothing may be loaded any more. */
    protected abstract void checkMayLoad();

    /** Who waits for room here, and who can make it. */
    protected abstract String describeWait();

    // ---- inspection

    /** How often it waited. Any thread; approximate. */
    public final long waits() {
        return waiter.waits();
    }

    /** How often it parked. Any thread; approximate. */
    public final long parks() {
        return waiter.parks();
    }

    private final class ForBlock implements Wait {
        @Override
        public boolean met() {
            return room(emptied());
        }
    }

    private final class ForRoom extends WaitForRoom {
        @Override
        public boolean met() {
            return closed() || moreRoom();
        }

        @Override
        public boolean isInTheWay(Clock clock, long nap) {
            return Loading.this.isInTheWay(clock, nap);
        }
    }

    /** A wait that unloaders end when they have made room. */
    protected abstract class WaitForRoom implements Wait {
        @Override
        public final void beforePark() {
            roomBell().listen();
        }

        @Override
        public final void afterPark() {
            roomBell().ignore();
        }

        @Override
        public final String toString() {
            return describeWait();
        }
    }
}
