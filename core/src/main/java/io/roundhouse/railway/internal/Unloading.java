package io.roundhouse.railway.internal;

import io.roundhouse.memory.Cursor;
import io.roundhouse.memory.Sequence;
import io.roundhouse.waiting.Wait;
import io.roundhouse.waiting.Waiter;
import io.roundhouse.waiting.internal.Bell;

/**
 * The unloader's end of lanes, whatever is unloaded: finding goods, moving on, waiting.
 *
 * <p>One thread. The position and the limit are those of the lane at hand.
 */
public abstract class Unloading extends Cursor {
    /** With so many goods at a look, more are on their way. */
    private static final int STREAM = 32;

    /** Goods of a cache line of 64 bytes. */
    private static final int LINE = 8;

    private final Waiter waiter;
    private final Wait forBlock = new ForBlock();
    private final Wait forGoods = new ForGoods();
    private final TurnsByBlock turnsByBlock = new TurnsByBlock();
    private Inbound[] lanes;

    // the lane that is being unloaded; unloading thread only
    private int current;
    private Sequence passed;
    private Sequence passedBlocks;
    private long block;
    private boolean streaming;

    /**
     * The lane in which goods were last found, -1 for none: its turn is over when they are gone.
     */
    private int served = -1;

    private Bell roomBell;

    /**
     * @param lanes at least one
     * @param waiter waits for goods
     */
    protected Unloading(Inbound[] lanes, Waiter waiter) {
        this.lanes = lanes;
        this.waiter = waiter;
        Inbound first = lanes[0];
        this.passed = first.unloaded;
        this.passedBlocks = first.emptied;
        this.block = first.block;
        this.roomBell = first.roomBell;
    }

    // ---- hot path

    /** Goes on to {@code next}: everything below it is unloaded. */
    protected final void passed(long next) {
        long crossed = (position ^ next) & -block;
        position = next;
        passed.publish(next);
        if (crossed != 0) {
            passedBlocks.publish(next);
        }
        Bell room = roomBell;
        if (!room.quiet()) {
            rang(room);
        }
    }

    // ---- cold path

    /** Something was unloaded while the loader sleeps or the lane is closed. */
    protected void rang(Bell room) {
        room.ring();
    }

    /**
     * Waits until the position is at goods or {@link #over} says so.
     *
     * @return whether it is at goods
     */
    protected final boolean awaitMore(long nanos) {
        if (lookForMore(nanos > 0)) {
            return true;
        }
        return waitForMore(nanos);
    }

    /** Waits without a look first; returns whether the position is at goods. */
    protected final boolean waitForMore(long nanos) {
        waiter.await(forGoods, nanos);
        boolean found = position < limit;
        served = found ? current : -1;
        return found;
    }

    /** Looks for goods, with a short pause if so wished and more are likely. */
    protected final boolean lookForMore(boolean pause) {
        passedBlocks.publish(position);
        if (current == served) {
            nextLane();
        }
        boolean found = find(pause);
        served = found ? current : -1;
        return found;
    }

    private boolean find(boolean pause) {
        if (streaming && pause && turnsByBlock.isNext(lanes.length) && waiter.pause(forBlock)) {
            return true;
        }
        boolean more = moreGoods();
        streaming = more && limit - position >= STREAM;
        if (streaming) {
            limit &= -LINE; // leave the line that is being loaded to its loader
        }
        return more;
    }

    /** Looks for goods in this lane and then, in turn, in all others. */
    protected final boolean moreGoods() {
        refresh();
        for (int i = 0; i < lanes.length; i++) {
            if (more()) {
                return true;
            }
            nextLane();
        }
        return false;
    }

    /** Goes on to the next lane, so that a busy loader cannot starve the others. */
    protected final void nextLane() {
        if (lanes.length > 1) {
            lanes[current].limit = limit;
            moveTo(current + 1 == lanes.length ? 0 : current + 1);
        }
    }

    /** Has other lanes from now on; the next look finds what is in them. Unloading thread only. */
    protected final void lanes(Inbound[] now) {
        Inbound before = lanes[current];
        before.limit = limit;
        lanes = now;
        int there = 0;
        for (int i = 0; i < now.length; i++) {
            if (now[i] == before) {
                there = i;
            }
        }
        served = -1;
        moveTo(there);
    }

    private void moveTo(int index) {
        current = index;
        Inbound lane = lanes[index];
        passed = lane.unloaded;
        passedBlocks = lane.emptied;
        block = lane.block;
        position = passed.acquire();
        limit = lane.limit;
        roomBell = lane.roomBell;
        arrivedAt(index);
    }

    private boolean more() {
        if (position >= limit) {
            Inbound lane = lanes[current];
            limit = lane.limitAfter(lane.loader.reached());
        }
        return position < limit;
    }

    // ---- what the subclass knows

    /** Called when the unloader has gone to the lane with that index. */
    protected void arrivedAt(int lane) {}

    /** Called before every look for goods. */
    protected void refresh() {}

    /** Whether it need not wait for goods any longer. */
    protected abstract boolean over();

    /** Who waits for goods here, and who can bring them. */
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
            for (int i = 0; i < lanes.length; i++) {
                if (position < limit) {
                    return true;
                }
                Inbound lane = lanes[current];
                limit = lane.limitAfter(lane.departed.acquire());
                if (position < limit) {
                    return true;
                }
                nextLane();
            }
            return false;
        }
    }

    private final class ForGoods implements Wait {
        private Inbound[] listening = {};

        @Override
        public boolean met() {
            return moreGoods() || over();
        }

        @Override
        public void beforePark() {
            listening = lanes;
            for (Inbound each : listening) {
                each.goodsBell.listen();
            }
        }

        @Override
        public void afterPark() {
            for (Inbound each : listening) {
                each.goodsBell.ignore();
            }
        }

        @Override
        public String toString() {
            return describeWait();
        }
    }
}
