package io.roundhouse.railway;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;

/**
 * The handle with which one station of a {@link LongRailway} loads.
 *
 * <p>One thread at a time; caught when assertions are on. Methods that wait throw {@link
 * WaitInterruptedException} when interrupted, with nothing loaded and the flag still set, and
 * {@link RailwayClosedException} when nothing more can be loaded.
 */
public final class LongLoader extends LoadingEnd {
    /** Fills part of a train. */
    @FunctionalInterface
    public interface Visit {
        /**
         * Loads goods into {@code goods[from]}, {@code goods[from + 1]} … and returns how many, at
         * most {@code to - from}. They leave, all at once, when this returns. The array must not be
         * kept, nor touched outside of the range. If this throws, nothing was loaded and the
         * railway has failed; likewise if it returns less than 0 or more than there is room for,
         * which the caller is told by an {@link IndexOutOfBoundsException}.
         */
        int load(long[] goods, int from, int to);
    }

    private static final long[] NOWHERE = {};

    private static final VarHandle AT = at();

    private final long[] goods;

    /**
     * The train at the platform, loaded good by good: the goods of one window of positions, as many
     * as it has slots. Where the lane is short, the goods themselves.
     */
    private final long[] platform;

    private final int withinWindow;

    /**
     * The platform where there is room for the next good, and its slot is {@code index}; nowhere
     * else, so that the check of the index, which an array makes anyhow, tells. {@code position} is
     * then somewhere in the window, and {@code index} says where.
     */
    private long[] at = NOWHERE;

    LongLoader(Track track, Lane lane, Waiter waiter) {
        super(track, lane, waiter);
        goods = (long[]) lane.store;
        platform = (long[]) lane.platform;
        withinWindow = lane.platformMask;
        index = Lane.EDGE;
    }

    private static VarHandle at() {
        try {
            return MethodHandles.lookup().findVarHandle(LongLoader.class, "at", long[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Loads one good; waits for room. */
    public void load(long good) {
        assert owner.isCaller();
        long[] train = at;
        int slot = index;
        while (Integer.compareUnsigned(slot, train.length) >= 0) {
            goToPlatform(Long.MAX_VALUE);
            train = at;
            slot = index;
        }
        put(train, slot, good);
    }

    /** Puts the good on the train at the platform. */
    private void put(long[] train, int slot, long good) {
        train[slot] = good;
        latest(slot, good);
        publishIndex(slot + 1);
        try {
            if (!isBelowEnd(slot + 1)) { // read behind the good: somebody may be about to sleep
                passedEnd();
            }
        } catch (Throwable e) { // the stack has ended; the good is there
            at = NOWHERE;
            throw e;
        }
    }

    /**
     * With the good before ends the window, a block or the room; or somebody is to be told of it.
     * From one full window to the next nothing has to be opened: whoever revokes the end meanwhile,
     * or halts this loader, has done so for both.
     */
    private void passedEnd() {
        long next = reckoned();
        goTo(next);
        boolean full = (next & withinWindow) == 0;
        long last = limit;
        if (!bell.quiet()) { // first: who sleeps is on its way while the rest is done
            bell.ring();
        }
        if (full || next >= last) {
            depart();
        }
        if (next >= last) {
            at = NOWHERE;
        } else if (!full || next + withinWindow >= last || !isEnd(Lane.EDGE + withinWindow + 1)) {
            openWindow(last);
        }
    }

    /** Waits for room, if there is none; returns whether there was in time. */
    private boolean goToPlatform(long nanos) {
        settlePosition();
        if (position >= limit && !awaitRoom(nanos)) {
            return false;
        }
        long last = limit;
        if (position < last) { // else halted since
            openWindow(last);
        }
        return true;
    }

    /**
     * Lets the next loads go on to the end of the window, or to {@code last}, where the block or
     * the room ends. Whoever announces itself meanwhile revokes that, or is seen here: a fence
     * stands between the two accesses on both sides. The same holds for a closing.
     */
    private void openWindow(long last) {
        long window = position & ~withinWindow;
        if (settled < window) { // where the stack has ended, in between
            depart();
        }
        boolean looked = false;
        try {
            endsAt(Lane.EDGE + (int) (Math.min(last, window + withinWindow + 1) - window));
            at = platform;
            VarHandle.fullFence();
            if (!bell.quiet()) {
                revoke();
                if (bell.closed()) {
                    at = NOWHERE;
                }
            }
            looked = true;
        } finally {
            if (!looked) {
                at = NOWHERE;
            }
        }
    }

    @Override
    public void watched() {
        revoke();
    }

    @Override
    public void halt() {
        try {
            super.halt();
            AT.setOpaque(this, NOWHERE);
        } catch (StackOverflowError e) { // the same without calls
            limit = HALTED;
            at = NOWHERE;
            throw e;
        }
    }

    // ---- where it is: in the window of position, as far as index

    /** Whoever does not go on by the index goes by the position, from here on. */
    private void settlePosition() {
        at = NOWHERE;
        long now = reckoned();
        if (now != position) {
            goTo(now);
        }
    }

    private long reckoned() {
        return (position & ~withinWindow) + index - Lane.EDGE;
    }

    @Override
    void goTo(long next) {
        try {
            if (((position ^ next) & ~withinWindow) != 0) {
                publishPosition(~next); // till both are changed
            }
            publishIndex(slot(next));
            publishPosition(next);
        } catch (StackOverflowError e) { // the same without calls
            position = ~next;
            index = Lane.EDGE + ((int) next & withinWindow);
            position = next;
            throw e;
        }
    }

    private int slot(long at) {
        return Lane.EDGE + ((int) at & withinWindow);
    }

    @Override
    public long reached() {
        while (true) {
            long somewhere = super.reached();
            int slot = index();
            if (somewhere < 0) {
                return ~somewhere;
            }
            if (super.reached() == somewhere) {
                return (somewhere & ~withinWindow) + slot - Lane.EDGE;
            }
        }
    }

    @Override
    void depart() {
        if (settled < position) {
            depart(position);
        }
    }

    /** The train at the platform departs, loaded up to {@code next}. */
    private void depart(long next) {
        long from = settled;
        if (platform != goods) {
            System.arraycopy(platform, slot(from), goods, lane.slot(from), (int) (next - from));
        }
        publishSettled(next);
        VarHandle.storeStoreFence(); // the platform is loaded again after that is seen
        departed(from, next);
    }

    /** Loads one good if there is room; returns whether there was. */
    public boolean tryLoad(long good) {
        return tryLoad(good, 0);
    }

    /**
     * Loads one good; waits for room no longer than the given time. Returns whether there was room.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public boolean tryLoad(long good, Duration time) {
        return tryLoad(good, Clock.nanos(time));
    }

    private boolean tryLoad(long good, long nanos) {
        assert owner.isCaller();
        long[] train = at; // once: it may be halted
        int slot = index;
        while (Integer.compareUnsigned(slot, train.length) >= 0) {
            if (!goToPlatform(nanos)) {
                return false;
            }
            train = at;
            slot = index;
        }
        put(train, slot, good);
        return true;
    }

    /**
     * Loads as many goods as the visit likes, of those that fit into this station's share of the
     * train at hand; waits for room for one. Returns how many were loaded.
     */
    public int load(Visit visit) {
        return load(visit, Long.MAX_VALUE);
    }

    /** Like {@link #load(Visit)}, but returns 0 and does not visit where there is no room. */
    public int tryLoad(Visit visit) {
        return load(visit, 0);
    }

    private int load(Visit visit, long nanos) {
        Objects.requireNonNull(visit, "visit");
        assert owner.isCaller();
        settlePosition();
        int room = roomAhead(nanos);
        if (room == 0) {
            return 0;
        }
        depart();
        int from = lane.slot(position);
        int loaded = 0;
        enter();
        try {
            loaded = checkLoaded(visit.load(goods, from, from + room), room);
        } catch (Throwable thrown) {
            failed(thrown);
            throw thrown;
        } finally {
            keepsLatestFrom(position + loaded);
            publishSettled(position + loaded);
            visited(loaded);
        }
        return loaded;
    }
}
