package io.roundhouse.railway;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * The handle with which one station of a {@link LongRailway} unloads.
 *
 * <p>One thread at a time; caught when assertions are on. Methods that wait throw {@link
 * WaitInterruptedException} when interrupted, with nothing unloaded and the flag still set. The
 * <em>end</em> comes when every loader has left or the railway was closed, and everything that was
 * loaded has been unloaded. Where the railway has failed, whoever comes to the end gets a {@link
 * RailwayClosedException} with the cause.
 */
public final class LongUnloader extends UnloadingEnd {
    /** Takes goods out of part of a train. */
    @FunctionalInterface
    public interface Visit {
        /**
         * Takes {@code goods[from]} to {@code goods[to - 1]}, in the order in which they were
         * loaded. Their room is free for others when this returns. The array must not be kept,
         * changed, nor read outside of the range. If this throws, the goods of this visit count as
         * unloaded and the railway has failed.
         */
        void unload(long[] goods, int from, int to);
    }

    private static final long[] NOWHERE = {};

    private static final VarHandle TOLD = told();

    /** Where goods are taken before they are unloaded one by one. */
    private final long[] platform = new long[Lane.PLATFORM + 2 * Lane.EDGE];

    // where the next good is: in the store of the lane or on the platform
    private long[] goods;
    private int mask;

    /**
     * The platform where the next good is there, in the slot {@code index}; nowhere else, so that
     * the check of the index, which an array makes anyhow, tells.
     */
    private long[] at = NOWHERE;

    /** {@code position} is behind, and this and the index are in its place; or it is not. */
    private long origin = NOT_BY_INDEX;

    /** The same for others, {@link #NOT_BY_INDEX} while they are told each position. */
    @SuppressWarnings("UnusedVariable") // through TOLD
    private long told = NOT_BY_INDEX;

    /** Whether others reckon from the index how far it is: where it has one lane, its own. */
    private final boolean tellsByIndex;

    private boolean oneByOne;
    private boolean giveBack;

    /** Whether the store no longer has what is on the platform. */
    private boolean givenBack;

    LongUnloader(Track track, int station, Lane[] lanes, Waiter waiter) {
        super(track, station, lanes, waiter);
        goods = (long[]) lane.store;
        mask = lane.mask;
        tellsByIndex = hasOneLane() && !isShared();
    }

    private static VarHandle told() {
        try {
            return MethodHandles.lookup().findVarHandle(LongUnloader.class, "told", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * Unloads one good; waits for it.
     *
     * @throws RailwayClosedException if the end has come
     */
    public long unload() {
        assert owner.isCaller();
        long[] train = at;
        int slot = index;
        while (Integer.compareUnsigned(slot, train.length) >= 0) {
            if (isShared()) {
                return unloadShared();
            }
            goToPlatform();
            train = at;
            slot = index;
        }
        long good = train[slot];
        int next = slot + 1;
        if (tellsByIndex) {
            publishIndex(next);
        } else {
            publishPassed(origin + next);
            index = next;
        }
        boolean goesOn = false;
        try {
            goesOn = isBelowEnd(next); // read behind the good: a loader may be about to sleep
        } finally {
            if (!goesOn) { // or the stack has ended, and the good is gone
                at = NOWHERE;
            }
        }
        if (!goesOn) {
            settlePosition();
            passedEnd();
        }
        return good;
    }

    /** Others must be told of every good. */
    private long unloadShared() {
        if (position >= limit) {
            oneByOne = true;
            awaitGood();
        }
        long good = goods[Lane.EDGE + ((int) position & mask)];
        passed(position + 1);
        return good;
    }

    /**
     * Waits for goods, if there are none, and lets the next calls go on by the index, as long as
     * goods are on the own platform. Whoever announces itself meanwhile revokes that, or is seen
     * here: a fence stands between the two accesses on both sides.
     */
    private void goToPlatform() {
        settlePosition();
        oneByOne = true;
        if (position >= limit) {
            awaitGood();
        }
        if (isShared()) { // another lane than before
            return;
        }
        if (goods != platform) {
            arrange();
        }
        int slot = ownSlot(position);
        publishIndex(slot); // means nothing yet
        origin = position - slot;
        if (tellsByIndex) {
            TOLD.setRelease(this, origin);
        }
        int end = (int) (endWithin(Lane.PLATFORM) - origin);
        if (!tellsByIndex || !isEnd(end)) { // who revokes the same end has done so for good
            endsAt(end);
            VarHandle.fullFence();
            if (isRoomAwaited()) {
                revoke();
            }
        }
        at = platform; // last, with all that is said above
    }

    @Override
    public void watched() {
        revoke();
    }

    @Override
    void settlePosition() {
        at = NOWHERE;
        if (origin != NOT_BY_INDEX) {
            position = origin + index;
            if (tellsByIndex) {
                publishPassed(position);
                TOLD.setRelease(this, NOT_BY_INDEX); // behind it
            }
            origin = NOT_BY_INDEX;
        }
    }

    /** Where it is does not change its origin: what lies between two equal ones belongs to them. */
    @Override
    long unloadedByIndex() {
        long before = (long) TOLD.getAcquire(this);
        int slot = index();
        return before == (long) TOLD.getAcquire(this) && before != NOT_BY_INDEX
                ? before + slot
                : NOT_BY_INDEX;
    }

    /**
     * Gives one good to {@code taker} if there is one; returns whether there was. If the taker
     * throws, the good counts as unloaded and the railway has failed.
     */
    public boolean tryUnload(LongConsumer taker) {
        return tryUnload(taker, 0);
    }

    /**
     * Gives one good to {@code taker}; waits for it no longer than the given time. Returns whether
     * there was one.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public boolean tryUnload(LongConsumer taker, Duration time) {
        return tryUnload(taker, Clock.nanos(time));
    }

    private boolean tryUnload(LongConsumer taker, long nanos) {
        assert owner.isCaller();
        Objects.requireNonNull(taker, "taker");
        settlePosition();
        oneByOne = true;
        if (!ready(nanos)) {
            return false;
        }
        long good = goods[Lane.EDGE + ((int) position & mask)];
        passed(position + 1);
        try {
            taker.accept(good);
        } catch (Throwable thrown) {
            failed(thrown);
            throw thrown;
        }
        return true;
    }

    /**
     * Unloads goods that are there: of one loader, as many as lie one behind the other in its
     * trains; waits for one. Returns how many, 0 if the end has come.
     *
     * @throws RailwayClosedException if the end has come because the railway has failed
     */
    public int unload(Visit visit) {
        return unload(visit, Long.MAX_VALUE);
    }

    /**
     * Like {@link #unload(Visit)}, but returns 0 and does not visit where there is no good; whether
     * one will ever come tells {@link #hasEnded}.
     *
     * @throws RailwayClosedException if the end has come because the railway has failed
     */
    public int tryUnload(Visit visit) {
        return unload(visit, 0);
    }

    /**
     * Gives every good to {@code taker} until the end has come; returns how many there were. If it
     * throws, the railway has failed: the good that it was given counts as unloaded, and those
     * behind that one are still there.
     */
    public long forEach(LongConsumer taker) {
        Visit each = new Giving(Objects.requireNonNull(taker, "taker"));
        long sum = 0;
        for (int n = unload(each); n != 0; n = unload(each)) {
            sum += n;
        }
        return sum;
    }

    private int unload(Visit visit, long nanos) {
        assert owner.isCaller();
        Objects.requireNonNull(visit, "visit");
        settlePosition();
        oneByOne = false;
        putBack();
        int count = goodsAhead(nanos);
        if (count == 0) {
            return 0;
        }
        int from = Lane.EDGE + ((int) position & mask);
        int done = count;
        enter();
        try {
            visit.unload(goods, from, from + count);
        } catch (Throwable thrown) {
            done = visit instanceof Giving giving ? giving.given : count;
            failed(thrown);
            throw thrown;
        } finally {
            if (giveBack) {
                giveBack(goods, from, from + done);
            }
            try {
                passed(position + done);
            } finally { // a wake-up may throw
                visited();
            }
        }
        return count;
    }

    /** Gives goods to a consumer, one behind the other; it may throw at one. */
    private static final class Giving implements Visit {
        private final LongConsumer taker;

        /** How many goods of the visit the consumer was given. */
        int given;

        Giving(LongConsumer taker) {
            this.taker = taker;
        }

        @Override
        public void unload(long[] goods, int from, int to) {
            int next = from;
            try {
                while (next < to) {
                    taker.accept(goods[next++]);
                }
            } finally {
                given = next - from;
            }
        }
    }

    // ---- where goods are ------------------------------------------------------------------------

    @Override
    void arrange() {
        giveBack = giveBackNow();
        long[] store = (long[]) lane.store;
        if (oneByOne) {
            takeOff(store);
        } else {
            goods = store;
            mask = lane.mask;
            limit = available;
        }
    }

    /** Takes the goods up to the end of a platform off their trains, and gives their lines back. */
    private void takeOff(long[] store) {
        long end = Math.min(available, (position | (Lane.PLATFORM - 1)) + 1);
        int from = lane.slot(position);
        int count = Math.min((int) (end - position), lane.mask + 1 - (from - Lane.EDGE));
        goods = platform;
        mask = Lane.PLATFORM - 1;
        System.arraycopy(store, from, platform, Lane.EDGE + ((int) position & mask), count);
        givenBack = giveBack;
        if (giveBack) {
            giveBack(store, from, from + count);
        }
        limit = position + count;
    }

    private static void giveBack(long[] store, int from, int to) {
        for (int slot = from; slot < to; slot += Lane.LINE) {
            store[slot] = 0;
        }
    }

    /**
     * Looks whether there is one good only, then at the trains that have departed, then at the one
     * that is being loaded.
     */
    @Override
    boolean look() {
        if (isShared()) {
            return super.look();
        }
        return isOneMore() || found(lane.departed()) || lookAtPlatform();
    }

    /**
     * Whether there is one good, and no more, that was loaded alone. It lies beside the position
     * that tells of it: no second cache line has to come over, and whether its train has departed
     * does not matter.
     */
    private boolean isOneMore() {
        long end = position + 1;
        if (lane.loaded() != end || lane.latestFrom() > position) {
            return false;
        }
        platform[ownSlot(position)] = lane.latestBefore(end);
        if (lane.loaded() != end) { // it may be a later one that was read
            return false;
        }
        hasTakenOff(end);
        return true;
    }

    private boolean lookAtPlatform() {
        // What is further on has departed, and is found below.
        long end = Math.min(lane.loaded(), position + Lane.PLATFORM);
        if (position >= end) {
            return false;
        }
        copyFromPlatform(end);
        VarHandle.loadLoadFence(); // has it departed, it may be another train that was read
        if (found(lane.departed())) {
            return true;
        }
        hasTakenOff(end);
        return true;
    }

    /** The goods up to there are on the own platform, and where they were as well. */
    private void hasTakenOff(long end) {
        goods = platform;
        mask = Lane.PLATFORM - 1;
        givenBack = false;
        available = end;
        limit = end;
    }

    private void copyFromPlatform(long end) {
        long[] loading = (long[]) lane.platform;
        for (long at = position; at < end; at++) {
            platform[ownSlot(at)] = loading[Lane.EDGE + ((int) at & lane.platformMask)];
        }
    }

    private static int ownSlot(long position) {
        return Lane.EDGE + ((int) position & (Lane.PLATFORM - 1));
    }

    @Override
    void putBack() {
        if (goods == platform) {
            if (givenBack) {
                for (long at = position; at < limit; at++) {
                    ((long[]) lane.store)[lane.slot(at)] = platform[Lane.EDGE + ((int) at & mask)];
                }
            }
            goods = (long[]) lane.store;
            mask = lane.mask;
            limit = position;
            if (!isShared()) { // what it has claimed there is for nobody else, departed or not
                available = Math.min(available, lane.departed());
            }
        }
    }

    @Override
    void laneChanged() {}
}
