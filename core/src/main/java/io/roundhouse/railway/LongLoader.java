package io.roundhouse.railway;

import io.roundhouse.waiting.WaitInterruptedException;
import io.roundhouse.waiting.Waiter;
import java.time.Duration;

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
    private final int mask;

    LongLoader(Track track, Lane lane, Waiter waiter) {
        super(track, lane, waiter);
        goods = (long[]) lane.store;
        mask = lane.mask;
    }

    /** Loads one good; waits for room. */
    public void load(long good) {
        assert owner.isCaller();
        if (position >= limit) {
            awaitRoom(Long.MAX_VALUE);
        }
        goods[Lane.EDGE + ((int) position & mask)] = good;
        publish(position + 1);
    }

    /** Loads one good if there is room; returns whether there was. */
    public boolean tryLoad(long good) {
        return tryLoad(good, Duration.ZERO);
    }

    /**
     * Loads one good; waits for room no longer than the given time. Returns whether there was room.
     */
    public boolean tryLoad(long good, Duration time) {
        assert owner.isCaller();
        if (position >= limit && !awaitRoom(time.toNanos())) {
            return false;
        }
        goods[Lane.EDGE + ((int) position & mask)] = good;
        publish(position + 1);
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
        assert owner.isCaller();
        if (position >= limit && !awaitRoom(nanos)) {
            return 0;
        }
        long end = limit; // read once: a closing may lower it at any moment
        int room = lane.run(position, position >= end ? position + 1 : end);
        int from = lane.slot(position);
        int loaded = 0;
        visitBegins();
        try {
            loaded = checkLoaded(visit.load(goods, from, from + room), room);
        } catch (RuntimeException | Error thrown) {
            track.fail(thrown);
            throw thrown;
        } finally {
            if (loaded > 0) {
                publish(position + loaded);
            }
            visitEnds();
        }
        return loaded;
    }
}
