package io.roundhouse.railway;

import io.roundhouse.waiting.Clock;
import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
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
         * railway has failed.
         */
        int load(long[] goods, int from, int to);
    }

    private final long[] goods;

    // the train at the platform, loaded good by good; the goods themselves where the lane is short
    private final long[] platform;
    private final int mask;
    private final int last;

    LongLoader(Track track, Lane lane, Waiter waiter) {
        super(track, lane, waiter);
        goods = (long[]) lane.store;
        platform = (long[]) lane.platform;
        mask = lane.platformMask;
        last = platform == goods ? 0 : mask;
    }

    /** Loads one good; waits for room. */
    public void load(long good) {
        assert owner.isCaller();
        if (position >= limit) {
            awaitRoom(Long.MAX_VALUE);
        }
        add(good);
    }

    /** Puts the good on the train at the platform, which departs when it is full. */
    private void add(long good) {
        long at = position;
        platform[Lane.EDGE + ((int) at & mask)] = good;
        latest(at, good);
        long next = at + 1;
        if ((next & last) == 0) {
            depart(next);
        }
        publishPosition(next);
        if (!bell.quiet()) {
            bell.ring();
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
            System.arraycopy(
                    platform,
                    Lane.EDGE + ((int) from & mask),
                    goods,
                    lane.slot(from),
                    (int) (next - from));
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
        if (position >= limit && !awaitRoom(nanos)) {
            return false;
        }
        add(good);
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
            publishSettled(position + loaded);
            visited(loaded);
        }
        return loaded;
    }
}
